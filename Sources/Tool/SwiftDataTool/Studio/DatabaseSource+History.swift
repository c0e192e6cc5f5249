// SPDX-License-Identifier: Apache-2.0

#if Web && Postgres
  import CoreDataFormat
  import CoreDataStore
  import Foundation
  import SwiftDataCore
  import SwiftDataPostgres
  import SwiftDataStudio

  /// The history of a database.
  ///
  /// Changes of the same kind share a row of its table. A change is known by the number of the row and its place there,
  /// which rise in the order in which rows were written.
  extension DatabaseSource {
    /// The history has no more changes in a row of its table.
    private static let placeBits: Int64 = 14

    private static func number(_ row: Int64, _ place: Int64) -> Int64 { row << placeBits | place }

    private var changes: String { session.quoted("swiftdata_change") }

    /// A condition about the entities of changes, those below one included.
    private func condition(_ entity: String?, _ alias: String) throws -> String {
      guard let entity else { return "" }
      let names = store.model.family(of: try store.entity(named: entity)).flatMap {
        copy.record.layout.rowNames(of: $0.name).map(\.inSingleQuotes)
      }
      return " AND \(alias).entity IN (\(names.joined(separator: ", ")))"
    }

    func transactions(_ options: HistoryCursor.Options) throws -> [StoredTransaction] {
      let entities = try condition(options.entity, "c")
      var conditions = options.before.map { ["t.xid < '\($0)'::xid8"] } ?? []
      if options.entity != nil {
        conditions.append("EXISTS (SELECT 1 FROM \(changes) AS c WHERE c.xid = t.xid\(entities))")
      }
      let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
      let rows = try session.rows(
        "SELECT t.xid::text::bigint, t.at, t.author, t.process, t.context FROM "
          + "\(session.quoted("swiftdata_transaction")) AS t \(filter) ORDER BY t.xid DESC"
          + (options.limit.map { " LIMIT \(max($0, 0))" } ?? ""))
      let numbers = rows.compactMap { $0.first?.wholeNumber }
      let found = try found(numbers, entities, most: options.changeLimit ?? .max)
      let tombstones = try tombstones(found.filter { $0.isDeletion })
      return rows.compactMap { row in
        guard row.count == 5, let number = row[0].wholeNumber else { return nil }
        let date: Date? =
          if case .real(let seconds) = row[1] { Date(timeIntervalSinceReferenceDate: seconds) } else { nil }
        return StoredTransaction(
          number: number, date: date, author: row[2].string, bundle: nil, process: row[3].string,
          context: row[4].string,
          changes: found.filter { $0.transaction == number }.flatMap { $0.changes(tombstones[$0.row] ?? []) }
            .prefix(options.changeLimit ?? .max).map { $0 })
      }
    }

    /// A row of the table of changes.
    private struct Found {
      let transaction: Int64
      let row: Int64
      let kind: String
      let entity: String
      let keys: [Int64]
      let properties: [String]

      var isDeletion: Bool { kind == "d" }

      func changes(_ tombstone: [StoredValue.Field]) -> [StoredTransaction.Change] {
        let kind: StoredTransaction.Change.Kind =
          switch self.kind {
          case "i": .insert
          case "u": .update
          case "d": .delete
          default: .unknown
          }
        return keys.enumerated().map { place, key in
          StoredTransaction.Change(
            number: DatabaseSource.number(row, Int64(place)), kind: kind, entity: entity, key: key,
            properties: kind == .update ? properties : [], tombstone: tombstone)
        }
      }
    }

    private func found(_ transactions: [Int64], _ entities: String, most: Int) throws -> [Found] {
      guard !transactions.isEmpty else { return [] }
      let limit = most < .max ? " LIMIT \(max(most, 0))" : ""
      let more = most < .max ? "c.more[1:\(max(most, 0))]" : "c.more"
      let list = transactions.map(String.init).joined(separator: ",")
      // By the index for each.
      let rows = try session.rows(
        "SELECT c.xid::text::bigint, c.seq, c.kind::text, c.entity, c.pk, array_to_string(\(more), ','), "
          + "array_to_string(c.properties, ',') FROM unnest('{\(list)}'::xid8[]) AS x(n) CROSS JOIN LATERAL "
          + "(SELECT * FROM \(changes) AS c WHERE c.xid = x.n\(entities) ORDER BY c.seq\(limit)) AS c ORDER BY 1, 2")
      return rows.compactMap { row in
        guard row.count == 7, let transaction = row[0].wholeNumber, let number = row[1].wholeNumber,
          let kind = row[2].string, let entity = row[3].string, let key = row[4].wholeNumber
        else { return nil }
        let more = row[5].string?.split(separator: ",").compactMap { Int64($0) } ?? []
        return Found(
          transaction: transaction, row: number, kind: kind, entity: entity, keys: [key] + more,
          properties: row[6].string?.split(separator: ",").map(String.init) ?? [])
      }
    }

    /// What deletions have preserved, by their rows: JSON with the names of columns, of which the server makes columns.
    private func tombstones(_ deletions: [Found]) throws -> [Int64: [StoredValue.Field]] {
      var result: [Int64: [StoredValue.Field]] = [:]
      for (name, group) in Dictionary(grouping: deletions, by: \.entity) {
        guard let entity = store.model.entity(named: name), let place = copy.record.layout.entities[name] else {
          continue
        }
        let attributes = entity.attributes.filter { $0.preservesValueOnDeletion && !$0.isTransient }
          .sorted { $0.name < $1.name }
          .filter { place.attributes[$0.name]?.count == $0.leaves.count && !$0.leaves.isEmpty }
        guard !attributes.isEmpty else { continue }
        let columns = attributes.flatMap { place.attributes[$0.name] ?? [] }
        let types = try copy.types(place.table)
        let transactions = Set(group.map(\.transaction)).map(String.init).joined(separator: ",")
        let rows = try session.rows(
          "SELECT c.seq, \(columns.map { "r." + DatabaseSession.quoted($0) }.joined(separator: ", ")) FROM "
            + "\(changes) AS c, jsonb_populate_record(NULL::\(session.quoted(place.table)), c.tombstone) AS r "
            + "WHERE c.xid = ANY('{\(transactions)}'::xid8[]) AND c.seq = ANY(\(Self.array(group.map(\.row)))) "
            + "AND c.tombstone IS NOT NULL")
        for row in rows {
          guard let number = row.first?.wholeNumber, row.count == columns.count + 1 else { continue }
          var rest = Array(zip(columns, row.dropFirst()))[...]
          result[number] = try attributes.compactMap { attribute in
            let leaves = attribute.leaves
            let values = try zip(leaves, rest.prefix(leaves.count)).map { leaf, item in
              try DatabaseValues.stored(item.1, leaf.attribute, isJSON: types[item.0] == "jsonb")
            }
            rest = rest.dropFirst(leaves.count)
            let value = store.decoder.value(attribute, values[...])
            return value.isNull ? nil : StoredValue.Field(attribute.name, value)
          }
        }
      }
      return result
    }

    func changeCount(of transaction: Int64, entity: String?) throws -> Int {
      let row = try session.rows(
        "SELECT coalesce(sum(1 + coalesce(cardinality(c.more), 0)), 0)::bigint FROM \(changes) AS c "
          + "WHERE c.xid = '\(transaction)'::xid8" + condition(entity, "c"))
      return Int(row.first?.first?.wholeNumber ?? 0)
    }

    /// Updates that came later than any of these changes, as far as they are about the same objects.
    func laterChanges(_ transactions: [StoredTransaction]) throws -> LaterChanges {
      let all = transactions.flatMap(\.changes)
      var later = LaterChanges()
      guard let first = transactions.map(\.number).min(), let row = all.map(\.number).min() else { return later }
      let keys = Self.array(Set(all.map(\.key)))
      // A transaction with a smaller number may have written later: it was open while so many others began and ended.
      let rows = try session.rows(
        "SELECT c.seq, k.place, c.entity, k.key, array_to_string(c.properties, ',') FROM \(changes) AS c CROSS JOIN "
          + "LATERAL unnest(ARRAY[c.pk] || c.more) WITH ORDINALITY AS k(key, place) WHERE c.kind = 'u' "
          + "AND c.xid >= '\(max(first - 100_000, 0))'::xid8 AND c.seq >= \(row >> Self.placeBits) "
          + "AND (c.pk = ANY(\(keys)) OR c.more && \(keys)) AND k.key = ANY(\(keys))")
      for row in rows {
        guard row.count == 5, let number = row[0].wholeNumber, let place = row[1].wholeNumber,
          let entity = row[2].string,
          let key = row[3].wholeNumber
        else { continue }
        for property in row[4].string?.split(separator: ",") ?? [] {
          later.note(Self.number(number, place - 1), entity, key, String(property))
        }
      }
      return later
    }
  }

  extension ColumnConstant {
    var wholeNumber: Int64? { if case .integer(let value) = self { value } else { nil } }
    var string: String? { if case .text(let value) = self { value } else { nil } }
  }
#endif
