// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// All that Studio asks of a store, and does to it, for all pages.
///
/// Windows of rows are read on one thread, what may take long on another: neither makes the other wait.
package final class StudioStore: Sendable {
  /// How the store is reached.
  package let access: any StudioAccess
  /// Whether rows may be changed.
  package let isWritable: Bool
  /// What the person has set.
  package let settings: StudioSettings
  private let results = SQLResults()
  private let browsing: StoreQueue<Browser>
  private let jobs: StoreQueue<Void>

  /// What belongs to the thread that reads windows.
  final class Browser {
    let live: any LiveSource
    let reader: GridReader

    init(_ live: any LiveSource) {
      self.live = live
      reader = GridReader(live)
    }
  }

  package init(
    _ access: any StudioAccess, isWritable: Bool = false, settings: StudioSettings = StudioSettings(file: nil)
  ) {
    self.access = access
    self.isWritable = isWritable
    self.settings = settings
    browsing = StoreQueue(Browser(access.live()), label: "swiftdata.studio.rows")
    jobs = StoreQueue((), label: "swiftdata.studio.jobs")
  }

  package convenience init(
    _ url: URL, isWritable: Bool = false, settings: StudioSettings = StudioSettings(file: nil)
  ) {
    self.init(FileAccess(url: url.resolvingSymlinksInPath()), isWritable: isWritable, settings: settings)
  }

  // MARK: Looking

  /// What tells whether the store has changed.
  func state() async -> StudioState {
    do { return try await browsing.run { try $0.live.state() } } catch { return .unreachable }
  }

  package func overview() async throws -> StoreOverview {
    try await browsing.run { browser in
      try browser.live.read { try $0.overview(generation: browser.live.generation) }
    }
  }

  package func columns(of entity: String) async throws -> [GridColumn] {
    try await browsing.run { try $0.live.read { GridColumn.all(of: try $0.store.entity(named: entity), in: $0.store) } }
  }

  /// The columns of all entities, by name.
  package func schema() async throws -> [String: [GridColumn]] {
    try await browsing.run {
      try $0.live.read { source in
        let store = source.store
        return Dictionary(store.model.entities.map { ($0.name, GridColumn.all(of: $0, in: store)) }) { first, _ in first
        }
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
  func read<T: Sendable>(_ body: @escaping @Sendable (any RowSource) throws -> T) async throws -> T {
    try await browsing.run { try $0.live.read(body) }
  }

  package func diagram() async throws -> Diagram {
    try await browsing.run { browser in
      try browser.live.read { Diagram($0.store, rows: try $0.rowCounts()) }
    }
  }

  package func history(entity: String?, before: Int64? = nil) async throws -> HistoryPage {
    try await browsing.run {
      try $0.live.read { source in
        try source.limited(seconds: GridReader.timeLimit) {
          try HistoryPageReader(source).page(entity: entity, before: before)
        }
      }
    }
  }

  // MARK: What may take long

  /// What `swiftdata check` finds.
  package func check() async throws -> [Finding] { try await job { try $0.check() } }

  package func sizes() async throws -> TableSizes { try await job { try $0.sizes() } }

  /// The model as `@Model` classes.
  package func swift() async throws -> String { try await job { try $0.modelSource() } }

  /// The statements that made the tables.
  package func tableStatements() async throws -> String { try await job { try $0.tableStatements() } }

  package func run(_ sql: String) async throws -> SQLResult {
    let results = results
    return try await job {
      var result = try $0.run(sql, SQLLimits())
      result.token = results.add(sql)
      return result
    }
  }

  package func export(_ request: ExportRequest) async throws -> ExportedFile {
    let statement = request.result.flatMap { results.statement($0) }
    return try await job { try $0.export(request, statement: statement) }
  }

  private func job<T: Sendable>(_ body: @escaping @Sendable (any StudioAccess) throws -> T) async throws -> T {
    let access = access
    return try await jobs.run { _ in try body(access) }
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

  private func write<T: Sendable>(_ body: @escaping @Sendable (any RowEditor) throws -> T) async throws -> T {
    guard isWritable else {
      throw StudioError("The store is open for reading only.", advice: "Start 'swiftdata studio' with '--write'.")
    }
    let access = access
    return try await browsing.run { browser in
      let editor = try access.editor()
      // The last one that has a file open takes its log away.
      browser.live.close()
      return try body(editor)
    }
  }
}
