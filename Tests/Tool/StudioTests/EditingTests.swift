// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData
import SwiftDataStudio
import Testing

/// Rows that are changed: as Core Data would, in one step that can be undone.
@Suite struct EditingTests {
  private func key(_ folder: StoreFolder, _ sql: String) throws -> Int64 {
    try #require(try Store(reading: folder.store).connection.integer(sql))
  }

  private func expectSound(_ folder: StoreFolder) throws {
    let findings = try StoreIntegrityCheck(Store(reading: folder.store)).run()
    #expect(findings.isEmpty, "\(findings.map(\.what))")
  }

  private func book(_ number: Int, _ folder: StoreFolder) throws -> ObjectReference {
    ObjectReference(entity: "Book", key: try key(folder, "SELECT Z_PK FROM ZBOOK WHERE ZNUMBER = \(number)"))
  }

  private func library(_ name: String, _ folder: StoreFolder) throws -> ObjectReference {
    ObjectReference(entity: "Library", key: try key(folder, "SELECT Z_PK FROM ZLIBRARY WHERE ZNAME = '\(name)'"))
  }

  @Test func anUpdateIsSeenByTheEngineAndUndone() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let book = try book(1, folder)
    let school = try library("School", folder)
    let edits: [StoreEdit] = [
      .update(
        book,
        [.init("title", .string("Changed")), .init("price", .number("2.25")), .init("library", .string("\(school)"))])
    ]
    let before = try folder.contents()
    let preview = try await studio.preview(edits)
    #expect(try folder.contents() == before)
    let row = try #require(preview.rows.first { $0.reference == book })
    #expect(row.kind == .update)
    #expect(Set(row.properties.map(\.name)) == ["title", "price", "library"])
    #expect(row.properties.first { $0.name == "title" }?.before == .string("Book 1"))
    let report = try await studio.save(edits)
    #expect(report.rows.map(\.reference) == preview.rows.map(\.reference))
    do {
      let context = ModelContext(try folder.container())
      let found = try #require(try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.number == 1 })).first)
      #expect(found.title == "Changed")
      #expect(found.price == 2.25)
      #expect(found.library?.name == "School")
      let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      #expect(history.last?.author == "swiftdata studio")
    }
    try expectSound(folder)
    _ = try await studio.undo(report)
    let detail = try #require(try await studio.detail(book))
    #expect(detail.title == "Book 1")
    #expect(try key(folder, "SELECT ZLIBRARY FROM ZBOOK WHERE ZNUMBER = 1") == library("City", folder).key)
    try expectSound(folder)
  }

  @Test func aDeletionCascadesAndComesBack() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let city = try library("City", folder)
    let report = try await studio.save([.delete(city)])
    #expect(report.rows.filter { $0.kind == .delete }.count == 4)
    #expect(report.deletedPairs.count == 4)
    #expect(try key(folder, "SELECT count(*) FROM ZBOOK") == 0)
    #expect(try key(folder, "SELECT count(*) FROM ZAUTHOR") == 2)
    try expectSound(folder)
    let history = try await studio.history(entity: "Book")
    let deleted = try #require(history.transactions.first).changes
    #expect(deleted.count == 3)
    // The title is kept; the price is not.
    #expect(Set(deleted.flatMap(\.values).compactMap(\.before)) == ["Book 1", "Book 2", "Book 3"])
    _ = try await studio.undo(report)
    #expect(try key(folder, "SELECT count(*) FROM ZBOOK WHERE ZLIBRARY = \(city.key)") == 3)
    try expectSound(folder)
    let context = ModelContext(try folder.container())
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)]))
    #expect(books.map { $0.authors.map(\.name).sorted() } == [["Ada"], ["Ada", "Bob"], ["Ada"]])
  }

  @Test func aDeletionThatIsDeniedChangesNothing() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let school = try library("School", folder)
    let before = try folder.contents()
    await #expect { try await studio.save([.delete(school)]) } throws: {
      ($0 as? StudioError)?.what.contains("cannot be deleted as long as 'readers' leads to Reader") == true
    }
    #expect(try folder.contents() == before)
    // With its reader it can.
    let reader = ObjectReference(entity: "Reader", key: try key(folder, "SELECT Z_PK FROM ZREADER"))
    _ = try await studio.save([.delete(school), .delete(reader)])
    try expectSound(folder)
  }

  @Test func anInsertionGetsANewKeyAndIsUndone() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let city = try library("City", folder)
    let last = try key(folder, "SELECT max(Z_PK) FROM ZBOOK")
    let edit = StoreEdit.insert(
      entity: "Book",
      [
        .init("number", .number("9")), .init("title", .string("New")), .init("price", .number("3")),
        .init("isLent", .bool(true)), .init("library", .string("\(city)")),
      ])
    let report = try await studio.save([edit])
    let inserted = try #require(report.rows.first { $0.kind == .insert })
    #expect(inserted.reference.key == last + 1)
    try expectSound(folder)
    let undone = try await studio.undo(report)
    #expect(try key(folder, "SELECT count(*) FROM ZBOOK") == 3)
    try expectSound(folder)
    // And done again.
    _ = try await studio.undo(undone)
    #expect(try key(folder, "SELECT count(*) FROM ZBOOK WHERE ZNUMBER = 9") == 1)
    try expectSound(folder)
    // The key was given out once.
    let another = try await studio.save([
      .insert(
        entity: "Book",
        [
          .init("number", .number("10")), .init("title", .string("Newer")), .init("price", .number("3")),
          .init("isLent", .bool(true)),
        ])
    ])
    #expect(another.rows.first?.reference.key == last + 2)
  }

  /// What an app has let lead to a new row meanwhile must not lead nowhere.
  @Test func anInsertionThatOthersLeadToStays() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let library = try await studio.save([.insert(entity: "Library", [.init("name", .string("New"))])])
    let author = try await studio.save([.insert(entity: "Author", [.init("name", .string("Cleo"))])])
    do {
      let context = ModelContext(try folder.container())
      let book = try #require(try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.number == 1 })).first)
      book.library = try context.fetch(FetchDescriptor<Library>(predicate: #Predicate { $0.name == "New" })).first
      book.authors += try context.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.name == "Cleo" }))
      try context.save()
    }
    for report in [library, author] {
      let inserted = try #require(report.rows.first { $0.kind == .insert }).reference
      await #expect { try await studio.undo(report) } throws: {
        ($0 as? StudioError)?.what.contains("leads to \(inserted)") == true
      }
    }
    #expect(try key(folder, "SELECT count(*) FROM ZLIBRARY WHERE ZNAME = 'New'") == 1)
    #expect(try key(folder, "SELECT count(*) FROM ZAUTHOR WHERE ZNAME = 'Cleo'") == 1)
    try expectSound(folder)
  }

  @Test func largeValuesComeBack() async throws {
    let folder = try StoreFolder.library()
    let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    do {
      let context = ModelContext(try folder.container())
      let book = try #require(try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.number == 1 })).first)
      book.cover = bytes
      try context.save()
    }
    let studio = StudioStore(folder.store, isWritable: true)
    let book = try book(1, folder)
    let report = try await studio.save([.delete(book)])
    #expect(!(try folder.contents().values.contains(bytes)))
    _ = try await studio.undo(report)
    let context = ModelContext(try folder.container())
    let found = try #require(try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.number == 1 })).first)
    #expect(found.cover == bytes)
    try expectSound(folder)
  }

  @Test func whatDoesNotFitIsRefused() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let book = try book(1, folder)
    let before = try folder.contents()
    let bad: [([StoreEdit], String)] = [
      ([.update(book, [.init("price", .string("much"))])], "'price': a number is expected"),
      ([.update(book, [.init("title", .null)])], "'title' needs a value"),
      ([.update(book, [.init("number", .number("2"))])], "same unique values"),
      ([.update(book, [.init("library", .string("Library/p99"))])], "neither in the file nor in the store"),
      ([.update(book, [.init("library", .string("\(book)"))])], "not of Library"),
      ([.update(book, [.init("none", .null)])], "has no property 'none'"),
      ([.update(ObjectReference(entity: "Book", key: 77), [.init("title", .string(""))])], "no such row"),
      ([.delete(ObjectReference(entity: "Book", key: 77))], "no such row"),
      ([.insert(entity: "Book", [.init("title", .string("x"))])], "'number' is missing"),
      ([.insert(entity: "Nothing", [])], "no entity 'Nothing'"),
    ]
    for (edits, text) in bad {
      await #expect("\(text)") { try await studio.save(edits) } throws: { "\($0)".contains(text) }
    }
    #expect(try folder.contents() == before)
    await #expect { try await StudioStore(folder.store).save([.delete(book)]) } throws: {
      "\($0)".contains("for reading only")
    }
  }

  @Test func whatOthersHaveChangedIsNotUndone() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let book = try book(1, folder)
    let report = try await studio.save([.update(book, [.init("title", .string("Mine"))])])
    _ = try await studio.save([.update(book, [.init("title", .string("Theirs"))])])
    await #expect { try await studio.undo(report) } throws: { "\($0)".contains("has been changed since") }
    #expect(try await studio.detail(book)?.title == "Theirs")
  }

  // MARK: What others write between preview and write

  @Test func whatWasNotPreviewedIsNotReplaced() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let book = try book(1, folder)
    let edits: [StoreEdit] = [.update(book, [.init("title", .string("Mine"))])]
    let preview = try await studio.preview(edits)
    _ = try await studio.save([.update(book, [.init("title", .string("Theirs"))])])
    guard case .changed(let now) = try await studio.save(edits, previewed: preview) else {
      Issue.record("another title was replaced than the one that was shown")
      return
    }
    #expect(try await studio.detail(book)?.title == "Theirs")
    #expect(now.rows.first { $0.reference == book }?.properties.first?.before == .string("Theirs"))
    // Seen and wanted.
    guard case .written = try await studio.save(edits, previewed: now) else {
      Issue.record("what was shown is not written")
      return
    }
    #expect(try await studio.detail(book)?.title == "Mine")
    try expectSound(folder)
  }

  @Test func anotherPropertyOfTheRowIsNoConflict() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let book = try book(1, folder)
    let edits: [StoreEdit] = [
      .update(book, [.init("title", .string("Mine"))]),
      .insert(
        entity: "Book",
        [
          .init("number", .number("9")), .init("title", .string("New")), .init("price", .number("3")),
          .init("isLent", .bool(true)),
        ]),
    ]
    let preview = try await studio.preview(edits)
    _ = try await studio.save([
      .update(book, [.init("price", .number("7"))]),
      .insert(
        entity: "Book",
        [
          .init("number", .number("8")), .init("title", .string("Theirs")), .init("price", .number("3")),
          .init("isLent", .bool(true)),
        ]),
    ])
    guard case .written = try await studio.save(edits, previewed: preview) else {
      Issue.record("the price and the keys of new rows are nothing that was replaced")
      return
    }
    #expect(try key(folder, "SELECT count(*) FROM ZBOOK WHERE ZPRICE = 7 AND ZTITLE = 'Mine'") == 1)
    #expect(try key(folder, "SELECT count(*) FROM ZBOOK WHERE ZNUMBER IN (8, 9)") == 2)
    try expectSound(folder)
  }

  @Test func aCascadeDeletesWhatItsPreviewHasShown() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let city = try library("City", folder)
    let preview = try await studio.preview([.delete(city)])
    #expect(preview.rows.filter { $0.kind == .delete }.count == 4)
    func expectChanged(_ what: String) async throws {
      guard case .changed = try await studio.save([.delete(city)], previewed: preview) else {
        Issue.record("\(what) was deleted unseen")
        return
      }
      #expect(try key(folder, "SELECT count(*) FROM ZLIBRARY WHERE ZNAME = 'City'") == 1)
    }
    // A book comes, and goes again; one of those that were shown gets another price.
    let added = try await studio.save([
      .insert(
        entity: "Book",
        [
          .init("number", .number("9")), .init("title", .string("New")), .init("price", .number("3")),
          .init("isLent", .bool(true)), .init("library", .string("\(city)")),
        ])
    ])
    try await expectChanged("a book that was not there")
    _ = try await studio.undo(added)
    _ = try await studio.save([.update(try book(2, folder), [.init("price", .number("99"))])])
    try await expectChanged("a price that was not shown")
    let now = try await studio.preview([.delete(city)])
    guard case .written = try await studio.save([.delete(city)], previewed: now) else {
      Issue.record("what was shown is not written")
      return
    }
    #expect(try key(folder, "SELECT count(*) FROM ZBOOK") == 0)
    try expectSound(folder)
  }

  // MARK: What is downloaded

  @Test func aFilteredGridExportsWhatItShows() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    var request = GridRequest(entity: "Book")
    func csv(_ request: GridRequest) async throws -> [Substring] {
      // As the browser asks for it.
      let asked = try #require(ExportRequest(target: ExportRequest(.csv, rows: request).target))
      let file = try await studio.export(asked)
      defer { file.remove() }
      return String(decoding: try Data(contentsOf: file.url), as: UTF8.self).split(separator: "\r\n").dropFirst()
        .map { $0 }
    }
    #expect(try await csv(request).count == 3)
    request.condition = "number >= 2 and title contains \"Book\""
    request.order = "number"
    request.isDescending = true
    let lines = try await csv(request)
    #expect(lines.count == 2)
    #expect(lines.first?.contains("Book 3") == true && lines.last?.contains("Book 2") == true)
    var targets = GridRequest(entity: "Book")
    targets.relation = .targets(of: try library("School", folder), relationship: "books")
    #expect(try await csv(targets).isEmpty)
    // Without its condition, which is too long for the address of the page, it would have all rows.
    request.condition = "number == 1 or title == \"\(String(repeating: "x", count: 3_000))\""
    #expect(ExportRequest(.csv, rows: request).fitsAddress)
    #expect(try await csv(request).count == 1)
    request.condition = "number == 1 or title == \"\(String(repeating: "x", count: 30_000))\""
    #expect(!ExportRequest(.csv, rows: request).fitsAddress)
  }

  @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\u{FF1D}1"])
  func aTextIsNoFormula(_ text: String) async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    _ = try await studio.save([
      .update(try book(1, folder), [.init("title", .string(text)), .init("price", .number("-2.5"))])
    ])
    let file = try await studio.export(ExportRequest(.csv, rows: GridRequest(entity: "Book")))
    defer { file.remove() }
    let csv = String(decoding: try Data(contentsOf: file.url), as: UTF8.self)
    #expect(csv.contains("'" + text))
    // Numbers are numbers.
    #expect(csv.contains(",-2.5"))
  }

  /// Random steps, each undone: the rows are what they were, and the store stays sound.
  @Test func randomStepsAreUndone() async throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    print("EditingTests seed \(seed)")
    var random = Seeded(seed)
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    func rows() throws -> [[SQLiteValue]] {
      let connection = try Store(reading: folder.store).connection
      return try ["ZLIBRARY", "ZBOOK", "ZAUTHOR", "ZREADER"].flatMap { table -> [[SQLiteValue]] in
        // Without the versions, which only grow.
        let names = try connection.rows("SELECT name FROM pragma_table_info('\(table)') WHERE name <> 'Z_OPT'")
          .compactMap { row -> String? in if case .text(let name) = row[0] { "\"\(name)\"" } else { nil } }
        return try connection.rows("SELECT \(names.joined(separator: ", ")) FROM \(table) ORDER BY Z_PK")
      }
    }
    for step in 0..<25 {
      let before = try rows()
      let books = try Store(reading: folder.store).connection.rows("SELECT Z_PK FROM ZBOOK").compactMap { $0[0].key }
      let libraries = try Store(reading: folder.store).connection.rows("SELECT Z_PK FROM ZLIBRARY").compactMap {
        $0[0].key
      }
      var edits: [StoreEdit] = []
      if let book = books.randomElement(using: &random) {
        let reference = ObjectReference(entity: "Book", key: book)
        if Bool.random(using: &random) {
          edits.append(.delete(reference))
        } else {
          edits.append(
            .update(
              reference,
              [
                .init("title", .string("Step \(step)")),
                .init("library", libraries.randomElement(using: &random).map { .string("Library/p\($0)") } ?? .null),
              ]))
        }
      }
      edits.append(
        .insert(
          entity: "Book",
          [
            .init("number", .number("\(1_000 + step)")), .init("title", .string("T")), .init("price", .number("1")),
            .init("isLent", .bool(false)),
          ]))
      let report = try await studio.save(edits)
      if Bool.random(using: &random) {
        _ = try await studio.undo(report)
        #expect(try rows() == before, "seed \(seed), step \(step)")
      }
    }
    try expectSound(folder)
  }
}

/// A generator whose seed determines its numbers.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
