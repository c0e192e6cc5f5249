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
    let bytes: Data?
    if attribute.isCodableCollection {
      bytes = try? CodableJSON.archive(json.only("$json") ?? CodableJSON.plain(json), attribute.valueClassName)
    } else {
      bytes = try? ArchivedJSON.value(json.only("$archive") ?? json).keyedArchive()
    }
    guard let bytes else { throw ValueEncoder.Unfit("the values are nested too deeply") }
    return bytes
  }
}

extension JSONValue {
  /// The value of the only member of an object, if it has this name.
  fileprivate func only(_ name: String) -> JSONValue? {
    guard case .object(let members) = self, members.count == 1 else { return nil }
    return self[name]
  }
}

extension AttributeDescription {
  /// Whether the transformer makes keyed archives of property-list values.
  ///
  /// What others make is known to their app alone.
  var hasArchivingTransformer: Bool { TransformerNames.areArchives(transformerName) }

  /// Whether it is an array, or another collection, of Swift's.
  var isCodableCollection: Bool { type == .transformable && valueClassName?.contains("<") == true }
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
