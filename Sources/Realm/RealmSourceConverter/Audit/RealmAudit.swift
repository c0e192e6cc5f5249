// SPDX-License-Identifier: Apache-2.0

/// What sources do with Realm: the first phase of leaving it.
package struct RealmAudit: Codable, Hashable, Sendable {
  /// A class of Realm's.
  package struct TypeEntry: Codable, Hashable, Sendable {
    package var name: String
    /// `object`, `embedded`, `asymmetric` or `projection`.
    package var kind: String
    package var file: String
    package var properties: Int
    package var primaryKey: String?
    /// `model` or `struct`.
    package var becomes: String
  }

  /// A link between two classes.
  package struct Relationship: Codable, Hashable, Sendable {
    package var from: String
    package var property: String
    package var to: String
    /// `one`, `list`, `set`, `dictionary` or `linking`.
    package var kind: String
    /// The result of the conversion, in a few words.
    package var becomes: String
  }

  /// Something at a place.
  package struct Finding: Codable, Hashable, Sendable {
    package var what: String
    package var file: String
    package var line: Int
  }

  /// Hours that people need, as far as counting can tell.
  package struct Effort: Codable, Hashable, Sendable {
    package var models: Double
    package var usage: Double
    package var threading: Double
    package var sync: Double
    package var testing: Double
    package var total: Double { models + usage + threading + sync + testing }
  }

  /// How many files there are, and how many of them use Realm.
  package var files: Int
  package var realmFiles: Int
  package var types: [TypeEntry]
  package var relationships: [Relationship]
  /// How often each thing is done: writes, queries, ….
  package var usage: [String: Int]
  /// What depends on threads.
  package var threading: [Finding]
  /// What depends on a server.
  package var sync: [Finding]
  /// The parts that were not converted.
  package var open: [Finding]
  package var effort: Effort
}
