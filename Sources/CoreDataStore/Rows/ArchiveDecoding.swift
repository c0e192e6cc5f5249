import CoreDataModel
import Foundation

/// Values of property-list types inside keyed archives.
enum ArchiveDecoding {
  /// `nil` if the bytes are no archive, or one of other classes.
  static func value(_ bytes: Data, _ attribute: AttributeDescription) -> StoredValue? { nil }
}
