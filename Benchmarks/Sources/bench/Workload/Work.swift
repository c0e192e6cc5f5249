// SPDX-License-Identifier: Apache-2.0

/// One line of the table.
enum Work: String, CaseIterable {
  /// All albums and tracks, in one transaction.
  case insert
  /// Every track as an object.
  case fetchAll = "fetch-all"
  /// Pages of fifty: one genre, some years, sorted by date.
  case pages
  /// One track each, by its unique key; one in twenty has no match.
  case lookups
  /// Every album, and the title of every one of its tracks.
  case albums = "albums-with-tracks"
  /// Loads the tracks of one genre, changes two properties of each, saves.
  case update
  /// The short tracks, by a predicate, without loading them.
  case delete
  /// One change and a save, again and again, while 64 objects are loaded.
  case saveAmongFew = "save-one-among-64"
  /// Changes and saves one object while 64,000 objects are loaded.
  case saveAmongMany = "save-one-among-64000"
  /// `Track.init`, without a store.
  case create = "create-object"
  /// Four properties of each of some loaded objects, again and again.
  case read = "read-property"

  /// What the table calls it.
  var title: String {
    switch self {
    case .insert: "insert"
    case .fetchAll: "fetch all"
    case .pages: "pages, filtered and sorted"
    case .lookups: "lookups by unique key"
    case .albums: "albums with their tracks"
    case .update: "update of a tenth"
    case .delete: "delete by predicate"
    case .saveAmongFew: "change and save one among 64"
    case .saveAmongMany: "change and save one among 64,000"
    case .create: "create an object"
    case .read: "read a property"
    }
  }

  /// Whether it changes what the store holds.
  var writes: Bool {
    switch self {
    case .insert, .update, .delete, .saveAmongFew, .saveAmongMany: true
    default: false
    }
  }

  /// How many operations one measurement does.
  func operations(_ catalogue: Catalogue) -> Int {
    switch self {
    case .insert: catalogue.tracks.count + catalogue.albums.count
    case .fetchAll, .albums: catalogue.tracks.count
    case .pages: catalogue.pages.count
    case .lookups: catalogue.lookups.count
    case .update: catalogue.tracks.count { $0.genre == catalogue.changedGenre }
    case .delete: catalogue.tracks.count { $0.duration < catalogue.shortest }
    case .saveAmongFew, .saveAmongMany: catalogue.saves
    case .create: catalogue.creations
    case .read: catalogue.reads
    }
  }
}
