// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// A place in a message, and what stands there.
struct WireReader {
  private let tape: JSONTape
  private let root: StaticString
  private let node: Int
  private let place: WirePlace

  init(_ tape: JSONTape, _ root: StaticString) {
    self.init(tape, root, 0, WirePlace())
  }

  private init(_ tape: JSONTape, _ root: StaticString, _ node: Int, _ place: WirePlace) {
    self.tape = tape
    self.root = root
    self.node = node
    self.place = place
  }

  private func inner(_ node: Int, _ step: WirePlace.Step = .named) -> WireReader {
    WireReader(tape, root, node, place.adding(step))
  }

  var path: String { place.path(to: node, tape, root) }
  private var kind: JSONTape.Kind { tape[node].kind }
  private var content: UInt64 { tape[node].content }

  func wrong(_ expected: String) -> WireError { .wrongType(path: path, expected: expected) }

  // MARK: Objects and arrays

  /// The members of an object, of which there are few.
  struct Members {
    fileprivate let reader: WireReader

    subscript(_ key: StaticString) -> WireReader? {
      for (name, value) in reader.nodes where reader.tape.isText(name, key) { return reader.inner(value) }
      return nil
    }
  }

  /// The object's values, if it has all these keys and no others but the optional ones.
  func object(_ required: [StaticString], optional: [StaticString] = []) throws(WireError) -> Members {
    guard kind == .object else { throw wrong("an object") }
    var (found, isUnknown) = (0, false)
    for (name, _) in nodes {
      // The parser takes no key twice.
      if required.contains(where: { tape.isText(name, $0) }) {
        found += 1
      } else if !optional.contains(where: { tape.isText(name, $0) }) {
        isUnknown = true
      }
    }
    if found < required.count {
      for key in required where !has(key) { throw .missing(path: path, key: "\(key)") }
    }
    if isUnknown { throw .unknownKey(path: path) }
    return Members(reader: self)
  }

  /// The values of an object that has two keys, if they stand there in this order, as they are written here.
  func inOrder(_ first: StaticString, _ second: StaticString) -> (WireReader, WireReader)? {
    guard kind == .object, content == 2, tape.isText(node + 1, first) else { return nil }
    let name = Int(tape[node + 2].next)
    return tape.isText(name, second) ? (inner(node + 2), inner(name + 1)) : nil
  }

  func has(_ key: StaticString) -> Bool { nodes.contains { tape.isText($0.name, key) } }

  /// The nodes of an object's keys and values.
  private var nodes: JSONMembers {
    JSONMembers(tape: tape, node: node + 1, left: kind == .object ? Int(content) : 0)
  }

  /// The value of a key of any object, before anything else of it is looked at.
  func peek(_ key: StaticString) -> WireReader? { Members(reader: self)[key] }

  /// The only member of an object.
  struct Member {
    fileprivate let tape: JSONTape
    fileprivate let name: Int
    let content: WireReader

    func isKey(_ key: StaticString) -> Bool { tape.isText(name, key) }
  }

  /// The key and the value of an object that has one member.
  func single(_ expected: String) throws(WireError) -> Member {
    guard kind == .object, content == 1 else { throw wrong(expected) }
    return Member(tape: tape, name: node + 1, content: inner(node + 2, .unnamed))
  }

  /// Visits the members of an object whose keys are data, after how many there are.
  func members(
    _ begin: (Int) -> Void, _ visit: (_ key: WireReader, _ value: WireReader) throws(WireError) -> Void
  ) throws(WireError) {
    guard kind == .object else { throw wrong("an object") }
    begin(Int(content))
    for (name, node) in nodes { try visit(inner(name, .data), inner(node, .data)) }
  }

  /// An object whose keys are data.
  func dictionary<Key: Hashable, Value>(
    key: (WireReader) throws(WireError) -> Key, value: (WireReader) throws(WireError) -> Value
  ) throws(WireError) -> [Key: Value] {
    guard kind == .object else { throw wrong("an object") }
    if content == 0 { return [:] }
    var result: [Key: Value] = [:]
    result.reserveCapacity(Int(content))
    for (name, node) in nodes {
      let key = try key(inner(name, .data))
      guard result.updateValue(try value(inner(node, .data)), forKey: key) == nil else {
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
    for _ in 0..<Int(content) {
      result.append(try value(inner(next)))
      next = Int(tape[next].next)
    }
    return result
  }

  func pair() throws(WireError) -> (WireReader, WireReader) {
    guard kind == .array else { throw wrong("an array") }
    guard content == 2 else { throw wrong("an array of 2") }
    return (inner(node + 1), inner(Int(tape[node + 1].next)))
  }

  func triple() throws(WireError) -> (WireReader, WireReader, WireReader) {
    guard kind == .array else { throw wrong("an array") }
    guard content == 3 else { throw wrong("an array of 3") }
    let second = Int(tape[node + 1].next)
    return (inner(node + 1), inner(second), inner(Int(tape[second].next)))
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
    node = Int(tape[name + 1].next)
    return (name, name + 1)
  }
}

/// Where in a message a reader is. It becomes a text when something is wrong there, and not before: then the way is looked
/// up from the message's beginning. What is kept of it is which of its keys a path names.
struct WirePlace {
  enum Step: UInt64 {
    /// The member of an object that the protocol names, or the element of an array.
    case named
    /// A member of an object whose keys are data, which a path does not name.
    case data
    /// The only member of an object, whose key tells of what kind it is.
    case unnamed
  }

  private var steps: UInt64 = 0
  private var depth: UInt8 = 0
  private static let deepest = 32

  private subscript(depth: Int) -> Step {
    depth < Self.deepest ? Step(rawValue: steps >> UInt64(depth * 2) & 3) ?? .named : .unnamed
  }

  func adding(_ step: Step) -> WirePlace {
    var place = self
    guard depth < Self.deepest else { return place }
    place.steps |= step.rawValue << UInt64(depth * 2)
    place.depth += 1
    return place
  }

  func path(to target: Int, _ tape: JSONTape, _ root: StaticString) -> String {
    var text = "\(root)"
    var (node, depth) = (0, 0)
    while node < target {
      let isObject = tape[node].kind == .object
      guard isObject || tape[node].kind == .array else { break }
      var next = node + 1
      for index in 0..<Int(tape[node].content) {
        let value = isObject ? next + 1 : next
        guard target >= Int(tape[value].next) else {
          switch self[depth] {
          case .unnamed: break
          case .data: text += "{}"
          case .named:
            guard isObject else {
              text += "[\(index)]"
              break
            }
            // Keys that a message names are the protocol's or the app's; a path names only the protocol's.
            let name = tape.text(next)
            text += ".\(name.utf8.count <= 16 ? name : "…")"
          }
          // A key itself is looked at.
          if target == next, isObject { return text }
          next = value
          break
        }
        next = Int(tape[value].next)
      }
      node = next
      depth += 1
    }
    return text
  }
}
