import CoreDataModel
import SwiftDataCore
import SwiftDataSQL

/// Which changes of an attribute's type keep what its column holds.
///
/// Types of one family of columns could be read as each other, and mean
/// something else: five would become five seconds after the beginning of 2001.
/// Core Data makes no such change by itself either.
enum TypeChange {
  /// - Throws: an error if values of the stored attribute would be misread.
  static func check(_ property: _Property, stored: AttributeDescription) throws {
    guard let declared = AttributeDescription(property) else { return }
    let (old, new) = (simple(stored), simple(declared))
    guard old != .composite, new != .composite, !keepsValues(from: old, to: new) else { return }
    throw SwiftDataError(
      .unknownDataStoreSchema,
      "The store keeps this attribute as \(old), the schema as \(new): its values would mean something else.",
      entity: property.entity.name, property: property.name,
      advice:
        "Give the attribute its former type, or give the new one another name, and convert the values in a stage of a migration plan."
    )
  }

  /// An enum with raw values is kept as its raw value.
  private static func simple(_ attribute: AttributeDescription) -> AttributeType {
    guard attribute.type == .composite, attribute.elements.count == 1,
      attribute.elements[0].name == attribute.name
    else { return attribute.type }
    return attribute.elements[0].type
  }

  static func keepsValues(from old: AttributeType, to new: AttributeType) -> Bool {
    let integers: Set<AttributeType> = [.integer16, .integer32, .integer64]
    let fractions: Set<AttributeType> = [.float, .double, .decimal]
    switch (old, new) {
    case _ where old == new: return true
    // What these hold is not known.
    case (.undefined, _), (_, .undefined), (.objectID, _), (_, .objectID): return true
    case (.boolean, _): return integers.contains(new)
    case _ where integers.contains(old): return integers.contains(new) || fractions.contains(new)
    case _ where fractions.contains(old): return fractions.contains(new)
    case (.string, .uri), (.uri, .string): return true
    // Bytes that are no archive are found out when they are read.
    case (.binaryData, .transformable), (.transformable, .binaryData): return true
    default: return false
    }
  }
}
