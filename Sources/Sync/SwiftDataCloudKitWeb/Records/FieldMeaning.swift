// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// What a value of CloudKit's means in a model's record.
struct FieldMeaning {
  /// What the attribute may be, the likeliest first: what the schema says, or what values it had.
  var kinds: [FieldKind]
  /// Whether the schema says so, and other values are wrong.
  var isDeclared: Bool
  /// The record that a name leads to; nil: none that is there.
  var target: (String) throws -> RecordID?

  /// The value; nil: a name that leads to no record.
  func value(_ field: CloudField?, _ name: String, _ recordType: String) throws -> SyncValue? {
    guard let field else { return .null }
    for kind in kinds {
      if kind == .reference {
        guard let name = field.name else { continue }
        return try target(name).map { .reference($0) } ?? nil
      }
      if let value = Self.value(field, as: kind) { return value }
    }
    if case .reference(let name) = field { return try target(name).map { .reference($0) } ?? nil }
    if let kind = kinds.first, isDeclared {
      throw CloudKitError.badRequest(
        "invalid attempt to set value type \(field.type.rawValue) for field '\(name)' for type "
          + "'\(recordType)', defined to be: \(kind.type.rawValue)")
    }
    return Self.plain(field)
  }

  /// The value as what CloudKit says that it is.
  private static func plain(_ field: CloudField) -> SyncValue? {
    switch field {
    case .text(let text): .text(text)
    case .integer(let number): .integer(number)
    case .double(let number): .real(number)
    case .timestamp(let time): date(time)
    case .bytes(let data): .bytes(data)
    case .asset(let blob): .blob(blob)
    case .reference, .readAsset: nil
    }
  }

  private static func date(_ time: Int64) -> SyncValue { .date(Double(time) / 1_000 - 978_307_200) }

  /// Nil: an attribute of this kind cannot have it.
  private static func value(_ field: CloudField, as kind: FieldKind) -> SyncValue? {
    switch (kind, field) {
    case (.text, .text(let text)): return .text(text)
    case (.text, .asset(var blob)), (.json, .asset(var blob)), (.url, .asset(var blob)):
      blob.isText = true
      return .blob(blob)
    case (.bytes, .asset(let blob)): return .blob(blob)
    case (.integer, .integer(let number)): return .integer(number)
    case (.bool, .integer(let number)): return number == 0 || number == 1 ? .bool(number == 1) : nil
    case (.real, .double(let number)): return .real(number)
    case (.real, .integer(let number)): return .real(Double(number))
    case (.decimal, .double(let number)):
      // The shortest digits that mean the number: those of its binary fraction are not what anybody has written.
      guard number.isFinite,
        let decimal = Decimal(string: number.description, locale: Locale(identifier: "en_US_POSIX")),
        !decimal.isNaN
      else { return nil }
      return .text("\(decimal)")
    case (.decimal, .integer(let number)): return .text("\(number)")
    case (.date, .timestamp(let time)): return date(time)
    case (.bytes, .bytes(let data)): return .bytes(data)
    case (.uuid, .text(let text)): return UUID(uuidString: text).map { .uuid($0) }
    case (.url, .text(let text)): return .text(RecordLayout.quoted(text))
    case (.json, .bytes(let data)):
      // Other forms than JSON are of Apple's runtime, and no device of ours could read them.
      guard let text = String(data: data, encoding: .utf8), (try? CloudJSON(Array(data))) != nil else { return nil }
      return .text(text)
    default: return nil
    }
  }
}

extension CloudField {
  /// What may be the name of a record.
  fileprivate var name: String? {
    switch self {
    case .text(let name), .reference(let name): name
    default: nil
    }
  }
}
