// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import GRDBSQLite
  import SwiftData
  import SwiftDataCore
  import SwiftDataPostgres
  import Synchronization

  /// The statements with which both dialects make tables, change them, and write.
  enum GoldenWrites {
    enum Before {
      @Model final class Box {
        #Index<Box>([\.label])
        @Attribute(.unique) var code: String
        var label: String
        var weight: Double
        var former: Int?
        @Relationship(deleteRule: .cascade, inverse: \Part.box) var parts: [Part] = []
        @Relationship(inverse: \Tag.boxes) var tags: [Tag] = []

        init(_ code: String, weight: Double) {
          (self.code, self.weight) = (code, weight)
          label = code
        }
      }

      @Model final class Part {
        var number: Int
        var box: Box?
        init(_ number: Int) { self.number = number }
      }

      @Model final class Tag {
        var name: String
        var boxes: [Box] = []
        init(_ name: String) { self.name = name }
      }
    }

    /// A property is renamed, one is new, one is gone; there is another class, and another index.
    enum After {
      @Model final class Box {
        #Index<Box>([\.title], [\.weight])
        @Attribute(.unique) var code: String
        @Attribute(originalName: "label") var title: String
        var weight: Double
        var isOpen: Bool = true
        var price: Decimal = 12
        @Relationship(deleteRule: .cascade, inverse: \Part.box) var parts: [Part] = []
        @Relationship(inverse: \Tag.boxes) var tags: [Tag] = []

        init(_ code: String, weight: Double) {
          (self.code, self.weight) = (code, weight)
          title = code
        }
      }

      @Model final class Part {
        var number: Int
        var box: Box?
        init(_ number: Int) { self.number = number }
      }

      @Model final class Tag {
        var name: String
        var boxes: [Box] = []
        init(_ name: String) { self.name = name }
      }

      @Model final class Shelf {
        var name: String
        init(_ name: String) { self.name = name }
      }
    }

    /// - Parameter file: A path where nothing is.
    static func text(file: URL, _ configuration: (Schema) throws -> PostgresConfiguration) throws -> String {
      let trace = FileTrace(file)
      defer { trace.end() }
      var blocks: [String] = []
      func note(_ name: String, _ file: [String], _ database: [String]) {
        let lines = file.map { "  file:     \($0)" } + database.map { "  database: \($0)" }
        blocks.append(([name] + lines).joined(separator: "\n") + "\n")
      }
      let before = Schema([Before.Box.self, Before.Part.self, Before.Tag.self])
      let postgres = try configuration(before)
      func plain(_ statements: [String]) -> [String] {
        statements.map {
          inOneLine(
            $0.replacing(postgres.namespace + ".", with: "").replacing(postgres.namespace, with: "namespace"))
        }
      }
      func outline(_ schema: Schema) throws -> [String] {
        var configuration = postgres
        configuration.schema = schema
        let model = try SchemaModel(schema: schema)
        return plain(try configuration.migrationOutline(model, model.entities, nil).statements).filter {
          // The store's own tables and functions are no part of the models.
          !$0.contains("swiftdata_")
        }
      }
      func opened(_ schema: Schema) throws -> [ModelContainer] {
        var configuration = postgres
        configuration.schema = schema
        return [
          try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: file)]),
          try ModelContainer(for: schema, configurations: [configuration]),
        ]
      }
      do {
        let tables = try outline(before)
        let containers = try opened(before)
        note("tables and indexes", trace.take(), tables)
        let contexts = containers.map { ModelContext($0) }
        let statements = DatabaseTrace()
        containers[1].activityObservers = [statements]
        func step(_ name: String, _ body: (ModelContext) throws -> Void) throws {
          try body(contexts[0])
          let written = trace.take()
          try body(contexts[1])
          note(name, written, plain(statements.take()))
        }
        try write(step)
        for container in containers { container.stopWatching() }
      }
      let after = Schema([After.Box.self, After.Part.self, After.Tag.self, After.Shelf.self])
      let changes = try outline(after)
      _ = trace.take()
      _ = try opened(after)
      note("a lightweight migration", trace.take(), changes)
      return blocks.joined(separator: "\n")
    }

    private static func write(_ step: (String, (ModelContext) throws -> Void) throws -> Void) throws {
      typealias Box = Before.Box
      func boxes(_ context: ModelContext) throws -> [Box] {
        try context.fetch(FetchDescriptor<Box>(sortBy: [SortDescriptor(\.code, comparator: .lexical)]))
      }
      try step("a row is inserted") { context in
        context.insert(Box("a", weight: 1))
        try context.save()
      }
      try step("rows are inserted, of several classes") { context in
        for code in ["b", "c", "d"] {
          let box = Box(code, weight: 2)
          context.insert(box)
          box.parts = [Before.Part(1), Before.Part(2)]
        }
        try context.save()
      }
      try step("a row is changed") { context in
        try boxes(context)[0].weight = 3
        try context.save()
      }
      try step("rows are changed") { context in
        for box in try boxes(context) { box.label += "!" }
        try context.save()
      }
      try step("a row is met by its unique value") { context in
        context.insert(Box("a", weight: 4))
        try context.save()
      }
      try step("unique values are exchanged") { context in
        let all = try boxes(context)
        (all[0].code, all[1].code) = (all[1].code, all[0].code)
        try context.save()
      }
      try step("a pair of many to many") { context in
        try boxes(context)[0].tags = [Before.Tag("t")]
        try context.save()
      }
      try step("rows are changed by a predicate") { context in
        try context.update(Box.self, where: #Predicate { $0.weight > 1 }, .set(\.label, to: "heavy"))
      }
      try step("a row is deleted, with those that it owns") { context in
        context.delete(try boxes(context)[3])
        try context.save()
      }
      try step("rows are deleted by a predicate") { context in
        try context.delete(model: Before.Part.self, where: #Predicate { $0.number == 1 })
        try context.save()
      }
    }
  }

  /// What was written to a database, as its store reports it.
  private final class DatabaseTrace: StoreActivityObserver {
    private let lines = Mutex<[String]>([])

    func didRun(_ statement: StatementActivity) {
      let words = statement.shape.uppercased().split(separator: " ")
      guard
        words.contains("INSERT") || words.contains("(INSERT") || words.contains("UPDATE") || words.contains("(UPDATE")
          || words.contains("DELETE") || words.contains("(DELETE"), !statement.shape.contains("swiftdata_transaction")
      else { return }
      lines.withLock { $0.append(statement.shape) }
    }

    func take() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        return GoldenWrites.counted(lines)
      }
    }
  }

  extension GoldenWrites {
    fileprivate static func inOneLine(_ sql: String) -> String {
      sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// One line for a statement that was run several times in a row.
    fileprivate static func counted(_ lines: [String]) -> [String] {
      var counted: [(line: String, count: Int)] = []
      for line in lines {
        if counted.last?.line == line { counted[counted.count - 1].count += 1 } else { counted.append((line, 1)) }
      }
      return counted.map { $0.count == 1 ? $0.line : "\($0.line)   (\($0.count) times)" }
    }
  }

  /// What SQLite runs on one file, whichever connection it is.
  private final class FileTrace: Sendable {
    private static let state = Mutex<(path: String?, lines: [String])>((nil, []))

    /// From now on, connections that are opened are listened to.
    init(_ url: URL) {
      Self.state.withLock { $0 = (url.path, []) }
      sqlite3_auto_extension(unsafeBitCast(Self.listen, to: (@convention(c) () -> Void).self))
    }

    func end() {
      sqlite3_cancel_auto_extension(unsafeBitCast(Self.listen, to: (@convention(c) () -> Void).self))
      Self.state.withLock { $0 = (nil, []) }
    }

    func take() -> [String] {
      Self.state.withLock { state in
        defer { state.lines = [] }
        return GoldenWrites.counted(state.lines)
      }
    }

    private typealias Entry =
      @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
      ) -> Int32

    private static func isOwn(_ path: String?) -> Bool {
      guard let expected = state.withLock({ $0.path }) else { return false }
      return path?.hasSuffix(expected) == true
    }

    private static let listen: Entry = { database, _, _ in
      // Not to those of other tests.
      guard isOwn(sqlite3_db_filename(database, "main").map { String(cString: $0) }) else { return 0 }
      sqlite3_trace_v2(
        database, UInt32(SQLITE_TRACE_STMT),
        { _, _, statement, text in
          guard let statement, let text else { return 0 }
          let database = sqlite3_db_handle(OpaquePointer(statement))
          let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
          let path = sqlite3_db_filename(database, "main").map { String(cString: $0) }
          note(sql, path)
          return 0
        }, nil)
      return 0
    }

    private static func note(_ sql: String, _ path: String?) {
      let writes = ["CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE", "WITH"]
      // The store's own tables are no part of the models.
      let own = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY", "ATRANSACTION", "ACHANGE", "SWIFTDATA_"]
      guard writes.contains(where: { sql.hasPrefix($0) }), !own.contains(where: { sql.contains($0) }), isOwn(path)
      else {
        return
      }
      state.withLock { state in
        state.lines.append(GoldenWrites.inOneLine(sql))
      }
    }
  }
#endif
