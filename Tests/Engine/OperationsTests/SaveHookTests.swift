// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

private final class Kept: @unchecked Sendable {
  // Used by one thread.
  var context: ModelContext?
}

@Suite struct SaveHookTests {
  @Test func aCheckRefusesTheSaveAndNothingIsWritten() throws {
    let container = try memoryContainer()
    container.validate(Album.self) { album in
      if album.title.isEmpty { throw SwiftDataError.invalid(album, \.title, "An album needs a title.") }
    }
    let context = ModelContext(container)
    context.insert(Album("Blue"))
    let nameless = Album("")
    context.insert(nameless)
    let error = try #require(failure { try context.save() })
    #expect(error == .modelValidationFailure)
    #expect(error.entity == "Album" && error.property == "title")
    #expect(error.explanation == "An album needs a title.")
    #expect(context.insertedModelsArray.count == 2)
    #expect(try ModelContext(container).titles() == [])
    nameless.title = "Green"
    try context.save()
    #expect(try ModelContext(container).titles() == ["Blue", "Green"])

    // Of a stored model, the error names the row.
    nameless.title = ""
    let second = try #require(failure { try context.save() })
    #expect(second.identifier == nameless.persistentModelID)
    #expect(context.hasChanges)
    context.rollback()
    #expect(nameless.title == "Green")
  }

  @Test func anyErrorOfAHookIsTyped() throws {
    struct TooOld: Error {}
    let container = try memoryContainer()
    let hook = container.validate(Album.self) { if $0.year < 1900 { throw TooOld() } }
    let context = ModelContext(container)
    context.insert(Album("Old", year: 1800))
    let error = try #require(failure { try context.save() })
    #expect(error == .modelValidationFailure && error.entity == "Album")
    #expect(error.underlying is TooOld)
    hook.remove()
    try context.save()
    #expect(try context.titles() == ["Old"])
  }

  @Test func aHookChangesInsertsAndDeletesInTheSameSave() throws {
    let container = try memoryContainer()
    let seen = Collected<String>()
    container.beforeSave(of: Album.self) { album, change in
      seen.append("\(change) \(album.title)")
      guard change != .deleted, let context = album.modelContext else { return }
      album.title = album.title.trimmingCharacters(in: .whitespaces)
      if album.title == "Blue", album.songs.isEmpty { Song("One").album = album }
      if album.title == "Double" { context.insert(Album("Second")) }
      if album.title == "Never" { context.delete(album) }
    }
    // What a hook has inserted is checked, too.
    container.validate(Song.self) { if $0.name.isEmpty { throw SwiftDataError.invalid($0, \.name, "No name.") } }
    let context = ModelContext(container)
    for title in [" Blue ", "Double", "Never"] { context.insert(Album(title)) }
    try context.save()
    #expect(try ModelContext(container).titles() == ["Blue", "Double", "Second"])
    #expect(try ModelContext(container).fetch(FetchDescriptor<Song>()).map(\.name) == ["One"])
    #expect(seen.all.contains("inserted Second"))
    #expect(Set(seen.all).count == seen.all.count)

    let blue = try #require(try context.fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.title)])).first)
    blue.title = "Blue  "
    try context.save()
    #expect(blue.title == "Blue" && !context.hasChanges)
    context.delete(blue)
    try context.save()
    #expect(seen.all.last == "deleted Blue")
  }

  @Test func contextHooksComeFirstAndAfterHooksHearOfEverything() throws {
    let container = try memoryContainer()
    let order = Collected<String>()
    let saved = Collected<SavedChanges>()
    container.beforeSave { context in
      order.append("context \(context.insertedModelsArray.count)")
      context.insert(Tag("by the hook"))
    }
    container.beforeSave(of: Tag.self) { tag, _ in order.append("tag \(tag.word)") }
    container.validate(Tag.self) { order.append("check \($0.word)") }
    container.afterSave {
      order.append("after")
      saved.append($0)
    }
    let context = ModelContext(container)
    context.author = "test"
    let center = NotificationCenter.default
    let observer = center.addObserver(forName: ModelContext.didSave, object: context, queue: nil) { _ in
      order.append("didSave")
    }
    defer { center.removeObserver(observer) }
    context.insert(Album("Blue"))
    try context.save()
    #expect(order.all == ["context 1", "tag by the hook", "check by the hook", "after", "didSave"])
    #expect(saved.all.first?.inserted.count == 2 && saved.all.first?.author == "test")
    // Nothing to save, nothing to do.
    try context.save()
    #expect(order.all.count == 5)
  }

  /// Hooks and observers get another context with its changes.
  @Test func theLastSaveOfAContextRunsAllHooks() throws {
    let container = try memoryContainer()
    let order = Collected<String>()
    container.beforeSave { context in
      order.append("context \(context.insertedModelsArray.count) \(context.author ?? "nobody")")
      context.insert(Tag("by the hook"))
    }
    container.beforeSave(of: Album.self) { album, _ in
      album.title += album.modelContext == nil ? " alone" : " here"
    }
    container.afterSave { order.append("after \($0.inserted.count)") }
    let center = NotificationCenter.default
    let observers = [ModelContext.willSave, ModelContext.didSave].map { name in
      center.addObserver(forName: name, object: nil, queue: nil) { note in
        guard let context = note.object as? ModelContext, context.container === container else { return }
        order.append("\(name == ModelContext.willSave ? "willSave" : "didSave") \(context.author ?? "nobody")")
      }
    }
    defer { for observer in observers { center.removeObserver(observer) } }
    do {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      context.author = "test"
      context.insert(Album("Blue"))
    }
    #expect(order.all == ["willSave test", "context 1 test", "after 2", "didSave test"])
    #expect(try ModelContext(container).titles() == ["Blue here"])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Tag>()) == 1)
  }

  @Test func aHookThatRefusesTheLastSaveOfAContextLosesItsChanges() throws {
    struct Refused: Error {}
    let container = try memoryContainer()
    let failures = Collected<AutosaveFailure>()
    container.onAutosaveFailure = { failures.append($0) }
    container.beforeSave { context in
      // There is no later attempt.
      context.autosaveEnabled = true
      throw Refused()
    }
    weak var album: Album?
    do {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      let new = Album("Blue")
      context.insert(new)
      album = new
    }
    #expect(failures.all.count == 1)
    #expect(failures.all.first?.isLost == true)
    #expect((failures.all.first?.error as? SwiftDataError)?.underlying is Refused)
    #expect(album == nil)
    #expect(try ModelContext(container).titles() == [])
  }

  /// A context that is kept is one like any other.
  @Test func aHookMayKeepTheContextThatTheLastSaveIsAbout() throws {
    let container = try memoryContainer()
    let kept = Kept()
    let hook = container.beforeSave { kept.context = $0 }
    do {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      context.insert(Album("Blue"))
    }
    hook.remove()
    let context = try #require(kept.context)
    #expect(!context.hasChanges)
    let blue = try #require(try context.fetch(FetchDescriptor<Album>()).first)
    #expect(blue.modelContext === context)
    blue.title = "Green"
    #expect(context.hasChanges)
    try context.save()
    #expect(try ModelContext(container).titles() == ["Green"])
  }

  @Test func aHookThatSavesItsContextIsRefused() throws {
    let container = try memoryContainer()
    let errors = Collected<SwiftDataError>()
    let hook = container.beforeSave { context in
      do { try context.save() } catch let error as SwiftDataError { errors.append(error) }
    }
    let context = ModelContext(container)
    context.insert(Album("Blue"))
    try context.save()
    #expect(errors.all == [.storeFailure])
    hook.remove()

    container.beforeSave(of: Tag.self) { tag, _ in tag.modelContext?.insert(Tag(tag.word + "+")) }
    context.insert(Tag("a"))
    #expect(failure { try context.save() } == .modelValidationFailure)
    context.rollback()
    #expect(try context.fetchCount(FetchDescriptor<Tag>()) == 0)
  }

  /// The save that it hears of has what it has changed.
  @Test func anObserverThatSavesTheContextJoinsTheSave() throws {
    let container = try memoryContainer()
    let context = ModelContext(container)
    let calls = Collected<String>()
    let center = NotificationCenter.default
    let observers = [
      center.addObserver(forName: ModelContext.willSave, object: context, queue: nil) { note in
        guard let context = note.object as? ModelContext, calls.all.count < 10 else { return }
        calls.append("will")
        context.insert(Tag("by the observer"))
        do { try context.save() } catch { calls.append("\(error)") }
        calls.append(context.hasChanges ? "unsaved" : "saved")
      },
      center.addObserver(forName: ModelContext.didSave, object: context, queue: nil) { _ in calls.append("did") },
    ]
    defer { for observer in observers { center.removeObserver(observer) } }
    context.insert(Album("Blue"))
    try context.save()
    #expect(calls.all == ["will", "unsaved", "did"])
    #expect(!context.hasChanges)
    #expect(try ModelContext(container).titles() == ["Blue"])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Tag>()) == 1)
    // The next one is a save of its own.
    context.insert(Album("Green"))
    try context.save()
    #expect(calls.all.count == 6)
    #expect(try ModelContext(container).titles() == ["Blue", "Green"])
  }

  @Test func notificationsHaveBothSpellings() throws {
    let context = ModelContext(try memoryContainer())
    let infos = Collected<[String: Int]>()
    let isSame = Collected<Bool>()
    let before = Collected<Bool>()
    let center = NotificationCenter.default
    let observers = [
      center.addObserver(forName: ModelContext.willSave, object: context, queue: nil) {
        before.append($0.userInfo == nil)
      },
      center.addObserver(forName: ModelContext.didSave, object: context, queue: nil) { note in
        var counts: [String: Int] = [:]
        for key in [ModelContext.NotificationKey.insertedIdentifiers, .updatedIdentifiers, .deletedIdentifiers] {
          let byKey = note.userInfo?[key] as? [PersistentIdentifier]
          isSame.append(byKey != nil && byKey == note.userInfo?[key.rawValue] as? [PersistentIdentifier])
          counts[key.rawValue] = byKey?.count
        }
        infos.append(counts)
      },
    ]
    defer { for observer in observers { center.removeObserver(observer) } }
    let album = Album("Blue")
    context.insert(album)
    try context.save()
    album.year = 1
    try context.save()
    context.delete(album)
    try context.save()
    #expect(before.all == [true, true, true])
    #expect(isSame.all.count == 9 && isSame.all.allSatisfy(\.self))
    func counts(_ inserted: Int, _ updated: Int, _ deleted: Int) -> [String: Int] {
      ["insertedIdentifiers": inserted, "updatedIdentifiers": updated, "deletedIdentifiers": deleted]
    }
    #expect(infos.all == [counts(1, 0, 0), counts(0, 1, 0), counts(0, 0, 1)])
  }
}
