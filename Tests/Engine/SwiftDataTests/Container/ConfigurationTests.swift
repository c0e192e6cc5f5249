// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct ConfigurationTests {
  typealias Author = Library.Author

  @Test func severalConfigurationsKeepSeveralFiles() throws {
    let folder = try TestFolder()
    let library = Schema([Author.self])
    let chains = Schema([Chain.self])
    let schema = Schema([Author.self, Chain.self])
    func open() throws -> ModelContainer {
      try ModelContainer(
        for: schema,
        configurations: [
          ModelConfiguration("library", schema: library, url: folder.file("a.store")),
          ModelConfiguration("chains", schema: chains, url: folder.file("b.store")),
        ])
    }
    let container = try open()
    let context = ModelContext(container)
    context.insert(Author(uid: 1, name: "A"))
    context.insert(Chain(index: 5))
    try context.save()
    let again = ModelContext(try open())
    #expect(try again.fetch(FetchDescriptor<Author>()).map(\.uid) == [1])
    #expect(try again.fetch(FetchDescriptor<Chain>()).map(\.index) == [5])
    let id = try #require(container.storeIdentifier(forConfigurationNamed: "chains"))
    #expect(container.configurationName(forStoreIdentifier: id) == "chains")
    #expect(container.storeIdentifier(forConfigurationNamed: "none") == nil)
  }

  @Test func aHundredContainersLiveSideBySide() throws {
    let containers = try (0..<100).map { index in
      let container = try memoryContainer(Chain.self)
      let context = ModelContext(container)
      context.insert(Chain(index: index))
      try context.save()
      return container
    }
    for (index, container) in containers.enumerated() {
      let chains = try ModelContext(container).fetch(FetchDescriptor<Chain>())
      #expect(chains.map(\.index) == [index])
    }
  }

  @Test func relatedModelsAreFound() throws {
    let container = try ModelContainer(
      for: Library.Tag.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(
      Set(container.schema.entities.map(\.name)) == ["Tag", "Book", "Author", "Profile"])
    #expect(container.schema.entity(for: Library.Author.self)?.relationshipsByName["books"] != nil)
  }

  @Test @MainActor func theMainContextIsOneAndSavesItself() async throws {
    let container = try memoryContainer(Chain.self)
    #expect(container.mainContext === container.mainContext)
    #expect(container.mainContext.autosaveEnabled)
    #expect(!ModelContext(container).autosaveEnabled)
    container.mainContext.insert(Chain(index: 1))
    // The save comes on a later turn of the main queue.
    for _ in 0..<1000 {
      guard container.mainContext.hasChanges else { break }
      await Task.yield()
    }
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    #expect(!container.mainContext.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Chain>()) == 1)
  }
}
