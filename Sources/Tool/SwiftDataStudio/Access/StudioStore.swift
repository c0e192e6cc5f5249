// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation

/// All that Studio asks of a store, and does to it, for all pages.
///
/// Windows of rows are read on one thread, what may take long on another: neither makes the other wait.
package final class StudioStore: Sendable {
  package let url: URL
  /// Whether rows may be changed.
  package let isWritable: Bool
  /// What the person has set.
  package let settings: StudioSettings
  private let results = SQLResults()
  private let browsing: StoreQueue<Browser>
  private let jobs: StoreQueue<Void>

  /// What belongs to the thread that reads windows.
  final class Browser {
    let live: LiveStore
    let reader: GridReader

    init(_ url: URL) {
      live = LiveStore(url)
      reader = GridReader(live)
    }
  }

  package init(_ url: URL, isWritable: Bool = false, settings: StudioSettings = StudioSettings(file: nil)) {
    self.url = url.resolvingSymlinksInPath()
    self.isWritable = isWritable
    self.settings = settings
    browsing = StoreQueue(Browser(self.url), label: "swiftdata.studio.rows")
    jobs = StoreQueue((), label: "swiftdata.studio.jobs")
  }

  // MARK: Looking

  package func overview() async throws -> StoreOverview {
    try await browsing.run { browser in
      try browser.live.read { try StoreOverview($0, generation: browser.live.generation) }
    }
  }

  package func columns(of entity: String) async throws -> [GridColumn] {
    try await browsing.run { try $0.live.read { GridColumn.all(of: try $0.entity(named: entity), in: $0) } }
  }

  /// The columns of all entities, by name.
  package func schema() async throws -> [String: [GridColumn]] {
    try await browsing.run {
      try $0.live.read { store in
        Dictionary(store.model.entities.map { ($0.name, GridColumn.all(of: $0, in: store)) }) { first, _ in first }
      }
    }
  }

  /// Objects of an entity that are called so.
  package func find(_ text: String, of entity: String) async throws -> [RowDetail.Target] {
    try await browsing.run { try $0.live.read { try TargetSearch($0).find(text, of: entity) } }
  }

  /// The values that occur of a property; none if there are too many for a menu.
  package func values(_ property: String, of entity: String) async throws -> [String] {
    try await browsing.run { try $0.live.read { try DistinctValues($0).values(property, of: entity) } }
  }

  /// The objects of the first rows of a request.
  package func references(_ request: GridRequest, limit: Int) async throws -> [ObjectReference] {
    try await browsing.run { try $0.reader.references(request, limit: limit) }
  }

  package func firstPage(_ request: GridRequest, limit: Int) async throws -> GridPage {
    try await browsing.run { try $0.reader.firstPage(request, limit: limit) }
  }

  package func count(_ request: GridRequest) async throws -> Int {
    try await browsing.run { try $0.reader.count(request) }
  }

  package func page(_ request: GridRequest, _ range: Range<Int>) async throws -> GridPage {
    try await browsing.run { try $0.reader.page(request, range) }
  }

  /// `nil` if there is no such row.
  package func detail(_ reference: ObjectReference) async throws -> RowDetail? {
    try await browsing.run { try $0.live.read { try RowDetail(reference, $0) } }
  }

  /// Reads something else, where windows of rows are read.
  func read<T: Sendable>(_ body: @escaping @Sendable (Store) throws -> T) async throws -> T {
    try await browsing.run { try $0.live.read(body) }
  }

  package func diagram() async throws -> Diagram {
    try await browsing.run { browser in
      try browser.live.read { store in
        var rows: [String: Int] = [:]
        for entity in store.model.entities { rows[entity.name] = try? store.count(of: entity.name) }
        return Diagram(store, rows: rows)
      }
    }
  }

  package func history(entity: String?, before: Int64? = nil) async throws -> HistoryPage {
    try await browsing.run {
      try $0.live.read { store in
        try TimeLimit.run(store.connection, seconds: GridReader.timeLimit) {
          try HistoryPageReader(store: store).page(entity: entity, before: before)
        }
      }
    }
  }

  // MARK: What may take long

  /// What `swiftdata check` finds.
  package func check() async throws -> [Finding] {
    let url = url
    return try await jobs.run { _ in
      do {
        let store = try Store(reading: url)
        defer { store.connection.close() }
        return try StoreIntegrityCheck(store).run()
      } catch let error as StoreError where error.code == .damaged {
        return StoreIntegrityCheck.findings(in: url, notOpenedFor: error)
      }
    }
  }

  package func sizes() async throws -> TableSizes {
    try await job { store in
      try TimeLimit.run(store.connection, seconds: 60) { try TableSizes(store) }
    }
  }

  /// The model as `@Model` classes.
  package func swift() async throws -> String { try await job { try ModelSource($0).text() } }

  /// The statements that made the tables.
  package func tableStatements() async throws -> String { try await job { try $0.tableStatements() } }

  package func run(_ sql: String) async throws -> SQLResult {
    let url = url
    let results = results
    return try await jobs.run { _ in
      var result = try ReadOnlySQL().run(sql, url)
      result.token = results.add(sql)
      return result
    }
  }

  package func export(_ request: ExportRequest) async throws -> ExportedFile {
    let url = url
    let statement = request.result.flatMap { results.statement($0) }
    return try await jobs.run { _ in try request.write(url, statement: statement) }
  }

  private func job<T: Sendable>(_ body: @escaping @Sendable (Store) throws -> T) async throws -> T {
    let url = url
    return try await jobs.run { _ in
      let store = try Store(reading: url)
      defer { store.connection.close() }
      return try body(store)
    }
  }

  // MARK: Changing

  /// What a change would do.
  package func preview(_ edits: [StoreEdit]) async throws -> EditReport {
    try await write { try $0.preview(edits) }
  }

  package func save(_ edits: [StoreEdit]) async throws -> EditReport {
    try await write { try $0.save(edits) }
  }

  /// Does what a preview has shown, or nothing if it would be something else by now.
  package func save(_ edits: [StoreEdit], previewed: EditReport) async throws -> StoreEditor.Outcome {
    try await write { try $0.save(edits, previewed: previewed) }
  }

  package func undo(_ report: EditReport) async throws -> EditReport {
    try await write { try $0.undo(report) }
  }

  private func write<T: Sendable>(_ body: @escaping @Sendable (StoreEditor) throws -> T) async throws -> T {
    guard isWritable else {
      throw StudioError("The store is open for reading only.", advice: "Start 'swiftdata studio' with '--write'.")
    }
    let url = url
    return try await browsing.run { browser in
      // The last one that has it open takes the log away.
      browser.live.close()
      return try body(StoreEditor(url))
    }
  }
}
