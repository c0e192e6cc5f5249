// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct SnapshotTests {
  @Test func aSnapshotGoesToAnotherActorWithTypedValues() async throws {
    let container = try memoryContainer()
    let context = ModelContext(container)
    let album = Album("Blue", year: 1971)
    context.insert(album)
    let song = Song("One")
    song.album = album
    try context.save()
    let other = ModelContext(container)
    let fetched = try #require(try other.fetch(FetchDescriptor<Album>()).first)
    fetched.title = "Blue!"
    let snapshot = fetched.snapshot()
    let (title, year, songs, tags) = await Task.detached {
      (
        snapshot[\Album.title], snapshot[\Album.year], snapshot.identifiers(of: \Album.songs),
        snapshot.identifiers(of: \Album.tags)
      )
    }.value
    #expect(title == "Blue!" && year == 1971)
    #expect(songs == [song.persistentModelID] && tags.isEmpty)
    #expect(snapshot.persistentIdentifier == album.persistentModelID)
    #expect(song.snapshot().identifiers(of: \Song.album) == [album.persistentModelID])
    let copy = try JSONDecoder().decode(DefaultSnapshot.self, from: JSONEncoder().encode(snapshot))
    #expect(copy[\Album.title] == "Blue!")
    // Of a model without a context, too.
    #expect(Album("New").snapshot()[\Album.title] == "New")
  }
}
