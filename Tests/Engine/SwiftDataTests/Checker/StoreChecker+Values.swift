// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension StoreChecker {
  /// What is wrong with how a value is stored, by the attribute's type.
  func problem(of value: DatabaseValue, as attribute: CheckerModel.Attribute) -> String? {
    switch (attribute.type, value.storage) {
    case (100, .int64(let number)):
      return Int16(exactly: number) == nil ? "\(number) has more than 16 bits" : nil
    case (200, .int64(let number)):
      return Int32(exactly: number) == nil ? "\(number) has more than 32 bits" : nil
    case (300, .int64): return nil
    case (800, .int64(let number)):
      return (0...1).contains(number) ? nil : "\(number) is no boolean"
    case (400, .int64), (400, .double): return nil
    case (400, .string(let text)):
      // Apple's form of this is not known.
      return text == "NaN" ? nil : "“\(text)” is no decimal"
    case (500, .double), (600, .double): return nil
    case (700, .string): return nil
    case (900, .int64): return nil
    case (900, .double(let seconds)):
      let isWhole = seconds.rounded() == seconds && abs(seconds) < 1e15
      return isWhole || !seconds.isFinite ? "\(seconds) is whole seconds, yet no integer" : nil
    case (1000, .blob(let data)): return attribute.isExternal ? externalProblem(data) : nil
    case (1100, .blob(let data)): return data.count == 16 ? nil : "has \(data.count) bytes, not 16"
    case (1200, .string(let text)):
      return text.isEmpty || URL(string: text) == nil ? "“\(text)” is no URI" : nil
    case (1800, .blob(let data)):
      let isDefault = ["NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer"]
        .contains(
          attribute.transformer ?? "NSSecureUnarchiveFromData")
      guard isDefault else { return nil }
      return (try? CheckerArchive(data)) == nil ? "is no keyed archive" : nil
    default: return "is stored as \(Self.storageName(value)) for type \(attribute.type)"
    }
  }

  private static func storageName(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .null: "null"
    case .int64: "integer"
    case .double: "real"
    case .string: "text"
    case .blob: "blob"
    }
  }

  private func externalProblem(_ data: Data) -> String? {
    switch data.first {
    case 1: return nil
    case 2:
      let name = String(decoding: data.dropFirst().dropLast(), as: UTF8.self)
      guard data.count == 38, data.last == 0, UUID(uuidString: name)?.uuidString == name else {
        return "is no reference to a file"
      }
      let folder = ".\(url.deletingPathExtension().lastPathComponent)_SUPPORT/_EXTERNAL_DATA"
      let file = url.deletingLastPathComponent().appendingPathComponent(folder)
        .appendingPathComponent(name)
      return FileManager.default.fileExists(atPath: file.path) ? nil : "refers to a missing file"
    default: return "begins with neither 1 nor 2"
    }
  }
}

/// Values of any storage class, without a stop where it is the wrong one.
extension Row {
  func checkedNumber(_ column: String) -> Int? {
    guard hasColumn(column), case .int64(let number) = (self[column] as DatabaseValue).storage
    else { return nil }
    return Int(number)
  }

  func checkedText(_ column: String) -> String? {
    guard hasColumn(column), case .string(let text) = (self[column] as DatabaseValue).storage
    else { return nil }
    return text
  }

  func checkedData(_ column: String) -> Data? {
    guard hasColumn(column), case .blob(let data) = (self[column] as DatabaseValue).storage
    else { return nil }
    return data
  }

  /// A table's rows with their row numbers.
  static func checkedRows(_ database: Database, _ table: String) throws -> [Row] {
    try fetchAll(database, sql: "SELECT rowid AS rowid, * FROM \"\(table)\" ORDER BY rowid")
  }
}
