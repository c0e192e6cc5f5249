// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// A place in a message, and what stands there.
struct WireReader {
  private let tape: JSONTape
  private let node: Int
  private var place: WirePlace

  init(_ tape: JSONTape, _ root: StaticString) {
    self.tape = tape
    node = 0
    place = WirePlace(root: root)
  }

  private init(_ tape: JSONTape, _ node: Int, _ place: WirePlace) {
    self.tape = tape
    self.node = node
    self.place = place
  }

  var path: String { place.text(tape) }
  private var kind: JSONTape.Kind { tape.nodes[node].kind }
  private var content: UInt64 { tape.nodes[node].content }

  func wrong(_ expected: String) -> WireError { .wrongType(path: path, expected: expected) }

  // MARK: Objects and arrays

  /// The members of an object, of which there are few.
  struct Members {
    fileprivate let reader: WireReader

    subscript(_ key: StaticString) -> WireReader? {
      for (name, value) in reader.nodes where reader.tape.isText(name, key) {
        var place = reader.place
        place.add(.key, name)
        return WireReader(reader.tape, value, place)
      }
      return nil
    }
  }

  /// The object's values, if it has all these keys and no others but the optional ones.
  func object(_ required: [StaticString], optional: [StaticString] = []) throws(WireError) -> Members {
    guard kind == .object else { throw wrong("an object") }
    let members = Members(reader: self)
    for key in required where !has(key) { throw .missing(path: path, key: "\(key)") }
    for (name, _) in nodes
    where !required.contains(where: { tape.isText(name, $0) }) && !optional.contains(where: { tape.isText(name, $0) }) {
      throw .unknownKey(path: path)
    }
    return members
  }

  func has(_ key: StaticString) -> Bool { nodes.contains { tape.isText($0.name, key) } }

  /// The nodes of an object's keys and values.
  private var nodes: JSONMembers {
    JSONMembers(tape: tape, node: node + 1, left: kind == .object ? Int(content) : 0)
  }

  /// The value of a key of any object, before anything else of it is looked at.
  func peek(_ key: StaticString) -> WireReader? { Members(reader: self)[key] }

  /// The key and the value of an object that has one member.
  func single(_ expected: String) throws(WireError) -> (isKey: (StaticString) -> Bool, content: WireReader) {
    var all = nodes
    guard kind == .object, content == 1, let (name, value) = all.next() else { throw wrong(expected) }
    return ({ [tape] in tape.isText(name, $0) }, WireReader(tape, value, place))
  }

  /// Visits the members of an object whose keys are data, after how many there are.
  func members(
    _ begin: (Int) -> Void, _ visit: (_ key: WireReader, _ value: WireReader) throws(WireError) -> Void
  ) throws(WireError) {
    guard kind == .object else { throw wrong("an object") }
    begin(Int(content))
    var place = place
    place.add(.anyKey, 0)
    for (name, node) in nodes { try visit(WireReader(tape, name, place), WireReader(tape, node, place)) }
  }

  /// An object whose keys are data.
  func dictionary<Key: Hashable, Value>(
    key: (WireReader) throws(WireError) -> Key, value: (WireReader) throws(WireError) -> Value
  ) throws(WireError) -> [Key: Value] {
    guard kind == .object else { throw wrong("an object") }
    var result: [Key: Value] = [:]
    result.reserveCapacity(Int(content))
    var place = place
    place.add(.anyKey, 0)
    for (name, node) in nodes {
      let key = try key(WireReader(tape, name, place))
      guard result.updateValue(try value(WireReader(tape, node, place)), forKey: key) == nil else {
        throw .duplicateKey(path: path)
      }
    }
    return result
  }

  func array<Value>(_ value: (WireReader) throws(WireError) -> Value) throws(WireError) -> [Value] {
    guard kind == .array else { throw wrong("an array") }
    var result: [Value] = []
    result.reserveCapacity(Int(content))
    var next = node + 1
    for index in 0..<Int(content) {
      var place = place
      place.add(.index, index)
      result.append(try value(WireReader(tape, next, place)))
      next = Int(tape.nodes[next].next)
    }
    return result
  }

  func pair() throws(WireError) -> (WireReader, WireReader) {
    guard kind == .array else { throw wrong("an array") }
    guard content == 2 else { throw wrong("an array of 2") }
    let first = element(node + 1, 0)
    return (first, element(Int(tape.nodes[first.node].next), 1))
  }

  func triple() throws(WireError) -> (WireReader, WireReader, WireReader) {
    guard kind == .array else { throw wrong("an array") }
    guard content == 3 else { throw wrong("an array of 3") }
    let first = element(node + 1, 0)
    let second = element(Int(tape.nodes[first.node].next), 1)
    return (first, second, element(Int(tape.nodes[second.node].next), 2))
  }

  private func element(_ node: Int, _ index: Int) -> WireReader {
    var place = place
    place.add(.index, index)
    return WireReader(tape, node, place)
  }

  // MARK: Single values

  enum Plain { case null, bool(Bool), text(String), object, other }

  /// What stands here, as far as it has no parts.
  var plain: Plain {
    switch kind {
    case .null: .null
    case .yes: .bool(true)
    case .no: .bool(false)
    case .ascii, .text, .unescaped: .text(tape.text(node))
    case .object: .object
    case .integer, .array: .other
    }
  }

  var isNull: Bool { kind == .null }

  func bool() throws(WireError) -> Bool {
    guard kind == .yes || kind == .no else { throw wrong("true or false") }
    return kind == .yes
  }

  private var isText: Bool { kind == .ascii || kind == .text || kind == .unescaped }

  func text() throws(WireError) -> String {
    guard isText else { throw wrong("a text") }
    return tape.text(node)
  }

  func integer() throws(WireError) -> Int64 {
    guard kind == .integer else { throw wrong("an integer") }
    return Int64(bitPattern: content)
  }

  func count<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(WireError) -> Number {
    let value = try integer()
    guard value >= 0, let number = Number(exactly: value) else { throw .outOfRange(path: path) }
    return number
  }

  func name() throws(WireError) -> String { try withName { String(decoding: $0, as: UTF8.self) } }

  /// The bytes of a name.
  func withName<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) throws(WireError) -> R {
    guard isText else { throw wrong("a text") }
    let result: R? = tape.withText(node) { bytes in
      let isName = (1...255).contains(bytes.count) && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
      return isName ? body(bytes) : nil
    }
    guard let result else { throw .invalidName(path: path) }
    return result
  }

  /// Sixty-four bits as sixteen hexadecimal digits.
  func bits() throws(WireError) -> UInt64 {
    guard isText else { throw wrong("a text") }
    let value = tape.withText(node) { $0.count == 16 ? Self.bits($0) : nil }
    guard let value else { throw wrong("16 hexadecimal digits") }
    return value
  }

  func uniqueNumber() throws(WireError) -> UniqueNumber {
    guard isText else { throw wrong("a text") }
    let number: UniqueNumber? = tape.withText(node) { digits in
      guard digits.count == 32, let high = Self.bits(UnsafeBufferPointer(rebasing: digits[..<16])),
        let low = Self.bits(UnsafeBufferPointer(rebasing: digits[16...]))
      else { return nil }
      return UniqueNumber(high: high, low: low)
    }
    guard let number else { throw wrong("32 hexadecimal digits") }
    return number
  }

  /// Lower case only: what can be written in two ways is not the same key to all.
  private static func bits(_ digits: UnsafeBufferPointer<UInt8>) -> UInt64? {
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

/// The nodes of an object's keys and values, one pair after the other.
struct JSONMembers: Sequence, IteratorProtocol {
  fileprivate let tape: JSONTape
  fileprivate var node: Int
  fileprivate var left: Int

  mutating func next() -> (name: Int, value: Int)? {
    guard left > 0 else { return nil }
    left -= 1
    let name = node
    node = Int(tape.nodes[name + 1].next)
    return (name, name + 1)
  }
}

/// Where in a message a reader is. It becomes a text when something is wrong there, and not before.
struct WirePlace {
  enum Step: UInt32 {
    /// The member of an object, by the node of its key.
    case key
    /// The element of an array.
    case index
    /// A member of an object whose keys are data, which a path does not name.
    case anyKey
  }

  private let root: StaticString
  /// As deep as messages are.
  private var steps = SIMD16<UInt32>()
  private var count = 0

  init(root: StaticString) { self.root = root }

  mutating func add(_ step: Step, _ number: Int) {
    guard count < steps.scalarCount else { return }
    steps[count] = step.rawValue << 30 | UInt32(truncatingIfNeeded: number) & 0x3fff_ffff
    count += 1
  }

  func text(_ tape: JSONTape) -> String {
    var text = "\(root)"
    for index in 0..<count {
      let number = Int(steps[index] & 0x3fff_ffff)
      switch Step(rawValue: steps[index] >> 30) {
      case .index: text += "[\(number)]"
      case .anyKey, nil: text += "{}"
      case .key:
        // Keys that a message names are the protocol's or the app's; a path names only the protocol's.
        let name = tape.text(number)
        text += ".\(name.utf8.count <= 16 ? name : "…")"
      }
    }
    return text
  }
}
