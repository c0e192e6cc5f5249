// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A binary property list with the references of keyed archives, whose numbers
/// Foundation does not give out on every platform.
indirect enum CheckerPropertyList: Equatable {
  case bool(Bool)
  case integer(Int)
  case real(Double)
  case date(Double)
  case data(Data)
  case string(String)
  case reference(Int)
  case array([CheckerPropertyList])
  case dictionary([String: CheckerPropertyList])

  struct Malformed: Error {}

  init(_ data: Data) throws {
    let bytes = [UInt8](data)
    guard bytes.count >= 40, data.starts(with: Data("bplist00".utf8)) else { throw Malformed() }
    let trailer = bytes.count - 32
    func number(_ at: Int, _ size: Int) throws -> Int {
      guard at >= 0, size <= 8, at + size <= bytes.count else { throw Malformed() }
      return bytes[at..<at + size].reduce(0) { $0 << 8 | Int($1) }
    }
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    let (count, top, table) = try (
      number(trailer + 8, 8), number(trailer + 16, 8), number(trailer + 24, 8)
    )

    func object(_ index: Int, _ depth: Int) throws -> CheckerPropertyList {
      guard index >= 0, index < count, depth < 50 else { throw Malformed() }
      var at = try number(table + index * offsetSize, offsetSize)
      guard at < trailer else { throw Malformed() }
      let marker = bytes[at]
      at += 1
      /// The length in the marker or, where it is 15, in the number that follows.
      func length() throws -> Int {
        guard marker & 15 == 15 else { return Int(marker & 15) }
        let size = 1 << (try number(at, 1) & 15)
        at += 1 + size
        return try number(at - size, size)
      }
      func slice(_ length: Int) throws -> Data {
        guard length >= 0, at + length <= trailer else { throw Malformed() }
        return Data(bytes[at..<at + length])
      }
      func objects(_ count: Int) throws -> [CheckerPropertyList] {
        guard count >= 0, count <= trailer else { throw Malformed() }
        defer { at += count * referenceSize }
        return try (0..<count).map {
          try object(number(at + $0 * referenceSize, referenceSize), depth + 1)
        }
      }
      switch marker >> 4 {
      case 0 where marker == 8: return .bool(false)
      case 0 where marker == 9: return .bool(true)
      case 1: return .integer(try number(at, min(8, 1 << Int(marker & 15))))
      case 2 where marker == 0x22:
        return .real(Double(Float(bitPattern: UInt32(try number(at, 4)))))
      case 2: return .real(Double(bitPattern: UInt64(bitPattern: Int64(try number(at, 8)))))
      case 3: return .date(Double(bitPattern: UInt64(bitPattern: Int64(try number(at, 8)))))
      case 4: return .data(try slice(length()))
      case 5: return .string(String(decoding: try slice(length()), as: UTF8.self))
      case 6:
        let units = try slice(2 * length())
        return .string(
          String(
            decoding: stride(from: 0, to: units.count, by: 2).map {
              UInt16(units[$0]) << 8 | UInt16(units[$0 + 1])
            }, as: UTF16.self))
      case 8: return .reference(try number(at, Int(marker & 15) + 1))
      case 10: return .array(try objects(length()))
      case 13:
        let count = try length()
        let keys = try objects(count)
        let values = try objects(count)
        var result: [String: CheckerPropertyList] = [:]
        for (key, value) in zip(keys, values) {
          guard let key = key.string, result.updateValue(value, forKey: key) == nil else {
            throw Malformed()
          }
        }
        return .dictionary(result)
      default: throw Malformed()
      }
    }
    self = try object(top, 0)
  }

  var string: String? { if case .string(let value) = self { value } else { nil } }
  var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var data: Data? { if case .data(let value) = self { value } else { nil } }
  var reference: Int? { if case .reference(let value) = self { value } else { nil } }
  var array: [CheckerPropertyList]? { if case .array(let value) = self { value } else { nil } }
  var dictionary: [String: CheckerPropertyList]? {
    if case .dictionary(let value) = self { value } else { nil }
  }
}
