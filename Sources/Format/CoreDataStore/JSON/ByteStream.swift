// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bytes of a file, a piece at a time.
///
/// However large the file is, one piece is in memory.
final class ByteStream {
  private var piece: [UInt8]
  private var position = 0
  /// Bytes before the piece.
  private var passed = 0
  private let more: (() throws -> Data?)?

  /// All at once, of bytes that are in memory anyway.
  init(_ data: Data) {
    piece = [UInt8](data)
    more = nil
    skipMark()
  }

  /// - Parameter more: the next piece; `nil` or nothing at the end.
  init(_ more: @escaping () throws -> Data?) throws {
    piece = []
    self.more = more
    try refill()
    skipMark()
  }

  /// - Parameter size: of a piece.
  convenience init(file: URL, piece size: Int = 1 << 18) throws {
    guard let handle = FileHandle(forReadingAtPath: file.path) else {
      throw StoreError(
        .fileNotFound, "The file cannot be read.", file: file.path,
        advice: "Check the path and the permissions.")
    }
    try self.init {
      do {
        return try handle.read(upToCount: size)
      } catch {
        throw StoreError(.unreadable, "The file cannot be read to its end.", file: file.path)
      }
    }
  }

  /// A byte order mark is no content.
  private func skipMark() {
    if piece.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// How many bytes have been taken.
  var offset: Int { passed + position }

  /// The next byte, which stays; `nil` at the end.
  @inline(__always)
  func peek() throws -> UInt8? {
    if position < piece.count { return piece[position] }
    try refill()
    return position < piece.count ? piece[position] : nil
  }

  /// Takes the byte that was peeked at.
  @inline(__always)
  func advance() { position += 1 }

  private func refill() throws {
    guard let more, position == piece.count else { return }
    // Reading on after the end of a terminal would wait for more.
    if passed > 0 && piece.isEmpty { return }
    passed += piece.count
    position = 0
    piece = try more().map { [UInt8]($0) } ?? []
  }

  /// Takes bytes up to the first that is no part.
  func take(into bytes: inout [UInt8], while isPart: (UInt8) -> Bool) throws {
    while try peek() != nil {
      let end = piece[position...].firstIndex { !isPart($0) } ?? piece.count
      bytes.append(contentsOf: piece[position..<end])
      position = end
      if end < piece.count { return }
    }
  }

  /// Leaves out bytes up to the first that is no part.
  func skip(while isPart: (UInt8) -> Bool) throws {
    while try peek() != nil {
      position = piece[position...].firstIndex { !isPart($0) } ?? piece.count
      if position < piece.count { return }
    }
  }
}
