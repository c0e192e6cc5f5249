// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// What CloudKit asks of models is asked when the store is opened, all at once.
@Suite struct CloudKitRulesTests {
  enum Bad {
    @Model final class Track {
      @Attribute(.unique) var id: String = ""
      var title: String
      var rating: Int = 0
      var genre: String?
      @Transient var isPlaying: Bool = false
      var album: Album
      @Relationship(deleteRule: .deny) var plays: [Play]?
      init(title: String, album: Album) {
        self.title = title
        self.album = album
      }
    }
    @Model final class Album {
      @Relationship(inverse: \Track.album) var tracks: [Track] = []
      init() {}
    }
    @Model final class Play {
      var date: Date?
      init() {}
    }
  }
  enum Good {
    @Model final class Track {
      var title: String = ""
      var genre: String?
      var album: Album?
      init() {}
    }
    @Model final class Album {
      @Relationship(deleteRule: .cascade, inverse: \Track.album) var tracks: [Track]? = []
      init() {}
    }
  }

  private func open(
    _ types: [any PersistentModel.Type], _ database: ModelConfiguration.CloudKitDatabase
  ) throws {
    let folder = try TestFolder()
    let schema = Schema(types)
    _ = try ModelContainer(
      for: schema,
      configurations: [
        ModelConfiguration(schema: schema, url: folder.file(), cloudKitDatabase: database)
      ])
  }

  private static let bad: [any PersistentModel.Type] = [
    Bad.Track.self, Bad.Album.self, Bad.Play.self,
  ]

  @Test func everyFindingIsInOneError() throws {
    let error = try #require(
      #expect(throws: SwiftDataError.self) {
        try open(Self.bad, .private("iCloud.com.example.music"))
      })
    #expect(error == .loadIssueModelContainer)
    let lines = error.explanation.split(separator: "\n").dropFirst().map { String($0) }
    #expect(
      Set(lines) == [
        "Album: Relationship 'tracks' must be optional for CloudKit synchronization",
        "Track: Property 'title' must be optional or have a default value for CloudKit synchronization",
        "Track: Relationship 'album' must be optional for CloudKit synchronization",
        "Track: Relationship 'plays' must have an inverse for CloudKit synchronization",
        "Track: Relationship 'plays' must not have the delete rule .deny for CloudKit synchronization",
        "Track: Unique constraint on 'id' is not supported for CloudKit synchronization",
      ])
    #expect(lines.count == 6)
  }

  @Test func modelsThatObeyTheRulesOpen() throws {
    try open([Good.Track.self, Good.Album.self], .private("iCloud.com.example.music"))
  }

  /// Without an entitlement, these name no database.
  @Test func nothingIsAskedWithoutADatabase() throws {
    try open(Self.bad, .automatic)
    try open(Self.bad, .none)
  }

  @Test func nothingIsMadeIfTheModelsDoNotFit() throws {
    let folder = try TestFolder()
    let schema = Schema(Self.bad)
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: schema,
        configurations: [
          ModelConfiguration(
            schema: schema, url: folder.file(), cloudKitDatabase: .private("iCloud.com.example"))
        ])
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file().path))
  }

  enum Split {
    @Model class Item {
      var name: String = ""
      init() {}
    }
    @Model final class Parcel: Item {
      var label: Label?
      override init() { super.init() }
    }
    @Model final class Label {
      @Relationship(inverse: \Parcel.label) var parcel: Parcel?
      init() {}
    }
  }

  /// A subclass is kept with its superclass; its label is not.
  @Test func relationshipsStayInTheStore() throws {
    let folder = try TestFolder()
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: Schema([Split.Item.self, Split.Parcel.self, Split.Label.self]),
        configurations: [
          ModelConfiguration(
            "items", schema: Schema([Split.Item.self]), url: folder.file("items"),
            cloudKitDatabase: .private("iCloud.com.example")),
          ModelConfiguration("rest", url: folder.file("rest"), cloudKitDatabase: .none),
        ])
    }
    #expect(
      error?.explanation.hasSuffix(
        "\nParcel: Relationship 'label' must not lead to another store, where Label is, for CloudKit synchronization"
      ) == true, "\(String(describing: error))")
  }
}
