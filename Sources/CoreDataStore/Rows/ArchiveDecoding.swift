import CoreDataModel
import Foundation

/// Values of property-list types inside keyed archives.
enum ArchiveDecoding {
  /// `nil` if the bytes are no archive, or one of other classes.
  static func value(_ bytes: Data, _ attribute: AttributeDescription) -> StoredValue? { nil }

  /// The keyed archive of a value.
  static func archive(_ value: JSONValue) throws -> Data {
    throw ValueEncoder.Unfit("base64 is expected")
  }
}
