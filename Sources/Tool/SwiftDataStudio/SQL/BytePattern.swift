// SPDX-License-Identifier: Apache-2.0

/// Bytes that are searched for, in time that grows with the text and not with the product of both.
///
/// A rolling hash (Rabin and Karp) whose base nobody can guess: two different stretches have the same one by chance only,
/// and are compared then.
struct BytePattern {
  private static let modulus: UInt64 = (1 << 61) - 1

  private let bytes: UnsafeBufferPointer<UInt8>
  private let base = UInt64.random(in: 256..<modulus)
  private let hash: UInt64
  /// What the first byte of a stretch contributes to its hash, for each one of its value.
  private let weight: UInt64

  /// - Parameter bytes: At least one. They have to stay as long as they are searched for.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    var (hash, weight): (UInt64, UInt64) = (0, 1)
    for (index, byte) in bytes.enumerated() {
      hash = Self.append(byte, to: hash, base)
      if index > 0 { weight = Self.multiply(weight, base) }
    }
    (self.hash, self.weight) = (hash, weight)
  }

  /// The first place at or behind `start`.
  func first(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let count = bytes.count
    guard count > 0, start >= 0, text.count - start >= count else { return nil }
    var current: UInt64 = 0
    for byte in text[start..<start + count] { current = Self.append(byte, to: current, base) }
    var place = start
    while true {
      if current == hash, text[place..<place + count].elementsEqual(bytes) { return place }
      guard place + count < text.count else { return nil }
      let gone = Self.multiply(UInt64(text[place]), weight)
      current = current >= gone ? current - gone : current + Self.modulus - gone
      current = Self.append(text[place + count], to: current, base)
      place += 1
    }
  }

  private static func append(_ byte: UInt8, to hash: UInt64, _ base: UInt64) -> UInt64 {
    let sum = multiply(hash, base) + UInt64(byte)
    return sum >= modulus ? sum - modulus : sum
  }

  /// Of two numbers below the modulus, a Mersenne prime.
  private static func multiply(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    let sum = (product.low & modulus) + (product.high << 3 | product.low >> 61)
    return sum >= modulus ? sum - modulus : sum
  }
}
