// SPDX-License-Identifier: Apache-2.0

#if Web && Postgres
  import CLibpq
  import CoreDataStore
  import Foundation
  import ProcessSupport
  import SwiftData
  import Testing
  import ToolSupport

  @testable import SwiftDataStudio
  @testable import SwiftDataTool

  /// Studio over `postgres://`.
  @Suite(.enabled(if: DatabaseServer.address != nil, "There is no PostgreSQL server.")) struct DatabaseStudioTests {
    private func address(_ stores: Stores, _ more: String = "") throws -> DatabaseAddress {
      let url = try #require(DatabaseServer.address)
      return try #require(DatabaseAddress(url + more, namespace: stores.namespace))
    }

    private func studio(_ stores: Stores) throws -> StudioStore { StudioStore(try DatabaseStudio(address(stores))) }

    /// The same objects with the same keys in a file and in a database.
    private func pair(_ stores: Stores) throws -> (file: StudioStore, database: StudioStore) {
      try Stores.fill(stores.file("first.store"))
      _ = try stores.database()
      _ = try stores.file("second.store")
      let exported = try Tool.run("export", stores.path("first.store"), "--to", "json", "-o", stores.path("1.json"))
      try #require(exported.code == 0, "\(exported.errors)")
      for target in [[stores.path("second.store")], [DatabaseServer.address ?? "", "--namespace", stores.namespace]] {
        let imported = try Tool.run(
          ["import", target[0], stores.path("1.json"), "--from", "json"] + target.dropFirst())
        try #require(imported.code == 0, "\(imported.errors)")
      }
      return (StudioStore(URL(fileURLWithPath: stores.path("second.store"))), try studio(stores))
    }

    // MARK: The same as of a file

    private static let requests: [(entity: String, condition: String, order: String?)] = [
      ("Specimen", "", nil), ("Keeper", "", nil), ("Curator", "", nil), ("Drawer", "", nil), ("Visitor", "", nil),
      ("Certificate", "", nil), ("Specimen", "", "code"), ("Specimen", "", "note"), ("Specimen", "", "rank"),
      ("Specimen", "", "price"), ("Specimen", "", "found"), ("Specimen", "", "drawer"), ("Specimen", "", "drawer.name"),
      ("Specimen", "", "keepers.count"), ("Specimen", "", "place.city"), ("Specimen", "", "shape"),
      ("Keeper", "", "name"), ("Keeper", "name contains 'curator'", "specimens.count"),
      ("Specimen", "code contains[cd] 'CÖDE 1'", "large"), ("Specimen", "code like 'c?de *3'", nil),
      ("Specimen", "note == nil and rank != nil", nil), ("Specimen", "not (rank > 20)", "rank"),
      ("Specimen", "rank in [1, 2, 3.0] or price == 12.05", nil), ("Specimen", "isRare and weight <= 1.5", "weight"),
      ("Specimen", "found >= '2001-01-31' and found < '2001-02-10'", "-found"),
      ("Specimen", "token == '00000003-1111-4222-8333-444444444444'", nil), ("Specimen", "phase == 'done'", nil),
      ("Specimen", "shape == 'point' and home == nil", nil), ("Specimen", "place.zip in [5, 7]", nil),
      ("Specimen", "drawer.name == 'drawer 2' and drawer != nil", nil), ("Specimen", "self == 12", nil),
      ("Specimen", "keepers.name == 'keeper 1' and keepers.count > 1", nil),
      ("Specimen", "keepers contains 'Keeper/p2'", nil), ("Specimen", "visitors.name endswith ' 3'", nil),
      ("Specimen", "parent.parent.code == 'code 1'", "parent"), ("Specimen", "certificate.number > rank", nil),
      ("Curator", "favourite.name contains 'keeper'", nil), ("Drawer", "specimens.count >= 10", nil),
      ("Specimen", "code == 'nothing'", "rank"),
    ]

    private static var gridRequests: [GridRequest] {
      var all = requests.flatMap { item in
        [false, true].map { isDescending in
          var request = GridRequest(entity: item.entity)
          request.condition = item.condition
          request.order = item.order?.replacing("-", with: "")
          request.isDescending = isDescending
          return request
        }
      }
      for (entity, relation) in [
        ("Specimen", GridRequest.Relation.targets(of: .init(entity: "Drawer", key: 2), relationship: "specimens")),
        ("Keeper", .targets(of: .init(entity: "Specimen", key: 4), relationship: "keepers")),
        ("Visitor", .targets(of: .init(entity: "Specimen", key: 5), relationship: "visitors")),
        ("Drawer", .targets(of: .init(entity: "Specimen", key: 5), relationship: "drawer")),
        ("Curator", .owners(of: .init(entity: "Keeper", key: 3), relationship: "Curator.favourite")),
        ("Specimen", .owners(of: .init(entity: "Visitor", key: 3), relationship: "Specimen.visitors")),
      ] {
        var request = GridRequest(entity: entity)
        request.relation = relation
        all.append(request)
      }
      return all
    }

    /// In a database no value has a file of its own.
    private func plain(_ cell: GridCell) -> GridCell {
      if case .bytes(let size, _) = cell { .bytes(size, isExternal: false) } else { cell }
    }

    private func plain(_ page: GridPage) -> [String] {
      page.rows.map { "\($0.reference): \($0.cells.map(plain))" } + ["\(page.first)"]
    }

    @Test func theSameRowsAreTheSameGrids() async throws {
      let stores = try Stores()
      defer { stores.remove() }
      let (file, database) = try pair(stores)
      #expect(try await file.schema() == database.schema())
      for request in Self.gridRequests {
        let firsts = (try await file.firstPage(request, limit: 25), try await database.firstPage(request, limit: 25))
        #expect(plain(firsts.0) == plain(firsts.1), "\(request)")
        #expect(try await file.count(request) == database.count(request), "\(request)")
        for range in [0..<7, 5..<41, 55..<200, 300..<310] {
          let pages = (try await file.page(request, range), try await database.page(request, range))
          #expect(plain(pages.0) == plain(pages.1), "\(request) \(range)")
        }
        let all = (
          try await file.references(request, limit: 50), try await database.references(request, limit: 50)
        )
        #expect(all.0 == all.1, "\(request)")
      }
      var wrong = GridRequest(entity: "Specimen")
      wrong.condition = "colour == 1"
      await #expect { try await database.firstPage(wrong, limit: 1) } throws: {
        "\($0)".contains("no property 'colour'")
      }
      wrong.condition = ""
      wrong.entity = "Ghost"
      await #expect { try await database.columns(of: wrong.entity) } throws: { "\($0)".contains("no entity 'Ghost'") }
    }

    @Test func theSameRowsAreTheSamePages() async throws {
      let stores = try Stores()
      defer { stores.remove() }
      let (file, database) = try pair(stores)
      let overviews = (try await file.overview(), try await database.overview())
      for (one, other) in zip(overviews.0.entities, overviews.1.entities) {
        #expect((one.name, one.rows, one.allRows) == (other.name, other.rows, other.allRows))
        #expect((one.superentity, one.depth, one.isAbstract) == (other.superentity, other.depth, other.isAbstract))
      }
      #expect(overviews.0.entities.count == overviews.1.entities.count)
      #expect(overviews.1.reasonNotToWrite == nil)
      #expect(try await file.diagram() == database.diagram())
      for entity in ["Specimen", "Keeper", "Drawer", "Visitor", "Certificate"] {
        for reference in try await file.references(GridRequest(entity: entity), limit: 100) {
          let details = (
            try #require(try await file.detail(reference)), try #require(try await database.detail(reference))
          )
          compare(details.0, details.1)
        }
        for text in ["", "1", "code  1", "Curator", "3", "\(entity)/p2", "nothing"] {
          #expect(try await file.find(text, of: entity) == database.find(text, of: entity), "\(entity) \(text)")
        }
        for column in try await file.columns(of: entity) {
          #expect(
            try await file.values(column.name, of: entity) == database.values(column.name, of: entity),
            "\(entity).\(column.name)")
        }
      }
      // One that the name of a root leads to.
      #expect(try await database.detail(.init(entity: "Keeper", key: 5))?.reference.entity == "Curator")
      #expect(try await database.detail(.init(entity: "Drawer", key: 500)) == nil)
      #expect(try await database.check().isEmpty)
      // The first line names the store.
      let source = try await database.swift().split(separator: "\n").dropFirst()
      #expect(try await source.elementsEqual(file.swift().split(separator: "\n").dropFirst()))
      #expect(try await database.tableStatements().contains("CREATE TABLE \(stores.namespace).specimen (\n  pk bigint"))
      #expect(try await database.sizes().tables.contains { $0.entities == ["Curator", "Keeper"] && $0.indexes > 0 })
    }

    private func compare(_ one: RowDetail, _ other: RowDetail) {
      #expect((one.reference, one.title, one.incoming) == (other.reference, other.title, other.incoming))
      for (a, b) in zip(one.properties, other.properties) {
        let place = "\(one.reference).\(a.column.name)"
        #expect(a.column == b.column && plain(a.value) == plain(b.value), "\(place): \(a.value) \(b.value)")
        #expect((a.input, a.bytes, a.picture) == (b.input, b.bytes, b.picture), "\(place)")
        #expect(a.targets == b.targets, "\(place)")
        if case .bytes = a.value { continue }
        #expect(a.text == b.text, "\(place)")
      }
      #expect(one.properties.count == other.properties.count)
    }

    @Test func theSameRowsAreTheSameFiles() async throws {
      let stores = try Stores()
      defer { stores.remove() }
      let (file, database) = try pair(stores)
      func text(_ request: ExportRequest, _ studio: StudioStore) async throws -> String {
        let exported = try await studio.export(request)
        defer { exported.remove() }
        return Stores.anonymous(try Data(contentsOf: exported.url))
      }
      var requests = [ExportRequest(.json), ExportRequest(.mermaid), ExportRequest(.json, entity: "Drawer")]
      for entity in ["Specimen", "Curator"] { requests.append(ExportRequest(.csv, entity: entity)) }
      for request in Self.gridRequests.prefix(40) + Self.gridRequests.suffix(6) {
        requests += [ExportRequest(.csv, rows: request), ExportRequest(.json, rows: request)]
      }
      for request in requests {
        let texts = (try await text(request, file), try await text(request, database))
        #expect(texts.0 == texts.1, "\(request)")
      }
      let image = ExportRequest(dataOf: "image", .init(entity: "Specimen", key: 4))
      let bytes = try await (file.export(image), database.export(image))
      #expect(try Data(contentsOf: bytes.0.url) == Data(contentsOf: bytes.1.url))
      bytes.0.remove()
      bytes.1.remove()
      await #expect { try await database.export(ExportRequest(.sql)) } throws: { "\($0)".contains("pg_dump") }
    }

    /// Long values come in part, and are known to be longer.
    @Test func longValuesComeInPart() async throws {
      let stores = try Stores()
      defer { stores.remove() }
      let container = try stores.database()
      let context = ModelContext(container)
      let long = Specimen("long", 1)
      long.note = String(repeating: "é", count: 30_000)
      long.bytes = Data(repeating: 7, count: 3_000_000)
      long.counts = Array(0..<1_000)
      context.insert(long)
      try context.save()
      let studio = try studio(stores)
      let columns = try await studio.columns(of: "Specimen")
      let row = try #require(try await studio.firstPage(GridRequest(entity: "Specimen"), limit: 1).rows.first)
      let cells = Dictionary(uniqueKeysWithValues: zip(columns.map(\.name), row.cells))
      #expect(cells["bytes"] == .bytes(3_000_000, isExternal: false))
      #expect(cells["note"] == .text(String(repeating: "é", count: 240) + "…"))
      if case .bytes? = cells["counts"] {} else { Issue.record("\(String(describing: cells["counts"]))") }
      let detail = try #require(try await studio.detail(row.reference))
      #expect(detail.properties.first { $0.column.name == "counts" }?.text.contains("999") == true)
      #expect(detail.properties.first { $0.column.name == "bytes" }?.value == .bytes(3_000_000, isExternal: false))
      let exported = try await studio.export(ExportRequest(dataOf: "bytes", row.reference))
      #expect(try Data(contentsOf: exported.url) == long.bytes)
      exported.remove()
    }

    // MARK: Windows

    @Test func windowsCostTheirOwnRowsOnly() throws {
      let stores = try Stores()
      defer { stores.remove() }
      _ = try stores.database()
      try DatabaseServer.run(
        sql: "INSERT INTO \(stores.namespace).visitor (pk, opt, name) "
          + "SELECT 2 * n, 1, 'visitor ' || (n * 7919 % 100000) FROM generate_series(1, 30000) AS n")
      let live = LiveDatabase(try address(stores))
      let reader = GridReader(live)
      let plain = GridRequest(entity: "Visitor")
      #expect(try reader.firstPage(plain, limit: 100).rows.map(\.reference.key) == (1...100).map { $0 * 2 })
      #expect(try reader.count(plain) == 30_000)
      for start in [0, 1, 1_023, 1_024, 12_345, 29_950] {
        let before = reader.rowsRead
        let page = try reader.page(plain, start..<(start + 50))
        #expect(page.rows.map(\.reference.key) == (start..<(start + 50)).map { Int64($0 + 1) * 2 })
        #expect(reader.rowsRead - before == 50)
      }
      var sorted = plain
      sorted.order = "name"
      sorted.isDescending = true
      let names = (1...30_000).map { "visitor \($0 * 7_919 % 100_000)" }.sorted(by: >)
      #expect(try reader.page(sorted, 20_000..<20_005).rows.map { $0.cells[0].text } == Array(names[20_000..<20_005]))
      var filtered = plain
      filtered.condition = "name endswith \"7\""
      #expect(try reader.count(filtered) == 3_000)
      #expect(try reader.page(filtered, 2_999..<3_010).rows.count == 1)
      // Nothing of it is kept.
      let kept = try live.read { try $0.store.count(of: "Visitor") }
      #expect(kept == 0)
      live.close()
    }

    @Test func whatOthersWriteIsSeen() async throws {
      let stores = try Stores()
      defer { stores.remove() }
      let context = ModelContext(try stores.database())
      for number in 0..<3 { context.insert(Visitor("visitor \(number)")) }
      try context.save()
      let studio = try studio(stores)
      var request = GridRequest(entity: "Visitor")
      request.order = "name"
      #expect(try await studio.count(request) == 3)
      let generation = try await studio.overview().generation
      context.insert(Visitor("another"))
      try context.save()
      #expect(try await studio.count(request) == 4)
      #expect(try await studio.page(request, 0..<4).rows.first?.cells.first == .text("another"))
      #expect(try await studio.overview().generation > generation)
      // The program has migrated the store.
      try DatabaseServer.run(sql: "UPDATE \(stores.namespace).swiftdata_store SET version = '7.0.0'")
      #expect(try await studio.overview().facts.contains { $0.value == "7.0.0" })
    }

    @Test func aLostConnectionIsOpenedAnew() async throws {
      let stores = try Stores()
      defer { stores.remove() }
      _ = try stores.database()
      let studio = StudioStore(try DatabaseStudio(address(stores, "&application_name=\(stores.namespace)")))
      #expect(try await studio.count(GridRequest(entity: "Visitor")) == 0)
      #expect(try await studio.overview().remarks.isEmpty)
      let end =
        "SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity "
        + "WHERE application_name = '\(stores.namespace)'"
      try DatabaseServer.run(sql: end)
      #expect(try await studio.firstPage(GridRequest(entity: "Visitor"), limit: 10).rows.isEmpty)
      #expect(try await studio.overview().remarks == ["The connection to the server was lost once, and opened anew."])
      // In the middle of a reading.
      let live = LiveDatabase(try address(stores, "&application_name=\(stores.namespace)"))
      var attempts = 0
      let count = try live.read { source in
        attempts += 1
        if attempts == 1 { try DatabaseServer.run(sql: end) }
        return try source.rows("SELECT count(*) FROM \"ZVISITOR\"", []).first?.first
      }
      #expect(count == .integer(0) && attempts == 2)
      live.close()
    }

    // MARK: Statements

    @Test func statementsReadOnly() async throws {
      let stores = try Stores()
      defer { stores.remove() }
      try Stores.fill(stores.database())
      let name = stores.namespace
      try DatabaseServer.run(
        sql: """
          CREATE FUNCTION \(name).writes() RETURNS bigint LANGUAGE sql AS
            $$ INSERT INTO \(name).visitor (opt, name) VALUES (1, 'x') RETURNING pk $$;
          CREATE FUNCTION \(name).grows() RETURNS void LANGUAGE plpgsql AS
            $$ BEGIN EXECUTE 'CREATE TABLE \(name).grown (x int)'; END $$;
          """)
      let studio = try studio(stores)
      let before = try await studio.run("SELECT (SELECT count(*) FROM visitor), (SELECT max(pk) FROM drawer)")
      #expect(before.rows == [[.number("20"), .number("4")]])
      let answer = try await studio.run(
        "SELECT code, price, \"is_rare\", bytes, note, found, token, labels FROM specimen ORDER BY large LIMIT 2; -- end"
      )
      #expect(answer.columns.prefix(4) == ["code", "price", "is_rare", "bytes"])
      #expect(answer.rows[0][0] == .text("code 0") && answer.rows[0][1] == .number("0.05"))
      #expect(answer.rows[0][2] == .text("true") && answer.rows[1][3] == .bytes(1) && answer.rows[0][4] == .null)
      #expect(try await studio.run("VALUES (1), (2)").rows.count == 2)
      for sql in [
        "DELETE FROM visitor", "UPDATE visitor SET name = 'x'", "INSERT INTO visitor (opt, name) VALUES (1, 'x')",
        "TRUNCATE visitor", "CREATE TABLE x (y int)", "CREATE TEMP TABLE x (y int)", "DROP TABLE visitor",
        "SELECT 1; DELETE FROM visitor", "SELECT 1; COMMIT; DELETE FROM visitor", "COMMIT", "ROLLBACK", "BEGIN", "END",
        "SELECT 1 FOR UPDATE; SELECT 2", "SELECT * FROM visitor FOR UPDATE", "SELECT * INTO copied FROM visitor",
        "WITH a AS (DELETE FROM visitor RETURNING pk) SELECT * FROM a", "SELECT writes()", "SELECT grows()",
        "SELECT set_config('transaction_read_only', 'off', false), writes()",
        "SELECT set_config('default_transaction_read_only', 'off', false), writes()",
        "SELECT nextval(pg_get_serial_sequence('visitor', 'pk'))",
        "SELECT setval(pg_get_serial_sequence('visitor', 'pk'), 1)", "LOCK TABLE visitor IN ACCESS EXCLUSIVE MODE",
        "COPY visitor TO STDOUT", "COPY (SELECT 1) TO PROGRAM 'true'", "COPY visitor FROM STDIN",
        "DO $$ BEGIN DELETE FROM visitor; END $$", "EXPLAIN ANALYZE DELETE FROM visitor", "CALL x()",
        "SET transaction_read_only = off", "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
        "VACUUM", "PREPARE p AS DELETE FROM visitor", "EXECUTE p", "DISCARD ALL", "NOTIFY x", "LISTEN x",
        "DECLARE c CURSOR FOR SELECT 1", "FETCH 1 FROM swiftdata_answer", "CLOSE swiftdata_answer", "", " ; ",
        "SELECT nothing FROM visitor", "SELECT 1)", "*/ SELECT 1", "SELECT '\u{0}'",
      ] {
        await #expect(throws: StudioError.self, "\(sql)") { try await studio.run(sql) }
      }
      await #expect { try await studio.run("DELETE FROM visitor") } throws: { "\($0)".contains("SELECT") }
      let after = try await studio.run("SELECT (SELECT count(*) FROM visitor), (SELECT max(pk) FROM drawer)")
      #expect(after.rows == before.rows)
      let grown = "SELECT to_regclass('grown') IS NULL, to_regclass('copied') IS NULL"
      #expect(try await studio.run(grown).rows == [[.text("true"), .text("true")]])
      let next = try await studio.run("SELECT last_value FROM \(name).visitor_pk_seq")
      // As of the imports.
      #expect(next.rows.first?.first != .number("1"))
    }

    @Test func whatStatementsDoBesideIsTakenBack() async throws {
      let stores = try Stores()
      defer { stores.remove() }
      _ = try stores.database()
      let address = try #require(DatabaseServer.address)
      let handle = try #require(PQconnectdb(address))
      defer { PQfinish(handle) }
      PQclear(PQexec(handle, "LISTEN \(stores.namespace)"))
      let studio = try studio(stores)
      _ = try await studio.run("SELECT pg_notify('\(stores.namespace)', 'x')")
      // Servers before 16 make large objects in any transaction.
      _ = try? await studio.run("SELECT lo_create(4711)")
      let objects = try await studio.run("SELECT count(*) FROM pg_largeobject_metadata WHERE oid = 4711")
      #expect(objects.rows == [[.number("0")]])
      _ = try await studio.run("SELECT pg_advisory_lock(4711, 4712), set_config('search_path', 'pg_catalog', false)")
      PQclear(PQexec(handle, "SELECT 1"))
      PQconsumeInput(handle)
      #expect(PQnotifies(handle) == nil)
      let locks = try await studio.run("SELECT count(*) FROM pg_locks WHERE classid = 4711 AND objid = 4712")
      #expect(locks.rows == [[.number("0")]])
      #expect(try await studio.run("SELECT count(*) FROM visitor").rows == [[.number("0")]])
    }

    @Test func statementsEnd() throws {
      let stores = try Stores()
      defer { stores.remove() }
      _ = try stores.database()
      let address = try address(stores)
      var limits = SQLLimits()
      limits.timeLimit = 0.3
      for sql in [
        "SELECT pg_sleep(600)", "SELECT set_config('statement_timeout', '0', false), pg_sleep(600)",
        "SELECT set_config('statement_timeout', '0', false), pg_sleep(n) FROM generate_series(0, 600, 100) AS n",
        "WITH RECURSIVE n (i) AS (SELECT 1::bigint UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
      ] {
        #expect { try DatabaseStatement(limits: limits).run(sql, address) } throws: { "\($0)".contains("longer than") }
      }
      limits.timeLimit = 60
      let endless = "WITH RECURSIVE n (i) AS (SELECT 1::bigint UNION ALL SELECT i + 1 FROM n) SELECT "
      let answer = try DatabaseStatement(limits: limits).run(endless + "i FROM n", address)
      #expect(answer.rows.count == 1_000 && answer.isCut)
      #expect(answer.rows.last == [.number("1000")])
      let large = try DatabaseStatement(limits: limits).run(endless + "repeat('x', 1000000) FROM n", address)
      #expect(large.isCut && large.rows.count < 20 && large.rows.allSatisfy { $0[0].text.count <= 2_001 })
      let exported = try DatabaseStatement(limits: .forExport).run(
        "SELECT n, '\\x00ff10'::bytea, 'NaN'::float8 FROM generate_series(1, 5000) AS n", address)
      #expect(exported.rows.count == 5_000 && !exported.isCut)
      #expect(exported.rows.last == [.number("5000"), .data(Data([0, 255, 16])), .number("NaN")])
    }

    // MARK: The history

    private func write(_ container: ModelContainer) throws {
      let context = ModelContext(container)
      context.author = "Ann"
      let visitors = (0..<20).map { Visitor("visitor \($0)") }
      let drawer = Drawer("drawer")
      for model in visitors as [any PersistentModel] + [drawer] { context.insert(model) }
      try context.save()
      context.author = "Bob"
      visitors[3].name = "changed"
      drawer.name = "changed, too"
      try context.save()
      visitors[3].name = "changed again"
      try context.save()
      context.delete(visitors[7])
      try context.save()
    }

    private func outline(_ page: HistoryPage) -> [String] {
      page.transactions.map { transaction in
        let changes = transaction.changes.map { change in
          "\(change.kind.rawValue) \(change.entity ?? "?") \(change.title ?? "-") \(change.reference != nil) "
            + change.values.map { "\($0.property) \($0.before ?? "-") \($0.after ?? "-")" }.sorted().joined(
              separator: ";")
        }
        return "\(transaction.author ?? "-") \(transaction.changeCount): \(changes.sorted())"
      }
    }

    @Test func theHistoryIsThatOfAFile() async throws {
      let stores = try Stores()
      defer { stores.remove() }
      try write(stores.file("first.store"))
      try write(stores.database())
      let file = StudioStore(URL(fileURLWithPath: stores.path("first.store")))
      let database = try studio(stores)
      for entity in ["Drawer", "Visitor"] {
        let pages = (try await file.history(entity: entity), try await database.history(entity: entity))
        #expect(pages.1.transactions.map(\.changeCount) == pages.0.transactions.map(\.changeCount), "\(entity)")
        #expect(outline(pages.1).dropLast() == outline(pages.0).dropLast(), "\(entity)")
      }
      let all = try await database.history(entity: nil)
      #expect(all.transactions.map(\.changeCount) == [1, 1, 2, 21] && !all.hasMore)
      #expect(all.transactions.last?.changes.count == 12)
      let older = try await database.history(entity: nil, before: all.transactions[1].number)
      #expect(older.transactions == Array(all.transactions.dropFirst(2)))
    }

    /// The command serves until it is ended, and says whether rows can be changed.
    @Test(arguments: [(["--write"], "Rows can be changed."), ([], "Reading only.")])
    func theCommandServes(_ flags: [String], _ says: String) throws {
      let stores = try Stores()
      defer { stores.remove() }
      _ = try stores.database()
      let address = try #require(DatabaseServer.address)
      let program = try SecondProcess(
        executable: Tool.executable(),
        arguments: ["studio", address, "--namespace", stores.namespace, "--port", "0"] + flags)
      let first = try #require(program.line())
      #expect(first.contains("http://") && !first.contains(address), "\(first)")
      #expect(program.line()?.hasPrefix(says) == true)
      #expect(program.isRunning)
      program.signal(SIGTERM)
      #expect(program.end() == 0)
    }

    // MARK: What is refused

    @Test func whatIsNotThereSaysWhatToDo() async throws {
      let stores = try Stores()
      defer { stores.remove() }
      let secret = "postgres://somebody:hush@localhost:1/nowhere?sslmode=disable"
      let nowhere = try Tool.run(["studio", secret])
      #expect(nowhere.code == 2 && !(nowhere.errors + nowhere.output).contains("hush"), "\(nowhere.errors)")
      let address = DatabaseServer.address ?? ""
      let empty = try Tool.run(["studio", address, "--namespace", stores.namespace])
      #expect(empty.code == 2 && empty.errors.contains("--namespace"), "\(empty.errors)")
      _ = try stores.database()
      let studio = try studio(stores)
      #expect(!studio.access.name.contains("/") && !studio.access.place.contains("host"))
    }
  }
#endif
