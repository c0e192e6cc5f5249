// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import SwiftDataRealm

/// Goes through a file and the store that it was migrated into, side by side.
final class Verifier {
  let file: RealmFile
  let store: Store
  let plan: TransferPlan
  private let pairs: [InverseColumnWrite]
  let keys: KeyPages
  let losses = LossLog()
  let context: ColumnEncoder.Context
  let comparison: ValueComparison
  var result: RealmVerification
  var incomparable: Set<String> = []
  private let decoder: ValueDecoder

  init(_ file: RealmFile, _ store: Store, _ mapping: RealmMapping, source name: String?) throws {
    let (source, known) = try Ledger.read(named: name, store.connection)
    guard let state = known else {
      throw RealmTransferError(
        .noMigration, "Nothing was migrated into this store, or the migration was ended.",
        advice: "Migrate first; compare before 'finish'.")
    }
    guard state.phase == .done else {
      throw RealmTransferError(
        .noMigration, "The migration into this store has not come to its end.",
        advice: "Run it again: it goes on where it stopped.")
    }
    guard state.revision == (try file.revision) else {
      throw RealmTransferError(
        .otherMigration, "The file is another than the one that was migrated last, or has changed.",
        advice: "Migrate again, which writes the differences, then compare.")
    }
    self.file = file
    self.store = store
    plan = try TransferPlanner.plan(file, store, mapping)
    guard plan.fingerprint == state.mapping else {
      throw RealmTransferError(
        .otherMigration, "The store was filled by another mapping.",
        advice: "Compare with the mapping that the store was filled with.")
    }
    pairs = plan.pairs(in: store)
    keys = try KeyPages(store.connection, source: source, pass: state.pass, steps: plan.steps.count)
    context = ColumnEncoder.Context(
      file: file, structs: StructNames(file.schema, ModelPlan(file.schema)), losses: losses)
    comparison = ValueComparison(file: file, context: context)
    decoder = store.decoder
    result = RealmVerification(source: file.path ?? "", store: store.url.path)
    result.omissions = plan.omissions
  }

  func run(_ progress: (Int, Int) -> Void) throws -> RealmVerification {
    let total = plan.steps.map(\.table.count).clampedSum
    var done = 0
    for step in plan.steps {
      try verify(step) {
        done += 1
        if done % 256 == 0 { progress(done, total) }
      }
    }
    progress(total, total)
    result.orphans = try StoreFindings(store).orphans()
    result.duplicates = try StoreFindings(store).duplicates()
    result.incomparable = incomparable.sorted()
    result.fetches = try plan.entities.map { try FetchTiming(store, $0).fetch }
    result.losses = losses.list.map {
      RealmLoss(
        className: $0.className, property: $0.property, reason: $0.reason, count: $0.count,
        samples: $0.samples)
    }
    return result
  }

  private func verify(_ step: TransferStep, _ tick: () -> Void) throws {
    let columns = ["Z_PK"] + step.columns
    let statement = try store.connection.prepare(
      "SELECT \(columns.map(\.sqlName).joined(separator: ", ")) FROM \(step.tableName.sqlName)"
        + " WHERE Z_PK = ? AND Z_ENT = \(step.number)")
    var table = RealmVerification.Table(
      className: step.table.name, entity: step.entity.name, objects: 0, found: 0, others: 0)
    let collections = try step.collections.map { try CollectionComparison(self, $0) }
    let interval = max(1, step.table.count / 3)
    let rows = step.table.rows()
    while let row = try rows.next() {
      tick()
      losses.className = step.table.name
      losses.object = row.key.rawValue
      if let condition = step.condition, try !condition(row) { continue }
      table.objects += 1
      guard let key = try keys.row(of: row.key.rawValue, step: step.index) else {
        differ(step, nil, row, "a row", "none")
        continue
      }
      try statement.bind([.integer(key)])
      let values = try statement.step() ? statement.row : nil
      statement.reset()
      guard let values else {
        differ(step, nil, row, "the row \(key)", "none")
        continue
      }
      table.found += 1
      let stored = Array(values.dropFirst())
      try compare(row, stored, step)
      for collection in collections {
        losses.property = collection.collection.propertyName
        try collection.compare(row, key, step)
      }
      if (table.objects - 1) % interval == 0, table.objects <= interval * 3 {
        try addSample(row, key, stored, step)
      }
    }
    let count = try store.count(of: step.entity.name)
    // Several classes may share an entity.
    let mapped = plan.steps.filter { $0.entity.name == step.entity.name }
      .reduce(0) { $0 + keys.count(of: $1.index) }
    table.others = max(0, count - mapped)
    result.tables.append(table)
  }

  func differ(
    _ step: TransferStep, _ property: String?, _ row: RealmRow, _ expected: String, _ found: String
  ) {
    result.differenceCount += 1
    guard result.differences.count < 100 else { return }
    result.differences.append(
      .init(
        className: step.table.name, property: property, object: row.key.rawValue,
        expected: ReportedValueText.short(expected), found: ReportedValueText.short(found)))
  }

  // MARK: Values

  private func compare(_ row: RealmRow, _ stored: [SQLiteValue], _ step: TransferStep) throws {
    var position = 0
    let made = try step.makeColumns?(row)
    for attribute in step.attributes {
      let columns = stored[position..<position + attribute.columns.count]
      position += attribute.columns.count
      losses.property = attribute.name
      result.values += 1
      switch attribute.source {
      case .constant, .freshUUID: continue
      case .made, .columns:
        try compareMade(
          attribute.columns(row, made) ?? [], columns.map(inlined), attribute, row, step)
      default:
        let value = try attribute.source.value(row) ?? .null
        let found = decoder.value(attribute.encoder.attribute, columns)
        switch try comparison.compare(value, found, attribute.encoder) {
        case .same: break
        case .loss(let reason): losses.note(reason)
        case .different:
          // A closure that gives something new each time cannot be compared.
          if case .property = attribute.source {
          } else if try attribute.source.value(row) != value {
            incomparable.insert("\(step.entity.name).\(attribute.name)")
            continue
          }
          differ(step, attribute.name, row, ReportedValueText.text(value), ReportedValueText.text(found))
        }
      }
    }
    for link in step.links {
      let found = stored[position].key
      position += link.columns.count
      losses.property = link.name
      result.links += 1
      var expected: Int64?
      if case .part(let part) = link.source {
        expected = try keys.row(of: row.key.rawValue, step: part)
      } else if case .link(let destination)? = try link.source.value(row) {
        expected = try self.row(destination, link.target)
        if expected == nil { losses.note(.danglingLink) }
      }
      if expected == nil, link.isRequired { losses.note(.missingRequiredValue) }
      if expected != found {
        if found == nil, let expected, try isTaken(expected, link, step) {
          losses.note(.severalOwners)
          continue
        }
        differ(
          step, link.name, row, expected.map { "row \($0)" } ?? "none",
          found.map { "row \($0)" } ?? "none")
      }
    }
  }

  /// Whether the other end of a pair leads to another row, as it can to one only.
  private func isTaken(_ key: Int64, _ link: StepLink, _ step: TransferStep) throws -> Bool {
    guard
      let pair = pairs.first(where: {
        !$0.isElement && $0.number == step.number && $0.table == step.tableName && $0.column == link.columns[0]
      })
    else { return false }
    return try store.connection.integer(
      "SELECT \(pair.back.sqlName) FROM \(pair.target.sqlName) WHERE Z_PK = ?", [.integer(key)]) != nil
  }

  private func compareMade(
    _ expected: [SQLiteValue], _ columns: [SQLiteValue], _ attribute: StepAttribute, _ row: RealmRow,
    _ step: TransferStep
  ) throws {
    let isSame =
      expected.count == columns.count
      && zip(expected, columns).allSatisfy { $0.isSame(as: $1) }
    if isSame { return }
    let description = attribute.encoder.attribute
    if expected.count == columns.count,
      ValueComparison.areEqual(
        decoder.value(description, expected[...]), decoder.value(description, columns[...]), description)
    {
      return
    }
    let name = "\(step.entity.name).\(attribute.name)"
    if incomparable.contains(name) { return }
    let again = try attribute.columns(row, step.makeColumns?(row))
    if again != expected {
      incomparable.insert(name)
    } else {
      differ(step, attribute.name, row, "\(expected)", "\(columns)")
    }
  }

  private func inlined(_ value: SQLiteValue) -> SQLiteValue { store.inlined(value) }

  func row(_ link: RealmLink, _ target: StepTarget) throws -> Int64? {
    for index in target.steps where plan.steps[index].table.type.key == link.table {
      if let row = try keys.row(of: link.key.rawValue, step: index) { return row }
    }
    return nil
  }

  private func addSample(
    _ row: RealmRow, _ key: Int64, _ stored: [SQLiteValue], _ step: TransferStep
  ) throws {
    var values: [RealmVerification.Sample.Value] = []
    var position = 0
    for attribute in step.attributes {
      let columns = stored[position..<position + attribute.columns.count]
      position += attribute.columns.count
      guard values.count < 8, let value = try attribute.source.value(row) else { continue }
      values.append(
        .init(
          property: attribute.name, source: ReportedValueText.short(ReportedValueText.text(value)),
          stored: ReportedValueText.short(
            ReportedValueText.text(decoder.value(attribute.encoder.attribute, columns)))))
    }
    result.samples.append(
      .init(
        className: step.table.name, object: row.key.rawValue, row: "\(step.entity.name) \(key)",
        values: values))
  }
}
