// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataRealmMigration
import Testing

@testable import RealmBehaviour

/// Files of former versions of an app, in the store of its converted models.
@Suite struct SchemaChangeTests {
  private let folder: TemporaryFolder
  private let source: URL
  private let store: URL

  init() throws {
    folder = try TemporaryFolder()
    source = folder.url.appendingPathComponent("default.realm")
    store = folder.url.appendingPathComponent("default.store")
  }

  private func importer(_ change: SchemaChange) throws -> RealmImporter {
    try change.write(source)
    var importer = RealmImporter(url: source)
    importer.mapping = try change.mapping(RealmFile(url: source))
    return importer
  }

  private func context() throws -> ModelContext {
    let schema = Schema(SchemaChange.models)
    return ModelContext(
      try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store)))
  }

  @Test(arguments: SchemaChange.all.indices)
  func change(_ index: Int) async throws {
    let change = SchemaChange.all[index]
    let importer = try importer(change)
    for try await _ in importer.migrate(to: store, schema: Schema(SchemaChange.models)) {}
    let verification = try importer.verify(store)
    #expect(verification.isClean, "\(change.name): \(verification.differences)")
    #expect(try change.read(context()) == change.expected, "\(change.name), \(change.page)")
  }

  /// Realm's block runs once for a file; so does this.
  @Test func aSecondRunChangesNothing() async throws {
    let change = try #require(SchemaChange.all.first { $0.name == "fields are combined" })
    let importer = try importer(change)
    for try await _ in importer.migrate(to: store, schema: Schema(SchemaChange.models)) {}
    let summary = try importer.migrate(to: store, isCancelled: { false }, progress: { _ in })
    #expect(summary.pass == 1)
    #expect(try change.read(context()) == change.expected)
  }

  /// At Realm, a file whose block fails stays as it was. Here, too, and what has come of it goes with a rollback.
  @Test func aBlockThatThrowsLeavesTheFile() async throws {
    struct Refusal: Error {}
    let change = try #require(SchemaChange.all.first { $0.name == "a text becomes a number" })
    try change.write(source)
    let before = try Data(contentsOf: source)
    var importer = RealmImporter(url: source)
    importer.mapping.map("Person", to: Person.self) { $0.set(\.age) { _ in throw Refusal() } }
    await #expect(throws: Refusal.self) {
      for try await _ in importer.migrate(to: store, schema: Schema(SchemaChange.models)) {}
    }
    #expect(try Data(contentsOf: source) == before)
    #expect(try context().fetchCount(FetchDescriptor<Person>()) == 0)
    try RealmImporter.rollBack(store)
    #expect(!FileManager.default.fileExists(atPath: store.path))
  }

  /// What a block would have to deal with is an error, and nothing is written.
  @Test func withoutABlockNothingIsWritten() async throws {
    let change = try #require(SchemaChange.all.first { $0.name == "a renamed property keeps its values" })
    try change.write(source)
    let error = await #expect(throws: RealmTransferError.self) {
      for try await _ in RealmImporter(url: source).migrate(to: store, schema: Schema(SchemaChange.models)) {}
    }
    #expect(error?.code == .unmatched)
    #expect(error?.description.contains("yearsSinceBirth") == true)
    #expect(!FileManager.default.fileExists(atPath: store.path))
  }

  /// Realm leaves zero in a new required property; a model's attribute has its default value. The guide says so.
  @Test func aNewRequiredPropertyHasItsDefault() async throws {
    let change = try #require(SchemaChange.all.first { $0.name == "a new optional property is nil" })
    let importer = try importer(change)
    for try await _ in importer.migrate(to: store, schema: Schema(SchemaChange.models)) {}
    #expect(try context().people { "\($0.age) \($0.email)" } == "18 none, 18 none")
  }
}
