// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// A place in a message, and what stands there.
struct WireReader {
  let json: JSON
  let path: String

  func wrong(_ expected: String) -> WireError { .wrongType(path: path, expected: expected) }

  // MARK: Objects and arrays

  /// The object's values, if it has all these keys and no others but the optional ones.
  func object(_ required: [String], optional: [String] = []) throws(WireError) -> [String: WireReader] {
    let values = try objectMembers()
    for key in required where values[key] == nil { throw .missing(path: path, key: key) }
    for key in values.keys where !required.contains(key) && !optional.contains(key) { throw .unknownKey(path: path) }
    return values
  }

  private func objectMembers() throws(WireError) -> [String: WireReader] {
    guard case .object(let values) = json else { throw wrong("an object") }
    var readers: [String: WireReader] = [:]
    for (key, value) in values {
      // Keys that a message names are the protocol's or the app's; a path names only the protocol's.
      readers[key] = WireReader(json: value, path: "\(path).\(key.utf8.count <= 16 ? key : "…")")
    }
    return readers
  }

  /// An object whose keys are data.
  func dictionary<Key: Hashable, Value>(
    key: (WireReader) throws(WireError) -> Key, value: (WireReader) throws(WireError) -> Value
  ) throws(WireError) -> [Key: Value] {
    guard case .object(let values) = json else { throw wrong("an object") }
    var result: [Key: Value] = [:]
    for (name, json) in values {
      let place = "\(path){}"
      let key = try key(WireReader(json: .text(name), path: place))
      guard result.updateValue(try value(WireReader(json: json, path: place)), forKey: key) == nil else {
        throw .duplicateKey(path: path)
      }
    }
    return result
  }

  func array<Value>(_ value: (WireReader) throws(WireError) -> Value) throws(WireError) -> [Value] {
    guard case .array(let values) = json else { throw wrong("an array") }
    var result: [Value] = []
    result.reserveCapacity(values.count)
    for (index, json) in values.enumerated() {
      result.append(try value(WireReader(json: json, path: "\(path)[\(index)]")))
    }
    return result
  }

  func tuple(_ count: Int) throws(WireError) -> [WireReader] {
    let values = try array { reader throws(WireError) in reader }
    guard values.count == count else { throw wrong("an array of \(count)") }
    return values
  }

  // MARK: Single values

  func bool() throws(WireError) -> Bool {
    guard case .bool(let value) = json else { throw wrong("true or false") }
    return value
  }

  func text() throws(WireError) -> String {
    guard case .text(let value) = json else { throw wrong("a text") }
    return value
  }

  func integer() throws(WireError) -> Int64 {
    guard case .integer(let value) = json else { throw wrong("an integer") }
    return value
  }

  func count<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(WireError) -> Number {
    let value = try integer()
    guard value >= 0, let number = Number(exactly: value) else { throw .outOfRange(path: path) }
    return number
  }

  func name() throws(WireError) -> String {
    let text = try text()
    guard !text.isEmpty, text.utf8.count <= 255, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
      throw .invalidName(path: path)
    }
    return text
  }

  /// Sixty-four bits as sixteen hexadecimal digits.
  func bits() throws(WireError) -> UInt64 {
    let text = try text()
    guard text.utf8.count == 16, let value = Self.bits(text.utf8) else { throw wrong("16 hexadecimal digits") }
    return value
  }

  func uniqueNumber() throws(WireError) -> UniqueNumber {
    let digits = Array(try text().utf8)
    guard digits.count == 32, let high = Self.bits(digits.prefix(16)), let low = Self.bits(digits.suffix(16)) else {
      throw wrong("32 hexadecimal digits")
    }
    return UniqueNumber(high: high, low: low)
  }

  /// Lower case only: what can be written in two ways is not the same key to all.
  private static func bits(_ digits: some Sequence<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return value
  }
}

extension JSON {
  static func bits(_ value: UInt64) -> JSON { .text(hexadecimal(value)) }

  static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  static func key(_ number: UniqueNumber) -> String { hexadecimal(number.high) + hexadecimal(number.low) }

  /// Sequence numbers and times that no honest clock gives are set to the limit.
  static func number(_ value: some BinaryInteger) -> JSON {
    .integer(max(-largest, min(largest, Int64(clamping: value))))
  }
}
