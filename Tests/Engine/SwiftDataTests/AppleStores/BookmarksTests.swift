// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A Core Data store whose model says more than classes can: two of its
/// relationships are ordered.
enum Bookmarks {
  @Model final class BookmarkEntity {
    #Index<BookmarkEntity>(
      [\.isPendingDeletion], [\.uuid, \.isPendingDeletion], [\.url, \.isPendingDeletion])

    var isFolder: Bool
    @Attribute(hashModifier: "3") var isPendingDeletion: Bool? = false
    var lastChildrenPayloadReceivedFromSync: String?
    var modifiedAt: Date?
    var title: String?
    @Attribute(hashModifier: "3") var url: String?
    @Attribute(hashModifier: "3") var uuid: String
    @Relationship(deleteRule: .cascade, inverse: \BookmarkEntity.parent)
    var children: [BookmarkEntity]?
    @Relationship(originalName: "favoriteFolder", inverse: \BookmarkEntity.favorites)
    var favoriteFolders: [BookmarkEntity]?
    var favorites: [BookmarkEntity]?
    var parent: BookmarkEntity?

    init(isFolder: Bool, uuid: String) {
      self.isFolder = isFolder
      self.uuid = uuid
    }
  }
}

enum NewerBookmarks {
  @Model final class BookmarkEntity {
    var title: String?
    var note: String?
    init() {}
  }
}

@Suite(.enabled(if: AppleStore.isAvailable, AppleStore.absence))
struct BookmarksTests {
  typealias Bookmark = Bookmarks.BookmarkEntity

  @Test func changesLeaveTheModelOfTheOtherProgram() throws {
    let store = try AppleStore("cd-ddg-bookmarks-v5.sqlite")
    let before = try store.dump()
    do {
      let context = ModelContext(try store.container(Bookmark.self))
      let all = try context.fetch(FetchDescriptor<Bookmark>())
      #expect(all.count == before.count("ZBOOKMARKENTITY"))
      let folder = try #require(all.first { !($0.children ?? []).isEmpty })
      let child = Bookmark(isFolder: false, uuid: UUID().uuidString)
      child.parent = folder
      context.insert(child)
      folder.title = "Changed"
      try context.save()
      context.delete(child)
      try context.save()
    }
    let after = try store.dump()
    #expect(after.integrity == "ok")
    #expect(after.schema == before.schema)
    // Version hashes, model and everything else that the app looks for.
    #expect(after.tables["Z_METADATA"] == before.tables["Z_METADATA"])
    #expect(after.tables["Z_MODELCACHE"] == before.tables["Z_MODELCACHE"])
    let changed = after.differences(from: before).filter { $0.hasPrefix("ZBOOKMARKENTITY/") }
    #expect(changed.count == 1)
    #expect(after.count("ZBOOKMARKENTITY") == before.count("ZBOOKMARKENTITY"))
  }

  /// A schema that differs in more takes the store over, as any migration does.
  @Test func anotherSchemaTakesTheStoreOver() throws {
    let store = try AppleStore("cd-ddg-bookmarks-v5.sqlite")
    let before = try store.dump()
    _ = try store.container(NewerBookmarks.BookmarkEntity.self)
    let after = try store.dump()
    #expect(after.tables["Z_METADATA"] != before.tables["Z_METADATA"])
    #expect(after.tables["Z_MODELCACHE"] != before.tables["Z_MODELCACHE"])
  }
}
