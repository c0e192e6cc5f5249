// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// What properties are called in records, where that is not their name.
///
/// A record keeps the first name that a property had, so that devices before and after a renaming understand each
/// other. `originalName` says it if the property was renamed once and the option stays; beyond that, devices know.
struct FieldNames: Hashable, Sendable, Codable {
  /// By the class that declares the property, and its name.
  private var names: [String: [String: Name]] = [:]

  private struct Name: Hashable, Sendable, Codable {
    /// The property's `originalName` when this was noted.
    var original: String
    var field: String
  }

  init() {}

  /// What a property is called in records.
  ///
  /// - Parameter all: The properties that the class declares.
  func field(of property: any SchemaProperty, in model: String, among all: [any SchemaProperty]) -> String {
    let (known, original) = (names[model] ?? [:], Self.original(property))
    if let name = known[property.name] {
      if original == name.original { return name.field }
      // The option was taken away from a property that was renamed earlier; or that one has another name by now, and
      // this one is new.
      let isTaken = all.contains { other in
        other.name != property.name && Self.original(other) == property.name
          && known[other.name]?.original != property.name
      }
      if original == property.name, !isTaken { return name.field }
    }
    if original != property.name, let name = known[original] { return name.field }
    return original
  }

  /// Remembers what a property is called, unless its name says it.
  mutating func note(_ field: String, of property: any SchemaProperty, in model: String) {
    let original = Self.original(property)
    guard field != property.name || original != property.name else { return }
    names[model, default: [:]][property.name] = Name(original: original, field: field)
  }

  private static func original(_ property: any SchemaProperty) -> String {
    property.originalName.isEmpty ? property.name : property.originalName
  }
}
