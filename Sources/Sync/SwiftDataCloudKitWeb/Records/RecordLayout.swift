// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// Records of models in the layout that Apple's mirroring writes: a field `CD_name` for an attribute `name`, the model
/// in `CD_entityName`, the other end of a to-one relationship as the name of its record.
struct RecordLayout: Sendable {
  static let prefix = "CD_"
  static let entityName = "CD_entityName"
  static let assetSuffix = "_ckAsset"
  /// The zone of a private database that mirrors a store.
  static let zone = "com.apple.coredata.cloudkit.zone"

  var schema: MirroredSchema

  /// The type of the records of a model: that of the class it descends from.
  func recordType(of entity: String) -> String { Self.prefix + schema.root(entity) }

  /// Records of sync itself, which are no model's: keys, links between zones.
  static func isHidden(_ name: String) -> Bool { name.hasPrefix("$") }

  /// The fields of a record. What has no value is not there.
  ///
  /// - Parameter name: The name in CloudKit of the record that a reference leads to; nil: there is none.
  func fields(
    of record: SyncRecord, _ id: RecordID, _ name: (RecordID) throws -> String?
  ) rethrows -> [String: CloudField] {
    var fields: [String: CloudField] = [Self.entityName: .text(id.type)]
    for (field, register) in record.fields where !Self.isHidden(field) {
      guard let value = try self.field(register.value, schema.attribute(field, of: id.type)?.kind, name) else {
        continue
      }
      let key = Self.prefix + field
      if case .asset = value { fields[key + Self.assetSuffix] = value } else { fields[key] = value }
    }
    return fields
  }

  /// A value as CloudKit has it; nil: it has none, or none that JSON can say.
  func field(
    _ value: SyncValue, _ kind: FieldKind?, _ name: (RecordID) throws -> String?
  ) rethrows -> CloudField? {
    switch value {
    case .null: return nil
    case .bool(let value): return .integer(value ? 1 : 0)
    case .integer(let value): return .integer(value)
    case .real(let value): return value.isFinite ? .double(value) : nil
    case .text(let text):
      switch kind {
      case .json: return .bytes(Data(text.utf8))
      case .url: return .text(Self.unquoted(text) ?? text)
      case .decimal: return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
      default: return .text(text)
      }
    case .bytes(let data): return .bytes(data)
    case .date(let seconds): return Self.milliseconds(seconds).map { .timestamp($0) }
    case .uuid(let uuid): return .text(uuid.uuidString)
    case .reference(let target): return try name(target).map { .text($0) }
    case .blob(let blob): return .asset(blob)
    case .sealedBlob(let sealed): return .asset(sealed.blob)
    }
  }

  /// Seconds since 2001 as milliseconds since 1970; nil: no calendar has them.
  static func milliseconds(_ seconds: Double) -> Int64? {
    let time = ((seconds + 978_307_200) * 1_000).rounded()
    return abs(time) < 9e15 ? Int64(time) : nil
  }

  /// A text in JSON.
  static func unquoted(_ json: String) -> String? {
    guard case .text(let text)? = try? CloudJSON(Array(json.utf8)) else { return nil }
    return text
  }

  static func quoted(_ text: String) -> String {
    String(decoding: CloudJSON.text(text).bytes, as: UTF8.self)
  }
}
