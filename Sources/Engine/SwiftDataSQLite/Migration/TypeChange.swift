// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore

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
  /// - Throws: an error if no value of that type could be read right.
  static func checks(
    _ property: _Property, columns: [String], stored: AttributeDescription
  ) throws -> [ValueCheck] {
    let parts = AttributePart.parts(of: property)
    guard parts.count == columns.count else { return [] }
    let known = AttributePart.stored(stored)
    return try zip(parts, columns).compactMap { part, column in
      guard let former = known[Array(part.path.dropFirst())] else { return nil }
      if former.type == part.type, !becomesEnum(stored, part) { return nil }
      guard keepsValues(from: former.type, to: part.type) else {
        throw error(
          property, part,
          "In the store, this attribute is of type \(former.type), in the schema of type \(part.type): its values would mean something else."
        )
      }
      guard needsCheck(from: former.type, part) else { return nil }
      return ValueCheck(property: property, part: part, column: column, former: former.type)
    }
  }

  static func error(
    _ property: _Property, _ part: AttributePart, _ explanation: String
  ) -> SwiftDataError {
    SwiftDataError(
      .unknownDataStoreSchema, explanation, entity: property.entity.name,
      property: ([property.name] + part.path.dropFirst()).joined(separator: "."),
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
