// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// What arrives beside something else that happens: a cascade of the store, an edit of an inherited property, a history that
/// is deleted, a process that ends.
@Suite struct ArrivalPairTests {
  enum Album {
    @Model final class Photo {
      var uid: String
      /// Without a default value: a photo without its image cannot be shown.
      var image: Data
      @Relationship(deleteRule: .cascade, inverse: \Caption.photo) var captions: [Caption] = []
      init(uid: String, image: Data) {
        self.uid = uid
        self.image = image
      }
    }

    @Model final class Caption {
      var text: String
      var photo: Photo
      init(text: String, photo: Photo) {
        self.text = text
        self.photo = photo
      }
    }

    static let all: [any PersistentModel.Type] = [Photo.self, Caption.self]
  }

  private let clock = TestClock()
  private let server: MemoryServer

  init() { server = MemoryServer(clock: clock) }

  private func device(_ number: UInt64, _ models: [any PersistentModel.Type] = App.synced) throws -> Device {
    let all = models.count == App.synced.count ? App.all : models
    return try Device(number, server, clock: clock, synced: models, all: all)
  }

  /// The new owner of a caption waits for its large value, and the former one is deleted by the same save.
  @Test func aNewOwnerThatIsNotThereYet() async throws {
    let (a, b) = (try device(1, Album.all), try device(2, Album.all))
    let sync = { for device in [a, b, a, b] { try await device.sync.syncNow() } }
    try a.edit { context in
      let photo = Album.Photo(uid: "1", image: Data([1]))
      context.insert(photo)
      context.insert(Album.Caption(text: "c", photo: photo))
    }
    try await sync()
    try a.edit { context in
      let old = try #require(try context.fetch(FetchDescriptor<Album.Photo>()).first)
      let photo = Album.Photo(uid: "2", image: Data(repeating: 2, count: 5_000))
      context.insert(photo)
      old.captions.first?.photo = photo
      context.delete(old)
    }
    try await sync()
    for device in [a, b] {
      let captions = try ModelContext(device.container).fetch(FetchDescriptor<Album.Caption>())
      #expect(captions.map(\.photo.uid) == ["2"], "device \(device.number)")
      #expect(try ModelContext(device.container).fetch(FetchDescriptor<Album.Photo>()).map(\.uid) == ["2"])
    }
  }

  /// An edit of an inherited property is none of the class's own.
  @Test func aSubclassIsEditedWhileSomethingArrives() async throws {
    let (a, b) = (try device(1), try device(2))
    try a.edit { $0.insert(App.Dog(uid: "d", name: "Rex", trick: "sit")) }
    try await settle([a, b], server)
    try a.edit { context in try context.fetch(FetchDescriptor<App.Dog>()).first?.trick = "roll" }
    try await a.sync.syncNow()
    b.crash.arm(.wroteJournal)
    await #expect(throws: (any Error).self) { try await b.sync.syncNow() }
    try b.restart()
    try b.edit { context in try context.fetch(FetchDescriptor<App.Dog>()).first?.name = "Max" }
    try await settle([a, b], server)
    #expect(try a.dump() == ["Dog d Max home - roll"])
  }

  /// The app deletes its history while what has come is not shown.
  @Test(arguments: [SyncStep.wroteJournal, .savedStore]) func historyThatGoesBeforeArrivalsAreShown(step: SyncStep)
    async throws
  {
    let (a, b) = (try device(1), try device(2))
    try a.edit { context in
      context.insert(App.Note(uid: "1", title: "old"))
      context.insert(App.Note(uid: "2", title: "old"))
    }
    try await settle([a, b], server)
    try a.edit { context in
      try a.note("1", context)?.title = "new"
      try a.note("2", context).map { context.delete($0) }
      context.insert(App.Note(uid: "3", title: "three"))
    }
    try await a.sync.syncNow()
    b.crash.arm(step)
    await #expect(throws: (any Error).self) { try await b.sync.syncNow() }
    try b.restart()
    try b.edit { $0.insert(App.Folder(uid: "f", name: "f")) }
    try ModelContext(b.container).deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    try b.edit { $0.insert(App.Folder(uid: "g", name: "g")) }
    try await settle([a, b], server)
    #expect(
      try a.dump().map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        == ["Folder f f", "Folder g g", "Note 1 new", "Note 3 three"])
  }

  /// A record that was deleted here and comes back is another object, also if the process ends meanwhile.
  @Test func aRevivedRecordAfterACrash() async throws {
    let (a, b) = (try device(1), try device(2))
    try a.edit { $0.insert(App.Note(uid: "1", title: "old")) }
    try await settle([a, b], server)
    try b.edit { context in try b.note("1", context).map { context.delete($0) } }
    try a.edit { context in try a.note("1", context)?.title = "new" }
    try await a.sync.syncNow()
    b.crash.arm(.savedStore)
    await #expect(throws: (any Error).self) { try await b.sync.syncNow() }
    try b.restart()
    try await settle([a, b], server)
    #expect(try b.dump().count == 1)
    // The object is the record's: an edit reaches the other device.
    try b.edit { context in try b.note("1", context)?.title = "again" }
    try await settle([a, b], server)
    #expect(try a.note("1", ModelContext(a.container))?.title == "again")
    #expect(try a.dump().count == 1)
  }
}
