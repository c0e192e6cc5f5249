// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Which changes of an attribute's type keep what its columns hold.
///
/// Types of one family of columns could be read as each other, and mean
/// something else: five would become five seconds after the beginning of 2001.
/// Core Data makes no such change by itself either. Some changes are right for
/// some values only, such as a number that still fits: then the store's own are
/// looked at before anything is changed (``ValueCheck``).
enum TypeChange {
  /// The checks that the values of a stored attribute need.
  ///
  /// - Parameters:
  ///   - columns: Those of the attribute's parts; `nil` for one that has no values yet.
  ///   - numbers: The entities of the rows; `nil` for those of the attribute.
  ///   - isExternal: Whether the columns say where values are.
  /// - Throws: an error if no value of that type could be read right.
  static func checks(
    _ property: _Property, columns: [String?], stored: AttributeDescription, numbers: [Int64]? = nil,
    isExternal: Bool
  ) throws -> [ValueCheck] {
    let parts = AttributePart.parts(of: property)
    guard parts.count == columns.count else { return [] }
    let known = AttributePart.stored(stored)
    return try zip(parts, columns).compactMap { part, column in
      guard let column, let former = known[Array(part.path.dropFirst())] else { return nil }
      if former.type == part.type, !becomesEnum(stored, part) {
        guard changesElements(property, stored: stored) else { return nil }
        return ValueCheck(
          property: property, part: part, column: column, former: former.type, numbers: numbers,
          formerClass: stored.valueClassName, isExternal: isExternal)
      }
      guard former.type.keepsValues(as: part.type) else {
        throw error(
          property, part,
          "In the store, this attribute is of type \(former.type), in the schema of type \(part.type): its values would mean something else."
        )
      }
      guard needsCheck(from: former.type, part) else { return nil }
      return ValueCheck(
        property: property, part: part, column: column, former: former.type, numbers: numbers)
    }
  }

  /// Whether an array, a set or a dictionary has elements of another type now,
  /// which neither its column nor the version hashes say.
  static func changesElements(_ property: _Property, stored: AttributeDescription) -> Bool {
    guard hasElements(property), stored.type == .transformable, let former = stored.valueClassName,
      isCollection(former)
    else { return false }
    return former != AttributeDescription(property)?.valueClassName
  }

  /// Whether an attribute is an array, a set or a dictionary, in an archive.
  static func hasElements(_ property: _Property) -> Bool {
    guard case .attribute(.archive) = property.description.kind,
      let name = AttributeDescription(property)?.valueClassName
    else { return false }
    return isCollection(name)
  }

  private static func isCollection(_ name: String) -> Bool {
    ["Array<", "Set<", "Dictionary<"].contains { name.hasPrefix($0) }
  }

  /// Columns have the names of what is in a value. So if one value has become
  /// several, or several one, the new columns are not those that have the
  /// values, and no column tells that they are left behind.
  ///
  /// - Throws: an error if that is so.
  static func checkShape(_ property: _Property, stored: AttributeDescription) throws {
    let parts = AttributePart.parts(of: property)
    let spread = PartChanges.spread(property)
    for (path, former) in AttributePart.stored(stored).sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let changed = parts.first {
        let own = $0.path.dropFirst()
        return own.count != path.count && (own.starts(with: path) || path.starts(with: own))
      }
      guard let part = changed, former.type != .binaryData || !spread.contains(path) else { continue }
      // Whether a case that has other values now is in use is for the rows to say.
      if let enumeration = part.enumeration?.dropFirst(), path.count > enumeration.count,
        isEnumeration(Array(enumeration), in: stored)
      {
        continue
      }
      let several = "a struct, or an enum without raw values"
      let isOne = path.count < part.path.count - 1
      throw error(
        property, isOne ? path : Array(part.path.dropFirst()),
        isOne
          ? "In the store, this is of type \(former.type), in the schema \(several): its values would be lost."
          : "In the store, this is \(several), in the schema of type \(part.type): its values would be lost."
      )
    }
  }

  /// What moves to the columns of another class moves part by part.
  ///
  /// - Parameter isWhole: Whether the store has a column for each part.
  /// - Throws: an error if a part would stay behind, or come from nowhere.
  static func checkParts(_ property: _Property, stored: AttributeDescription, isWhole: Bool) throws {
    try checkShape(property, stored: stored)
    let parts = Set(AttributePart.parts(of: property).map { Array($0.path.dropFirst()) })
    guard !isWhole || parts != Set(AttributePart.stored(stored).keys) else { return }
    throw error(
      property, [],
      "In the store, another class declares this attribute, with other fields or cases: its values cannot move here.")
  }

  private static func isEnumeration(_ path: [String], in attribute: AttributeDescription) -> Bool {
    guard let name = path.first else { return attribute.isEnumeration && !attribute.hasRawValues }
    return attribute.elements.first { $0.name == name }
      .map { isEnumeration(Array(path.dropFirst()), in: $0) } ?? false
  }

  static func error(
    _ property: _Property, _ part: AttributePart, _ explanation: String
  ) -> SwiftDataError {
    error(property, Array(part.path.dropFirst()), explanation)
  }

  private static func error(
    _ property: _Property, _ path: [String], _ explanation: String
  ) -> SwiftDataError {
    SwiftDataError(
      .unknownDataStoreSchema, explanation, entity: property.entity.name,
      property: ([property.name] + path).joined(separator: "."),
      advice:
        "Give the attribute its former type, or give the new one another name, and convert the values in a stage of a migration plan."
    )
  }

  /// Whether plain values are read as an enum's raw values now.
  private static func becomesEnum(_ stored: AttributeDescription, _ part: AttributePart) -> Bool {
    part.isRawValue && part.path.count == 1 && stored.type != .composite
  }

  private static func needsCheck(from old: AttributeType, _ part: AttributePart) -> Bool {
    if part.isRawValue { return true }
    let integers: Set<AttributeType> = [.boolean, .integer16, .integer32, .integer64]
    switch (old, part.type) {
    case (.undefined, _), (.objectID, _), (_, .undefined), (_, .objectID): return false
    case (_, .decimal) where integers.contains(old): return false
    case (.float, .double), (_, .string): return false
    case (.binaryData, _), (.transformable, _): return false
    default: return old != part.type
    }
  }
}
