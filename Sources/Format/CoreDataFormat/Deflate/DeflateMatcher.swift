// SPDX-License-Identifier: Apache-2.0

/// A byte, or a repetition of bytes that were there before.
struct DeflateToken {
  /// 0 for a byte.
  let length: UInt16
  /// How far back the repeated bytes are; or the byte.
  let value: UInt16

  static func byte(_ byte: UInt8) -> DeflateToken { DeflateToken(length: 0, value: UInt16(byte)) }
}

/// What is compressed with codes of its own.
struct DeflateBlock {
  var tokens: [DeflateToken] = []
  /// The bytes that the tokens stand for.
  var range: Range<Int>
}

/// Finds repetitions: bytes whose next three occurred before are followed
/// back, and the longest equal run is taken, unless the next byte begins a
/// longer one.
struct DeflateMatcher {
  private let input: [UInt8]
  private var position = 0
  /// The last position of three bytes, by their hash; -1 for none.
  private var heads = [Int](repeating: -1, count: 1 << 15)
  /// The position before, by position in the window.
  private var previous = [Int](repeating: -1, count: DeflateTables.windowSize)
  /// The match at the next position, if it is known already.
  private var pending: Match?

  private struct Match {
    var length = 0
    var distance = 0
  }

  private static let tokensPerBlock = 1 << 14
  /// How many earlier positions are looked at.
  private static let patience = 96
  /// A run that is not bettered.
  private static let niceLength = 64

  init(input: [UInt8]) { self.input = input }

  var isAtEnd: Bool { position >= input.count }

  mutating func nextBlock() -> DeflateBlock {
    var block = DeflateBlock(range: position..<position)
    while !isAtEnd, block.tokens.count < Self.tokensPerBlock {
      let match = pending ?? longestMatch(at: position)
      pending = nil
      enter(position)
      if match.length < DeflateTables.minimumMatch || isBetterLater(match) {
        block.tokens.append(.byte(input[position]))
        position += 1
        continue
      }
      pending = nil
      block.tokens.append(
        DeflateToken(length: UInt16(match.length), value: UInt16(match.distance)))
      for skipped in (position + 1)..<(position + match.length) { enter(skipped) }
      position += match.length
    }
    block.range = block.range.lowerBound..<position
    return block
  }

  private mutating func isBetterLater(_ match: Match) -> Bool {
    guard match.length < Self.niceLength, position + 1 < input.count else { return false }
    let next = longestMatch(at: position + 1)
    pending = next
    return next.length > match.length
  }

  private func longestMatch(at position: Int) -> Match {
    var best = Match(length: DeflateTables.minimumMatch - 1)
    let longest = min(DeflateTables.maximumMatch, input.count - position)
    guard longest >= DeflateTables.minimumMatch else { return Match() }
    var candidate = heads[hash(at: position)]
    var patience = Self.patience
    while candidate >= 0, position - candidate <= DeflateTables.windowSize, patience > 0 {
      patience -= 1
      if input[candidate + best.length] == input[position + best.length] {
        var length = 0
        while length < longest, input[candidate + length] == input[position + length] {
          length += 1
        }
        if length > best.length {
          best = Match(length: length, distance: position - candidate)
          if length == longest { break }
        }
      }
      let earlier = previous[candidate % DeflateTables.windowSize]
      // Positions that the window has left are overwritten by later ones.
      guard earlier < candidate else { break }
      candidate = earlier
    }
    return best.distance > 0 ? best : Match()
  }

  private mutating func enter(_ position: Int) {
    guard position + DeflateTables.minimumMatch <= input.count else { return }
    let hash = hash(at: position)
    previous[position % DeflateTables.windowSize] = heads[hash]
    heads[hash] = position
  }

  private func hash(at position: Int) -> Int {
    let (a, b, c) = (input[position], input[position + 1], input[position + 2])
    return (Int(a) << 10 ^ Int(b) << 5 ^ Int(c)) & (heads.count - 1)
  }
}
