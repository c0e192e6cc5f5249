// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData
import Testing

@testable import SwiftDataStudio

/// What a page collects, and what happens to it while it is previewed, sent and written.
@MainActor @Suite struct WritingTests {
  private let ada = ObjectReference(entity: "Author", key: 1)
  private let bob = ObjectReference(entity: "Author", key: 2)
  private let book = ObjectReference(entity: "Book", key: 1)

  private func model(_ folder: StoreFolder, at path: String = "/") async -> StudioModel {
    let model = StudioModel(StudioStore(folder.store, isWritable: true), at: path)
    await model.refresh()
    return model
  }

  private func isNamed(_ name: String, _ folder: StoreFolder) throws -> Bool {
    try Store(reading: folder.store).connection.integer("SELECT count(*) FROM ZAUTHOR WHERE ZNAME = '\(name)'") == 1
  }

  @Test func whatIsChangedWhileOthersAreWrittenStays() async throws {
    let folder = try StoreFolder.library()
    let model = await model(folder)
    model.draft(ada, "name", .text("Adele"), was: .text("Ada"))
    model.insert(into: "Author")
    let first = try #require(model.drafts.insertions.first)
    model.drafts.insertions[0].values["name"] = .text("Cleo")
    _ = await model.showPreview()?.value
    let writing = try #require(model.save())
    // Too late.
    model.cancelPreview()
    #expect(model.isWriting)
    #expect(model.showPreview() == nil)
    model.draft(ada, "name", .text("Lovelace"), was: .text("Ada"))
    model.draft(bob, "name", .text("Bert"), was: .text("Bob"))
    model.insert(into: "Author")
    await writing.value
    #expect(!model.isSaving && model.preview == nil)
    #expect(try isNamed("Adele", folder) && isNamed("Bob", folder) && isNamed("Cleo", folder))
    #expect(model.drafts.updates == [ada: ["name": .text("Lovelace")], bob: ["name": .text("Bert")]])
    #expect(model.drafts.originals == [ada: ["name": .text("Adele")], bob: ["name": .text("Bob")]])
    #expect(model.drafts.insertions.count == 1 && model.drafts.insertions.first?.id != first.id)
  }

  @Test func whatWasWrittenIsNoDraftAnyMore() async throws {
    let folder = try StoreFolder.library()
    let model = await model(folder)
    model.draft(ada, "name", .text("Adele"), was: .text("Ada"))
    model.relate(bob, "books") { $0.add(.init(reference: book, title: nil)) }
    model.delete(ObjectReference(entity: "Book", key: 3))
    _ = await model.showPreview()?.value
    _ = await model.save()?.value
    #expect(model.message == nil && model.preview == nil)
    #expect(model.drafts == Drafts())
    #expect(model.saved.count == 1)
  }

  @Test func aPreviewThatWasCancelledDoesNotComeBack() async throws {
    let folder = try StoreFolder.library()
    let model = await model(folder)
    model.draft(ada, "name", .text("Adele"), was: .text("Ada"))
    let cancelled = try #require(model.showPreview())
    model.cancelPreview()
    await cancelled.value
    #expect(model.preview == nil)
    // Nor does one take the place of a later one.
    let former = try #require(model.showPreview())
    model.draft(bob, "name", .text("Bert"), was: .text("Bob"))
    let later = try #require(model.showPreview())
    await later.value
    await former.value
    #expect(model.preview?.value?.rows.count == 2)
  }

  /// Most of them were never in sight.
  @Test func whatOthersHaveWrittenInMarkedRowsIsTold() async throws {
    let folder = try StoreFolder.library()
    do {
      let context = ModelContext(try folder.container())
      for number in 0..<300 { context.insert(Author(name: "Author \(number)")) }
      try context.save()
    }
    let model = await model(folder)
    let column = try #require(model.schema["Author"]?.first { $0.name == "name" })
    let all = try await model.store.references(GridRequest(entity: "Author"), limit: 1_000)
    let last = try #require(all.last)
    model.marked = Set(all)
    await model.setMarked(column, .text("Same"))?.value
    #expect(model.drafts.originals.count == 302)
    #expect(model.drafts.originals[ada] == ["name": .text("Ada")])
    // What was there first counts.
    await model.setMarked(column, .text("Another"))?.value
    #expect(model.drafts.originals[ada] == ["name": .text("Ada")])
    _ = await model.showPreview()?.value
    #expect(model.conflicts.isEmpty)
    let other = StudioStore(folder.store, isWritable: true)
    _ = try await other.save([.update(last, [.init("name", .string("Theirs"))])])
    _ = await model.showPreview()?.value
    #expect(model.conflicts.map(\.reference) == [last] && model.conflicts.first?.now == "Theirs")
  }

  @Test func whatWasTypedComesBackWithARowThatIsKept() async throws {
    let folder = try StoreFolder.library()
    let model = await model(folder)
    model.draft(ada, "name", .text("Adele"), was: .text("Ada"))
    model.relate(ada, "books") { $0.remove(book) }
    model.mark(ada, true)
    let typed = model.drafts
    model.deleteMarked()
    #expect(model.drafts.count == 1 && model.marked.isEmpty)
    model.delete(ada)
    #expect(model.drafts == typed)
    // Nothing is left of it when the row is gone.
    model.delete(ada)
    _ = await model.showPreview()?.value
    _ = await model.save()?.value
    #expect(model.drafts == Drafts() && model.message == nil)
    #expect(try !isNamed("Ada", folder) && !isNamed("Adele", folder))
  }

  @Test func twoPagesChangeTheirOwnOfALayout() async throws {
    let folder = try StoreFolder.library()
    let store = StudioStore(folder.store, isWritable: true)
    let first = StudioModel(store, at: "/")
    let second = StudioModel(store, at: "/")
    first.changeLayout(of: "Book") { $0.setHidden(true, "title") }
    second.changeLayout(of: "Book") { $0.setWidth(100, of: "price") }
    let layout = try #require(store.settings.settings(of: store.access.settingsKey).columns["Book"])
    #expect(layout.hidden == ["title"] && layout.width(of: "price") == 100)
    #expect(second.layout(of: "Book") == layout)
  }

  /// The total says how far one can scroll.
  @Test func rowsThatCannotBeCountedAgainHaveTheirFormerTotal() async throws {
    let folder = try StoreFolder.library()
    let grid = GridModel(GridRequest(entity: "Book"), StudioStore(folder.store))
    await grid.load().value
    await grid.want(1..<3)?.value
    #expect(grid.total == 3 && grid.page.first == 1)
    try FileManager.default.removeItem(at: folder.store)
    await grid.reload().value
    #expect(grid.total == 3 && grid.error != nil)
  }

  @Test func partsOfTwoFilesAreNotJoined() async throws {
    let folder = try StoreFolder.library()
    let model = await model(folder)
    func send(_ head: String, _ bytes: [UInt8]) {
      model.upload(head + "\n" + Data(bytes).base64EncodedString(), book, "cover")
    }
    send("0/4/a.png", [1, 1])
    // Another one is chosen while the first is being sent.
    send("0/4/b.png", [2, 2])
    send("2/4/a.png", [1, 1])
    #expect(model.drafts.isEmpty)
    send("2/4/b.png", [2, 2])
    #expect(model.drafts.updates[book]?["cover"] == .data(Data([2, 2, 2, 2])))
    #expect(model.message == nil)
    // One whose middle is lost is no file, and says so.
    send("0/6/c.png", [3, 3])
    send("4/6/c.png", [3, 3])
    #expect(model.message?.what.contains("c.png") == true)
    #expect(model.drafts.updates[book]?["cover"] == .data(Data([2, 2, 2, 2])))
  }

  /// Nobody could connect with an address of any length.
  @Test func aConditionThatIsTooLongForAddressesStaysWithItsRows() async throws {
    let folder = try StoreFolder.library()
    let model = await model(folder, at: "/rows/Book")
    defer { model.stop() }
    let condition = Array(repeating: "number == 1", count: 200).joined(separator: " or ")
    model.filter(condition)
    #expect(model.place.path == "/rows/Book")
    var request = GridRequest(entity: "Book")
    request.condition = condition
    #expect(Place(path: model.place.wholePath) == .rows(request, selected: nil))
    model.arrive(at: "/rows/Book?row=Book/p1")
    #expect(model.place == .rows(request, selected: book))
    model.arrive(at: "/rows/Book?where=number%20==%202")
    request.condition = "number == 2"
    #expect(model.place == .rows(request, selected: nil))
    model.arrive(at: "/rows/Book")
    #expect(model.place == .rows(of: "Book"))
  }
}
