// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Model private final class Folder {
  var name: String
  @Relationship(deleteRule: .nullify, inverse: \Page.folder) var pages: [Page] = []
  init(_ name: String) { self.name = name }
}

@Model private final class Page {
  var text: String
  var folder: Folder?
  init(_ text: String) { self.text = text }
}

/// In a store of its own.
@Model private final class Mark {
  var text: String
  var note = ""
  init(_ text: String) { self.text = text }
}

/// Observers that write when a save ends: the next save has what they have written, in whichever store.
@Suite struct LateWriteTests {
  private final class Writer: @unchecked Sendable {
    let mark: Mark
    var count = 0
    init(_ mark: Mark) { self.mark = mark }

    func write() {
      count += 1
      mark.note = "written"
    }
  }

  private let container: ModelContainer
  private let context: ModelContext
  private let page: Page

  /// The store of the marks is the last: observers of pages hear of the save before it is done.
  init() throws {
    container = try ModelContainer(
      for: Schema([Folder.self, Page.self, Mark.self]),
      configurations: [
        ModelConfiguration("pages", schema: Schema([Folder.self, Page.self]), isStoredInMemoryOnly: true),
        ModelConfiguration("marks", schema: Schema([Mark.self]), isStoredInMemoryOnly: true),
      ])
    context = ModelContext(container)
    page = Page("p")
    context.insert(page)
    page.folder = Folder("f")
    context.insert(Mark("old"))
    try context.save()
  }

  @Test(arguments: [false, true]) func theNextSaveHasIt(isNew: Bool) throws {
    let mark = try isNew ? Mark("new") : #require(try context.fetch(FetchDescriptor<Mark>()).first)
    let writer = Writer(mark)
    try context.transaction {
      try context.delete(model: Folder.self)
      if isNew { context.insert(mark) }
      mark.text = "changed"
      withObservationTracking {
        _ = page.folder
      } onChange: {
        writer.write()
      }
    }
    #expect(writer.count == 1 && page.folder == nil)
    #expect(mark.note == "written" && mark.hasChanges)
    #expect(context.changedModelsArray.contains { $0 === mark })
    try context.save()
    #expect(!context.hasChanges)
    let stored = try ModelContext(container).fetch(
      FetchDescriptor<Mark>(predicate: #Predicate { $0.text == "changed" }))
    #expect(stored.map(\.note) == ["written"])
  }
}
