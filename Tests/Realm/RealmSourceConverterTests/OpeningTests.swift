// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing
import ToolSupport

@testable import RealmBehaviour

/// What a converted program says if its store cannot be read: nowhere are there just no objects.
@Suite(.serialized) struct OpeningTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func container(_ url: URL, for models: [any PersistentModel.Type]) throws -> ModelContainer {
    let schema = Schema(models)
    return try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url))
  }

  @Test func anErrorOnOpeningIsThrown() throws {
    let url = folder.url.appendingPathComponent("damaged.store")
    try Data("no store".utf8).write(to: url)
    ModelContainer.app = Result { try container(url, for: [Note.self]) }
    #expect(throws: (any Error).self) { try openedRealm() }
    #expect(try Data(contentsOf: url) == Data("no store".utf8))
  }

  @Test func theContainerOfTestsIsTheOneThatIsOpened() throws {
    let own = try container(folder.url.appendingPathComponent("own.store"), for: [Note.self])
    ModelContainer.app = .success(own)
    #expect(try openedRealm().container === own)
  }

  /// Realm's queries do not throw; what went wrong must not be taken for an answer that is written on.
  @Test func theErrorOfAQueryIsThrownByTheNextWrite() throws {
    let context = ModelContext(try container(folder.url.appendingPathComponent("notes.store"), for: [Note.self]))
    #expect(context.objects(FetchDescriptor<Dog>()).isEmpty)
    #expect(throws: (any Error).self) {
      try context.write { context.add(Note(value: ["text": "no dogs"])) }
    }
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 0)
    try context.write { context.add(Note(value: ["text": "told once"])) }
    #expect(try context.fetch(FetchDescriptor<Note>()).map(\.text) == ["told once"])
  }
}
