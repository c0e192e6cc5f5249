// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData
import SwiftDataStudio
import Testing

/// To-many relationships that are changed, bytes that are replaced, results that are exported.
@Suite struct RelatingTests {
  private func key(_ folder: StoreFolder, _ sql: String) throws -> Int64 {
    try #require(try Store(reading: folder.store).connection.integer(sql))
  }

  private func reference(_ entity: String, _ condition: String, _ folder: StoreFolder) throws -> ObjectReference {
    ObjectReference(
      entity: entity, key: try key(folder, "SELECT Z_PK FROM Z\(entity.uppercased()) WHERE \(condition)"))
  }

  private func expectSound(_ folder: StoreFolder) throws {
    let findings = try StoreIntegrityCheck(Store(reading: folder.store)).run()
    #expect(findings.isEmpty, "\(findings.map(\.what))")
  }

  private func authors(_ folder: StoreFolder) throws -> [[String]] {
    let context = ModelContext(try folder.container())
    return try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)])).map {
      $0.authors.map(\.name).sorted()
    }
  }

  @Test func manyToManyChangesAtBothSides() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let book = try reference("Book", "ZNUMBER = 2", folder)
    let (ada, bob) = (
      try reference("Author", "ZNAME = 'Ada'", folder), try reference("Author", "ZNAME = 'Bob'", folder)
    )
    let edits = [
      StoreEdit.relate(book, relationship: "authors", adding: [], removing: [ada]),
      .relate(bob, relationship: "books", adding: [try reference("Book", "ZNUMBER = 3", folder)], removing: []),
    ]
    let preview = try await studio.preview(edits)
    #expect(preview.insertedPairs.count == 1 && preview.deletedPairs.count == 1)
    #expect(try authors(folder) == [["Ada"], ["Ada", "Bob"], ["Ada"]])
    guard case .written(let report) = try await studio.save(edits, previewed: preview) else {
      Issue.record("nobody else has written")
      return
    }
    #expect(try authors(folder) == [["Ada"], ["Bob"], ["Ada", "Bob"]])
    try expectSound(folder)
    _ = try await studio.undo(report)
    #expect(try authors(folder) == [["Ada"], ["Ada", "Bob"], ["Ada"]])
    try expectSound(folder)
  }

  @Test func oneToManyMovesTheOtherSide() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let city = try reference("Library", "ZNAME = 'City'", folder)
    let school = try reference("Library", "ZNAME = 'School'", folder)
    let (one, two) = (try reference("Book", "ZNUMBER = 1", folder), try reference("Book", "ZNUMBER = 2", folder))
    let report = try await studio.save([
      .relate(city, relationship: "books", adding: [], removing: [one]),
      .relate(school, relationship: "books", adding: [two], removing: []),
    ])
    let context = ModelContext(try folder.container())
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)]))
    #expect(books.map { $0.library?.name } == [nil, "School", "City"])
    try expectSound(folder)
    _ = try await studio.undo(report)
    #expect(try key(folder, "SELECT count(*) FROM ZBOOK WHERE ZLIBRARY = \(city.key)") == 3)
    try expectSound(folder)
  }

  @Test func aPairThatIsGoneMeanwhileIsAConflict() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let book = try reference("Book", "ZNUMBER = 2", folder)
    let bob = try reference("Author", "ZNAME = 'Bob'", folder)
    let edits = [StoreEdit.relate(book, relationship: "authors", adding: [], removing: [bob])]
    let preview = try await studio.preview(edits)
    do {
      let context = ModelContext(try folder.container())
      let found = try #require(
        try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.number == 2 })).first)
      found.authors.removeAll { $0.name == "Bob" }
      try context.save()
    }
    guard case .changed(let now) = try await studio.save(edits, previewed: preview) else {
      Issue.record("the pair was gone")
      return
    }
    #expect(now.deletedPairs.isEmpty)
  }

  /// What a row led to may be gone by the time of the undoing.
  @Test func nothingIsMadeToLeadNowhere() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let one = try reference("Book", "ZNUMBER = 1", folder)
    let two = try reference("Book", "ZNUMBER = 2", folder)
    let bob = try reference("Author", "ZNAME = 'Bob'", folder)
    let school = try reference("Library", "ZNAME = 'School'", folder)
    let reader = try reference("Reader", "ZNAME = 'Rita'", folder)
    let moved = try await studio.save([.update(reader, [.init("library", .null)])])
    let removed = try await studio.save([.relate(two, relationship: "authors", adding: [], removing: [bob])])
    let deleted = try await studio.save([.delete(bob), .delete(school)])
    let before = try folder.contents()
    for report in [moved, removed] {
      await #expect { try await studio.undo(report) } throws: { "\($0)".contains("cannot be undone") }
    }
    #expect(try folder.contents() == before)
    // In the order of the steps, each of them can be.
    for report in [deleted, removed, moved] { _ = try await studio.undo(report) }
    #expect(try authors(folder) == [["Ada"], ["Ada", "Bob"], ["Ada"]])
    try expectSound(folder)
    // Several in one step lead to each other.
    let cascade = try await studio.save([.delete(one), .delete(try reference("Library", "ZNAME = 'City'", folder))])
    _ = try await studio.undo(cascade)
    #expect(try authors(folder) == [["Ada"], ["Ada", "Bob"], ["Ada"]])
    try expectSound(folder)
  }

  @Test func whatDoesNotFitIsRefused() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let book = try reference("Book", "ZNUMBER = 1", folder)
    let city = try reference("Library", "ZNAME = 'City'", folder)
    let before = try folder.contents()
    let cases: [(StoreEdit, String)] = [
      (.relate(book, relationship: "library", adding: [city], removing: []), "leads to many objects"),
      (.relate(book, relationship: "nothing", adding: [], removing: []), "leads to many objects"),
      (.relate(book, relationship: "authors", adding: [city], removing: []), "is not of Author"),
      (
        .relate(ObjectReference(entity: "Book", key: 99), relationship: "authors", adding: [], removing: []),
        "no such row"
      ),
      (
        .relate(book, relationship: "authors", adding: [ObjectReference(entity: "Author", key: 99)], removing: []),
        "neither in the file"
      ),
    ]
    for (edit, text) in cases {
      await #expect { try await studio.save([edit]) } throws: { "\($0)".contains(text) }
    }
    #expect(try folder.contents() == before)
  }

  /// The engine reads what steps at random have written, and all of it is undone.
  @Test(arguments: 0..<4) func randomStepsAreUndone(_ run: Int) async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store, isWritable: true)
    let before = try authors(folder)
    var model = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($0 + 1, Set($1)) })
    var reports: [EditReport] = []
    for step in 0..<12 {
      let number = Int.random(in: 1...3)
      let name = ["Ada", "Bob"].randomElement() ?? "Ada"
      let isAdded = Bool.random()
      let book = try reference("Book", "ZNUMBER = \(number)", folder)
      let author = try reference("Author", "ZNAME = '\(name)'", folder)
      // From either side.
      let (owner, relationship, target) = Bool.random() ? (book, "authors", author) : (author, "books", book)
      reports.append(
        try await studio.save([
          .relate(
            owner, relationship: relationship, adding: isAdded ? [target] : [], removing: isAdded ? [] : [target])
        ]))
      if isAdded { model[number]?.insert(name) } else { model[number]?.remove(name) }
      #expect(try authors(folder) == (1...3).map { (model[$0] ?? []).sorted() }, "run \(run), step \(step)")
    }
    try expectSound(folder)
    for report in reports.reversed() { _ = try await studio.undo(report) }
    #expect(try authors(folder) == before)
    try expectSound(folder)
  }

  @Test func objectsAreFoundByNameAndKey() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store)
    let bob = try reference("Author", "ZNAME = 'Bob'", folder)
    for text in ["bo", " BÖB ".folding(options: .diacriticInsensitive, locale: nil), "\(bob.key)", "\(bob)"] {
      #expect(try await studio.find(text, of: "Author").map(\.title).contains("Bob"), "\(text)")
    }
    #expect(try await studio.find("\"; DROP TABLE ZAUTHOR", of: "Author").isEmpty)
    #expect(try await studio.find("", of: "Author").count == 2)
    #expect(try await studio.find("99", of: "Author").isEmpty)
    await #expect(throws: StudioError.self) { try await studio.find("", of: "Nothing") }
  }

  @Test func exportsHaveWhatIsShown() async throws {
    let folder = try StoreFolder.library()
    let studio = StudioStore(folder.store)
    var request = GridRequest(entity: "Book")
    request.condition = "number != 2"
    request.order = "number"
    request.isDescending = true
    let asked = try #require(ExportRequest(target: ExportRequest(.json, rows: request).target))
    let file = try await studio.export(asked)
    defer { file.remove() }
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file.url)) as? [[String: Any]])
    #expect(rows.map { $0["title"] as? String } == ["Book 3", "Book 1"])
    // A result of SQL, by its token alone.
    let result = try await studio.run("SELECT ZTITLE, x'00' AS bytes FROM ZBOOK ORDER BY 1 DESC")
    let csv = try await studio.export(
      try #require(ExportRequest(target: ExportRequest(.csv, result: result.token).target)))
    defer { csv.remove() }
    #expect(
      try String(contentsOf: csv.url, encoding: .utf8)
        == "ZTITLE,bytes\r\nBook 3,AA==\r\nBook 2,AA==\r\nBook 1,AA==\r\n")
    await #expect { try await studio.export(ExportRequest(.csv, result: UUID().uuidString)) } throws: {
      "\($0)".contains("not known any more")
    }
    #expect(ExportRequest(target: "/export?format=data") == nil)
  }
}
