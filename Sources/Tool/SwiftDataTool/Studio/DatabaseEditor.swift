// SPDX-License-Identifier: Apache-2.0

#if Web && Postgres
  import CoreDataFormat
  import CoreDataStore
  import Foundation
  import SwiftDataPostgres
  import SwiftDataStudio

  /// Changes rows of a database, all or none of them, as one step that can be undone.
  ///
  /// The rows that a change is about come into a private file (``DatabaseScope``), where it is done by the rules that files
  /// are changed by: both sides of relationships, delete rules, checks of values. What has become of the rows goes back, in
  /// the transaction that has read them, with their versions and a history. Whoever changes one of them meanwhile is noticed.
  struct DatabaseEditor: RowEditor {
    let address: DatabaseAddress
    private static let author = "swiftdata studio"
    /// How often a change begins again because others were in its way.
    private static let attempts = 5

    func preview(_ edits: [StoreEdit]) throws -> EditReport {
      try connected { copy in
        try copy.session.snapshot {
          let next = try insertions(edits, copy).mapValues { try Self.highestKey($0.table, copy) + 1 }
          return try scoped(copy, { try $0.bring(edits) }, next) { file in try Self.editor(file).preview(edits) }
        }
      }
    }

    func save(_ edits: [StoreEdit]) throws -> EditReport {
      try written(edits, { try $0.bring(edits) }) { .written(try Self.editor($0).save(edits)) }.report
    }

    func save(_ edits: [StoreEdit], previewed: EditReport) throws -> StoreEditor.Outcome {
      try written(edits, { try $0.bring(edits) }) { try Self.editor($0).save(edits, previewed: previewed) }
    }

    func undo(_ report: EditReport) throws -> EditReport {
      try written([], { try $0.bring(toUndo: report) }) { .written(try Self.editor($0).undo(report, isPart: true)) }
        .report
    }

    private static func editor(_ file: URL) -> StoreEditor { StoreEditor(file, keepsAllDigits: true) }

    /// The tables in which objects are made, and how many; by root entity.
    private func insertions(
      _ edits: [StoreEdit], _ copy: DatabaseCopy
    ) throws -> [String: (table: String, count: Int)] {
      var counts: [String: (table: String, count: Int)] = [:]
      for case .insert(let name, _) in edits {
        guard let entity = copy.record.model.entity(named: name) else { continue }
        let root = copy.record.model.root(of: entity).name
        guard let table = copy.record.layout.entities[root]?.table else { continue }
        counts[root, default: (table, 0)].count += 1
      }
      return counts
    }

    private static func highestKey(_ table: String, _ copy: DatabaseCopy) throws -> Int64 {
      let rows = try copy.session.rows("SELECT coalesce(max(pk), 0) FROM \(copy.session.quoted(table))")
      if case .integer(let key)? = rows.first?.first { return key }
      return 0
    }

    // MARK: One change

    private func written(
      _ edits: [StoreEdit], _ bring: (inout DatabaseScope) throws -> Void,
      _ change: (URL) throws -> StoreEditor.Outcome
    ) throws -> StoreEditor.Outcome {
      try connected { copy in
        var failures = 0
        while true {
          do { return try attempt(copy, edits, bring, change) } catch  where isPassing(error) {
            failures += 1
            guard failures < Self.attempts, copy.session.isOpen else { throw refused(error) }
          } catch {
            throw refused(error)
          }
        }
      }
    }

    private func attempt(
      _ copy: DatabaseCopy, _ edits: [StoreEdit], _ bring: (inout DatabaseScope) throws -> Void,
      _ change: (URL) throws -> StoreEditor.Outcome
    ) throws -> StoreEditor.Outcome {
      let firsts = try insertions(edits, copy).mapValues { try keys($0.table, $0.count, copy) }
      var number: String?
      let outcome = try copy.session.edit { () throws -> StoreEditor.Outcome in
        let outcome = try scoped(copy, bring, firsts) { file -> StoreEditor.Outcome in
          let outcome = try change(file)
          guard case .written(let report) = outcome else { return outcome }
          let store = try Store(reading: file)
          defer { store.connection.close() }
          var writer = DatabaseRowWriter(copy, try DatabaseTables(copy.record, store), store)
          number = try writer.write(report, author: Self.author)
          return outcome
        }
        guard case .written(let report) = outcome else { return outcome }
        // As the server has them: a date has microseconds there, JSON its own order.
        let rows = report.rows.filter { $0.kind != .delete }.map(\.reference)
        return .written(
          try scoped(copy, { try $0.bring(rows) }) { file in
            let store = try Store(reading: file)
            defer { store.connection.close() }
            return try report.asStored(in: store)
          })
      }
      if let number { copy.session.tell(number, of: copy.record.identifier) }
      return outcome
    }

    /// Keys that follow each other, and those of all rows that are there.
    ///
    /// - Returns: The first one.
    private func keys(_ table: String, _ count: Int, _ copy: DatabaseCopy) throws -> Int64 {
      for _ in 0..<20 {
        let first = try copy.session.takeKeys(table, count: count)
        // Another program may have chosen keys of its own.
        if try Self.highestKey(table, copy) < first { return first }
      }
      throw StoreError(
        .busy, "The sequence of the table \(table) is behind the keys of its rows.", file: address.name,
        advice: "Set it with setval, or make the object through the program's models.")
    }

    // MARK: The private file

    private func scoped<T>(
      _ copy: DatabaseCopy, _ bring: (inout DatabaseScope) throws -> Void, _ firsts: [String: Int64] = [:],
      _ body: (URL) throws -> T
    ) throws -> T {
      let file = try copy.emptyFile()
      defer { TemporaryFolders.remove(file.deletingLastPathComponent()) }
      let writer = try BulkWriter(file)
      do {
        defer { writer.close() }
        let tables = try DatabaseTables(copy.record, writer.store)
        try writer.connection.transaction {
          var scope = DatabaseScope(copy, tables, writer)
          try bring(&scope)
          for (root, first) in firsts {
            guard try writer.nextKey(root) <= first, let number = writer.store.layout[root]?.number else {
              throw DatabaseRowWriter.Outdated()
            }
            try writer.connection.run(PrimaryKeyTable.raise, [.integer(first - 1), .integer(number)])
          }
        }
      }
      return try body(file)
    }

    private func connected<T>(_ body: (DatabaseCopy) throws -> T) throws -> T {
      try address.reporting {
        let copy = try DatabaseCopy(address)
        defer { copy.session.close() }
        return try body(copy)
      }
    }

    // MARK: Errors

    /// Whether others were in the way, so that the same change may do something else now, or be refused for a reason.
    private func isPassing(_ error: any Error) -> Bool {
      // A row that leads to a deleted one, or the other way round, was committed meanwhile.
      error is DatabaseRowWriter.Outdated || ["40001", "40P01", "23503"].contains(DatabaseSession.code(of: error))
    }

    private func refused(_ error: any Error) -> any Error {
      if DatabaseSession.code(of: error) == "23505" {
        return StoreError(
          .invalidInput, "Another row has the same unique values.", file: address.name,
          advice: "Give other values, or delete the other row first.")
      }
      guard isPassing(error) else { return error }
      return StoreError(
        .busy, "Other programs have changed the rows meanwhile, so nothing was written.", file: address.name,
        advice: "Look at them, and change them again.")
    }
  }

  extension StoreEditor.Outcome {
    var report: EditReport {
      switch self {
      case .written(let report), .changed(let report): report
      }
    }
  }
#endif
