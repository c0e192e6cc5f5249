// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// The models of one version, as a text file that is committed beside the sources.
///
/// A line is a fact, so that a review shows what has changed. Everything is sorted: the order of declarations is no part of
/// a schema.
struct FrozenSchema: Equatable {
  /// What the description was taken from: both tell types in their own words, and can be compared with their like only.
  enum Origin: String {
    case sources, store
  }

  struct Model: Equatable {
    var name: String
    var parent: String?
    var properties: [Property] = []
    var unique: [[String]] = []
    var indexes: [[String]] = []

    func property(named name: String) -> Property? { properties.first { $0.name == name } }
  }

  struct Property: Equatable {
    var name: String
    /// As declared, without the mark of an optional.
    var type: String
    var isOptional = false
    var isRelationship = false
    /// `unique`, `external storage`, …
    var options: [String] = []
    /// What it was called before.
    var formerName: String?
    var inverse: String?
    var deleteRule: String?
    /// The expression of its default value.
    var initial: String?
  }

  /// A struct or an enum that attributes are of.
  struct ValueType: Equatable {
    /// With those of the types around it, from the model or the version on: `Trip.Status`. Files of former versions of
    /// this tool have `Status` alone.
    var name: String
    var isEnum = false
    /// Of an enum with raw values.
    var rawType: String?
    /// `city: String`, or `circle(radius: Double)`.
    var members: [String] = []

    /// Whether values are stored in the same way, whatever the types are called.
    func isSame(as other: ValueType) -> Bool {
      isEnum == other.isEnum && rawType == other.rawType && members == other.members
    }
  }

  var origin: Origin
  var version: String
  var models: [Model] = []
  var types: [ValueType] = []

  func model(named name: String) -> Model? { models.first { $0.name == name } }

  /// The struct or enum that a declaration names.
  ///
  /// - Parameter scope: The model, or the type, with the declaration.
  func type(named name: String, within scope: String) -> ValueType? {
    var words = name.split(separator: ".").map(String.init)[...]
    // Of `SchemaV2.Trip.Status`, the names are those from the model on.
    while !words.isEmpty {
      var scopes = scope.split(separator: ".").map(String.init)
      while true {
        let full = (scopes + words).joined(separator: ".")
        if let found = types.first(where: { $0.name == full }) { return found }
        if scopes.isEmpty { break }
        scopes.removeLast()
      }
      words.removeFirst()
    }
    return types.first { $0.name.hasSuffix("." + name) }
  }

  /// With everything in order.
  var sorted: FrozenSchema {
    var sorted = self
    sorted.models.sort { $0.name < $1.name }
    sorted.types.sort { $0.name < $1.name }
    for index in sorted.models.indices {
      sorted.models[index].properties.sort { $0.name < $1.name }
      for place in sorted.models[index].properties.indices { sorted.models[index].properties[place].options.sort() }
      sorted.models[index].unique.sort { $0.joined(separator: ",") < $1.joined(separator: ",") }
      sorted.models[index].indexes.sort { $0.joined(separator: ",") < $1.joined(separator: ",") }
    }
    return sorted
  }
}

/// A version of three numbers, whose order is not that of their text.
struct SchemaVersionNumber: Comparable {
  let parts: [Int]

  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...3).contains(parts.count), !parts.contains(nil) else { return nil }
    self.parts = parts.compactMap { $0 } + Array(repeating: 0, count: 3 - parts.count)
  }

  static func < (left: Self, right: Self) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }
}
