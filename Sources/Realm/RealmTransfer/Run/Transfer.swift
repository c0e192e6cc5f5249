// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import SwiftDataRealm

/// One run of a migration: from where the ledger says to the end.
final class Transfer {
  /// Far more than anybody writes at once, and small enough to calculate with.
  static let largestBatch = 1 << 24

  struct Options {
    var batchSize = 2000
    var author = "swiftdata realm migrate"
    var removesMissing = true
    /// The name of the copy of the store.
    var backup: String?
    var madeStore = false
    /// The name of the file, of several.
    var source: String?
    /// Whether a file at another place is the one that was migrated before.
    var hasMoved = false
    /// Whether objects without a key may be added once more.
    var addsAgain = false
    /// Whether decimals have more digits than a column of SQLite has, for a database.
    var keepsAllDigits = false
  }

  let file: RealmFile
  let writer: BulkWriter
  let plan: TransferPlan
  /// One-to-one relationships whose other ends are written last.
  let pairs: [InverseColumnWrite]
  let options: Options
  let losses: LossLog
  let context: ColumnEncoder.Context
  /// The number of the file, of several that go into the store.
  let source: Int64
  var state: LedgerState
  var keys: KeyPages
  private let isCancelled: () -> Bool
  private let report: (RealmProgress) -> Void
  private let start = Date()
  private var resumed = 0
  /// The ledger after the last batch.
  private var last: LedgerState
  /// Keys for the rows of elements, by entity.
  private var nextKeys: [String: Int64] = [:]
  private var inserters: [String: RowInserter] = [:]

  init(
    _ file: RealmFile, _ writer: BulkWriter, _ mapping: RealmMapping, _ options: Options,
    isCancelled: @escaping () -> Bool, report: @escaping (RealmProgress) -> Void
  ) throws {
    self.file = file
    self.writer = writer
    self.options = options
    self.isCancelled = isCancelled
    self.report = report
    plan = try TransferPlanner.plan(file, writer.store, mapping)
    pairs = plan.pairs(in: writer.store)
    (source, state) = try Self.begin(file, writer, plan, options)
    last = state
    losses = LossLog(state.losses)
    context = ColumnEncoder.Context(
      file: file, structs: StructNames(file.schema, ModelPlan(file.schema)), losses: losses,
      keepsAllDigits: options.keepsAllDigits)
    keys = try KeyPages(writer.connection, source: source, pass: state.pass, steps: plan.steps.count)
    resumed = state.done
  }

  /// What the ledger says, or what it says from now on.
  private static func begin(
    _ file: RealmFile, _ writer: BulkWriter, _ plan: TransferPlan, _ options: Options
  ) throws -> (Int64, LedgerState) {
    let revision = try file.revision
    let roots = plan.steps.map { writer.store.layout[$0.entity.name]?.root ?? $0.entity.name }
    return try writer.transaction(author: options.author) {
      let (source, known) = try Ledger.read(named: options.source, writer.connection)
      guard var state = known else {
        try checkNames(file, writer, options)
        try checkFinished(file, writer, plan, options)
        if try !Ledger.isThere(writer.connection) { try Ledger.create(writer.connection) }
        try Ledger.addSources(writer.connection)
        var state = LedgerState(
          name: options.source, source: file.path ?? "", revision: revision, mapping: plan.fingerprint,
          madeStore: options.madeStore, backup: options.backup)
        state.roots = roots
        try Ledger.write(state, source, writer.connection)
        return (source, state)
      }
      try Ledger.addSources(writer.connection)
      guard state.mapping == plan.fingerprint else {
        throw RealmTransferError(
          .otherMigration,
          "The store was filled from a file of other classes, or by another mapping.",
          advice: "Continue with the file and mapping of the first run, or roll the migration back first.")
      }
      // An app has written to the file: through it once more, comparing.
      if state.revision != revision {
        try checkSame(file, state, options)
        // A choice that was not finished is none: what it lacks would be taken for what the file lacked.
        if state.phase == .keys { try Ledger.removeKeys(source, pass: state.pass, writer.connection) }
        state.pass += 1
        state.phase = .keys
        state.step = 0
        state.lastKey = nil
        state.done = 0
        (state.inserted, state.updated, state.deleted) = (0, 0, 0)
        state.losses = []
        state.merged = []
        state.revision = revision
        state.source = file.path ?? state.source
        state.roots = roots
        try Ledger.write(state, source, writer.connection)
      } else if state.roots != roots {
        state.roots = roots
        try Ledger.write(state, source, writer.connection)
      }
      return (source, state)
    }
  }

  func run() throws -> RealmSummary {
    while state.phase != .done {
      switch state.phase {
      case .keys: try chooseKeys()
      case .rows: try writeRows()
      case .links: try writeLinks()
      case .removal: try removeMissing()
      case .done: break
      }
    }
    tell(.done)
    return RealmSummary(
      pass: state.pass, inserted: state.inserted, updated: state.updated, deleted: state.deleted,
      omissions: plan.omissions,
      losses: losses.list.map {
        RealmLoss(
          className: $0.className, property: $0.property, reason: $0.reason, count: $0.count,
          samples: $0.samples)
      })
  }

  var total: Int {
    (plan.steps + plan.steps.filter { !$0.foreign.isEmpty }).map(\.table.count).clampedSum
  }

  func tell(_ phase: RealmProgress.Phase, _ step: TransferStep? = nil) {
    report(
      RealmProgress(
        phase: phase, className: step?.table.name,
        done: phase == .done ? total : min(state.done, total), total: total,
        resumed: min(resumed, total), elapsed: Date().timeIntervalSince(start)))
  }

  func checkCancellation() throws {
    if isCancelled() { throw CancellationError() }
  }

  /// One transaction, with what the ledger says after it.
  func batch<T>(_ body: () throws -> T) throws -> T {
    nextKeys = [:]
    return try writer.transaction(author: options.author) {
      // Between two batches the store is not locked.
      guard try Ledger.read(named: options.source, writer.connection).state == last else {
        throw RealmTransferError(
          .unsuitableStore, "Another migration is writing into the store.",
          advice: "Wait for its end, then run this one again: it continues from there.")
      }
      let result = try body()
      for (entity, key) in nextKeys { try writer.reserve(entity, through: key - 1) }
      state.losses = losses.list
      try Ledger.write(state, source, writer.connection)
      last = state
      return result
    }
  }

  func move(to phase: LedgerState.Phase) {
    state.phase = phase
    state.step = 0
    state.lastKey = nil
  }

  /// A key for a row of an element.
  func takeKey(_ entity: String) throws -> Int64 {
    let key = try nextKeys[entity] ?? writer.nextKey(entity)
    nextKeys[entity] = key + 1
    return key
  }

  func inserter(_ entity: String, _ columns: [String], _ name: String) throws -> RowInserter {
    if let inserter = inserters[name] { return inserter }
    let inserter = try writer.inserter(entity, columns: columns)
    inserters[name] = inserter
    return inserter
  }

  /// Goes through the objects of a step behind the one that the ledger names, batch by batch.
  func forEachBatch(
    _ step: TransferStep, _ phase: RealmProgress.Phase,
    _ body: (RealmRow, _ row: Int64) throws -> Int
  ) throws {
    let rows = rows(of: step)
    var next = try rows.next()
    while next != nil {
      try checkCancellation()
      try batch {
        var written = 0
        var count = 0
        while let row = next, count < options.batchSize, written < options.batchSize * 4 {
          let key = row.key.rawValue
          losses.className = step.table.name
          losses.object = key
          if let target = try keys.row(of: key, step: step.index) {
            written += try body(row, target)
          }
          state.lastKey = key
          state.done += 1
          count += 1
          next = try rows.next()
        }
      }
      tell(phase, step)
    }
  }

  /// The objects of a step behind the one that the ledger names.
  func rows(of step: TransferStep) -> RealmRows {
    state.lastKey.map { step.table.rows(after: RealmObjectKey($0)) } ?? step.table.rows()
  }

  /// The row that a link leads to.
  func target(_ link: RealmLink, _ target: StepTarget) throws -> (row: Int64, step: TransferStep)? {
    for index in target.steps where plan.steps[index].table.type.key == link.table {
      if let row = try keys.row(of: link.key.rawValue, step: index) {
        return (row, plan.steps[index])
      }
    }
    return nil
  }
}
