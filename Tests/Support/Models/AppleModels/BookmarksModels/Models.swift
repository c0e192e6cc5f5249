// The models of cd-ddg-bookmarks-v5.sqlite, store 729EA06D-F512-407C-A56C-326316BFB40E.
// Written by 'swiftdata schema --swift'.

import Foundation
import SwiftData

@Model final class BookmarkEntity {
  #Index<BookmarkEntity>([\.isPendingDeletion], [\.uuid, \.isPendingDeletion], [\.url, \.isPendingDeletion])

  var isFolder: Bool
  @Attribute(hashModifier: "3") var isPendingDeletion: Bool? = false
  var lastChildrenPayloadReceivedFromSync: String?
  var modifiedAt: Date?
  var title: String?
  @Attribute(hashModifier: "3") var url: String?
  @Attribute(hashModifier: "3") var uuid: String
  // Ordered in the store, which SwiftData's relationships are not.
  @Relationship(deleteRule: .cascade, inverse: \BookmarkEntity.parent) var children: [BookmarkEntity]?
  @Relationship(originalName: "favoriteFolder", inverse: \BookmarkEntity.favorites) var favoriteFolders: [BookmarkEntity]?
  // Ordered in the store, which SwiftData's relationships are not.
  var favorites: [BookmarkEntity]?
  var parent: BookmarkEntity?

  init(
    isFolder: Bool,
    uuid: String,
    isPendingDeletion: Bool? = false,
    lastChildrenPayloadReceivedFromSync: String? = nil,
    modifiedAt: Date? = nil,
    title: String? = nil,
    url: String? = nil,
    children: [BookmarkEntity]? = nil,
    favoriteFolders: [BookmarkEntity]? = nil,
    favorites: [BookmarkEntity]? = nil,
    parent: BookmarkEntity? = nil
  ) {
    self.isFolder = isFolder
    self.isPendingDeletion = isPendingDeletion
    self.lastChildrenPayloadReceivedFromSync = lastChildrenPayloadReceivedFromSync
    self.modifiedAt = modifiedAt
    self.title = title
    self.url = url
    self.uuid = uuid
    self.children = children
    self.favoriteFolders = favoriteFolders
    self.favorites = favorites
    self.parent = parent
  }
}
