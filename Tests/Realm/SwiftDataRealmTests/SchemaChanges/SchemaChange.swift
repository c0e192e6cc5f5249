// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataRealmMigration

@testable import RealmBehaviour

/// A change of a schema that an app made while it used Realm: a file from before it, and what its migration block says, as
/// a mapping.
///
/// An app that is converted meets such files at users who have left out updates. They come into the store of the
/// converted models as Realm would have brought them to the last version.
struct SchemaChange: Sendable {
  let name: String
  /// The page of Realm's documentation that says what comes out.
  let page: String
  /// Writes the file of a former version.
  let write: @Sendable (URL) throws -> Void
  /// What Realm's migration block does.
  let mapping: @Sendable (RealmFile) throws -> RealmMapping
  /// What is in the store, as text.
  let read: @Sendable (ModelContext) throws -> String
  /// What Realm has after its migration.
  let expected: String

  /// The models of the store.
  static let models: [any PersistentModel.Type] = [
    Person.self, Dog.self, Photo.self, Fan.self, RealmBehaviour.Album.self, Note.self, Legacy.self,
    PersonDogsElement.self, PersonPetsElement.self, AlbumPhotosElement.self, AlbumNamedElement.self,
    LegacyChildrenElement.self,
  ]

  private static let overview = "model-data/change-an-object-model"

  init(
    _ name: String, _ section: String, _ classes: [RealmClass],
    _ rows: [String: [[String: FileValue]]], version: Int64? = nil,
    mapping: @escaping @Sendable (RealmFile) throws -> RealmMapping = { _ in RealmMapping() },
    read: @escaping @Sendable (ModelContext) throws -> String, expected: String
  ) {
    self.name = name
    page = "\(Self.overview)#\(section)"
    write = { url in
      var classes = classes
      var numbered = rows.mapValues { rows in rows.enumerated().map { (Int64($0.offset), $0.element) } }
      if let version {
        classes.append(
          RealmClass(
            name: "metadata", tableName: "metadata", key: RealmTableKey(0), kind: .topLevel,
            properties: [Schemas.value("version", .int)], primaryKey: nil))
        numbered["metadata"] = [(0, ["version": .int(version)])]
      }
      try RealmFiles.write(RealmSchema(format: 24, version: 3, classes: classes), numbered, to: url)
    }
    self.mapping = mapping
    self.read = read
    self.expected = expected
  }
}

extension ModelContext {
  /// Some text of each person, in the order of their keys.
  func people(_ text: (Person) -> String) throws -> String {
    try fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.id)])).map(text).joined(separator: ", ")
  }

  /// The texts of all dogs, in their order.
  func dogs(_ text: (Dog) -> String) throws -> String {
    try fetch(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.id)])).map(text).joined(separator: ", ")
  }
}
