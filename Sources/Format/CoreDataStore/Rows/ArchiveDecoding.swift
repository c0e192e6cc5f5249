// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Values of property-list types inside keyed archives.
enum ArchiveDecoding {
  /// `nil` if the bytes are no archive, or one with objects of other classes.
  static func value(_ bytes: Data, _ attribute: AttributeDescription) -> StoredValue? {
    guard bytes.starts(with: Array("bplist".utf8)),
      let value = try? ArchivedValue(keyedArchive: bytes), !value.hasUnknown(0)
    else { return nil }
    // Arrays of Codable values are JSON in an archive.
    if attribute.isCodableCollection, let data = value.json, let json = ValueDecoder.json(data) {
      return .json(json)
    }
    return .archived(value)
  }

  /// The bytes of a value as ``Store/json(_:)`` gives it.
  static func bytes(_ json: JSONValue, _ attribute: AttributeDescription) throws -> Data {
    let value: ArchivedValue
    if attribute.isCodableCollection, !attribute.isPlainCollection {
      value = .data(Data("\(json)".utf8))
    } else if case .object(let members) = json, members.count == 1, members[0].name == "$archive" {
      value = try ArchivedJSON.value(members[0].value)
    } else {
      value = try ArchivedJSON.value(json)
    }
    guard let bytes = try? value.keyedArchive() else {
      throw ValueEncoder.Unfit("the values are nested too deeply")
    }
    return bytes
  }
}

extension AttributeDescription {
  /// Whether the transformer makes keyed archives of property-list values.
  ///
  /// What others make is known to their app alone.
  var hasArchivingTransformer: Bool { TransformerNames.areArchives(transformerName) }

  /// Whether it is an array, or another collection, of Swift's.
  var isCodableCollection: Bool { type == .transformable && valueClassName?.contains("<") == true }

  /// Whether the members are of types that archives hold as they are.
  var isPlainCollection: Bool {
    guard let name = valueClassName, isCodableCollection else { return false }
    let plain: Set<String> = [
      "Array", "Optional", "Dictionary", "Set", "String", "Int", "Int16", "Int32", "Int64",
      "Double", "Float", "Bool",
    ]
    return name.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      .allSatisfy { plain.contains(String($0)) || $0 == "Swift" }
  }
}

extension ArchivedValue {
  fileprivate func hasUnknown(_ depth: Int) -> Bool {
    guard depth < 100 else { return true }
    return switch self {
    case .unknown: true
    case .array(let members), .set(let members): members.contains { $0.hasUnknown(depth + 1) }
    case .dictionary(let entries):
      entries.contains { $0.key.hasUnknown(depth + 1) || $0.value.hasUnknown(depth + 1) }
    default: false
    }
  }
}
