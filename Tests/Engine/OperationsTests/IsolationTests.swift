// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

#if DEBUG
  @Suite struct IsolationTests {
    @Test @MainActor func aModelOfTheMainContextIsReportedElsewhere() async throws {
      let container = try memoryContainer()
      let found = Collected<IsolationViolation>()
      container.onIsolationViolation = { found.append($0) }
      let context = container.mainContext
      let album = Album("Blue")
      context.insert(album)
      try context.save()
      album.year = 1970
      _ = album.title
      _ = try context.fetch(FetchDescriptor<Album>())
      #expect(found.all == [])

      let shelf = Shelf(modelContainer: container)
      let year = await shelf.touch(UncheckedAlbum(model: album))
      #expect(year == 1970 && album.year == 1971)
      #expect(found.all.map(\.operation) == [.read, .write])
      #expect(found.all.allSatisfy { $0.entityName == "Album" && $0.propertyName == "year" })
      #expect(found.all.allSatisfy { $0.expected == "the main actor" })
      #expect(found.all.first?.actual == "the queue of another model actor")
      // Once for each property and operation.
      _ = await shelf.touch(UncheckedAlbum(model: album))
      #expect(found.all.count == 2)
    }

    @Test func aModelOfAnActorIsReportedElsewhere() async throws {
      let container = try memoryContainer()
      let found = Collected<IsolationViolation>()
      container.onIsolationViolation = { found.append($0) }
      let shelf = Shelf(modelContainer: container)
      try await shelf.add("Blue", songs: 2)
      #expect(try await shelf.count() == 1)
      #expect(found.all == [])
      let album = try #require(try await shelf.first()).model
      #expect(album.title == "Blue")
      #expect(album.songs.count == 2)
      album.modelContext?.insert(Tag("x"))
      _ = try album.modelContext?.fetchCount(FetchDescriptor<Album>())
      try album.modelContext?.save()
      #expect(
        found.all.map(\.operation) == [.read, .read, .insert, .fetch, .save], "\(found.all)")
      #expect(found.all.map(\.propertyName) == ["title", "songs", nil, nil, nil])
      #expect(found.all.allSatisfy { $0.expected == "a model actor" })
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Tag>()) == 1)
    }

    /// A context that a task has made goes from thread to thread with it.
    @Test func contextsOfTasksAreLeftAlone() async throws {
      let container = try memoryContainer()
      let found = Collected<IsolationViolation>()
      container.onIsolationViolation = { found.append($0) }
      let context = ModelContext(container)
      for number in 0..<20 {
        context.insert(Album("\(number)"))
        await Task.yield()
        try context.save()
      }
      #expect(found.all == [])
    }
  }
#endif
