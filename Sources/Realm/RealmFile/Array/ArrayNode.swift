// SPDX-License-Identifier: Apache-2.0

/// A node of the file: an array of numbers, references or bytes.
///
/// All of it is within the file. Whether an element is there, and makes
/// sense, is checked when it is read.
struct ArrayNode {
  /// Where it is in the file.
  let offset: Int
  let header: NodeHeader
  /// The text after the header.
  let bytes: Bytes

  var count: Int { header.count }
  var isInner: Bool { header.isInner }
  var hasContext: Bool { header.hasContext }

  func damaged(_ what: String) -> RealmFileError { .damaged(what, at: offset) }

  private func check(_ index: Int) throws {
    guard index >= 0, index < count else {
      throw damaged("A node has \(count) elements, but element \(index) is asked for.")
    }
    guard header.measure == .bits else { throw damaged("Numbers are expected, but here is text.") }
  }

  /// A number. Those of 8 bits and more have a sign.
  func integer(_ index: Int) throws -> Int64 {
    try check(index)
    switch header.width {
    case 0: return 0
    case 8: return Int64(try bytes.load(Int8.self, at: index))
    case 16: return Int64(try bytes.load(Int16.self, at: index * 2))
    case 32: return Int64(try bytes.load(Int32.self, at: index * 4))
    case 64: return try bytes.load(Int64.self, at: index * 8)
    default:
      let position = index * header.width
      let byte = try bytes.load(UInt8.self, at: position / 8)
      return Int64(byte >> UInt8(position % 8) & (1 << UInt8(header.width) - 1))
    }
  }

  /// A number of an array whose numbers have no sign.
  func unsigned(_ index: Int) throws -> UInt64 {
    try check(index)
    switch header.width {
    case 8: return UInt64(try bytes.load(UInt8.self, at: index))
    case 16: return UInt64(try bytes.load(UInt16.self, at: index * 2))
    case 32: return UInt64(try bytes.load(UInt32.self, at: index * 4))
    default: return UInt64(bitPattern: try integer(index))
    }
  }

  /// An element that is a reference or a number, as its lowest bit tells.
  func slot(_ index: Int) throws -> Slot {
    let value = try integer(index)
    if value == 0 { return .empty }
    if value & 1 == 1 { return .number(value >> 1) }
    guard let offset = Int(exactly: value) else {
      throw damaged("A reference leads to offset \(value).")
    }
    return .reference(offset)
  }

  /// A reference; `nil` if there is none.
  func reference(_ index: Int) throws -> Int? {
    switch try slot(index) {
    case .empty: return nil
    case .reference(let offset): return offset
    case .number: throw damaged("Element \(index) should be a reference, but is a number.")
    }
  }

  /// A reference that must be there.
  func required(_ index: Int) throws -> Int {
    guard let offset = try reference(index) else {
      throw damaged("Element \(index) should be a reference, but there is none.")
    }
    return offset
  }

  /// A number in an array of references.
  func number(_ index: Int) throws -> Int64 {
    guard case .number(let value) = try slot(index) else {
      throw damaged("Element \(index) should be a number, but is a reference.")
    }
    return value
  }
}

/// What an element of an array of references is.
enum Slot {
  case empty
  case reference(Int)
  case number(Int64)
}
