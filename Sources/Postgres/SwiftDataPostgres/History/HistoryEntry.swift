// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// What became of one row, for the history.
  struct HistoryEntry {
    enum Kind: UInt8 {
      case insert = 0x69
      case update = 0x75
      case delete = 0x64
    }

    let kind: Kind
    let entity: _Entity
    let key: Int64
    /// Of an update: the properties that changed.
    let mask: PropertyMask
    /// Of a deletion: preserved values, as JSON.
    var tombstone: String?

    /// Whether both can share a row of the history: the same has become of rows of the same entity.
    private func continues(_ other: HistoryEntry) -> Bool {
      kind == other.kind && entity === other.entity && mask.bits == other.mask.bits && tombstone == nil
        && other.tombstone == nil
    }

    /// Keys in a row of the history at most.
    private static let longest = 10_000

    /// Records a transaction and its changes by one statement, and gives its ``CommitMark``. Entries that follow
    /// each other and differ in their keys only share a row.
    static func statement(_ entries: [HistoryEntry], author: String?, _ token: CommitToken, _ texts: HistoryTexts)
      -> PostgresStatement
    {
      let runs = runs(entries)
      let origin = [Parameter(author), Parameter(Self.process), token.parameter]
      if runs.count == 1, let entry = entries.first {
        let more = runs[0].count > 1 ? Parameter(entries.dropFirst().map(\.key)) : nil
        return PostgresStatement(
          more == nil ? texts.single : texts.run,
          origin + [
            Parameter(String(UnicodeScalar(entry.kind.rawValue))), Parameter(entry.entity.name), Parameter(entry.key),
            Parameter(entry.propertyNames), Parameter(entry.tombstone),
          ] + [more].compactMap { $0 })
      }
      var kinds = ArrayBuilder(element: TypeNumber.text)
      var names = ArrayBuilder(element: TypeNumber.text)
      var first = ArrayBuilder(element: TypeNumber.integer32)
      var last = ArrayBuilder(element: TypeNumber.integer32)
      var properties = ArrayBuilder(element: TypeNumber.text)
      var tombstones = ArrayBuilder(element: TypeNumber.text)
      for run in runs {
        let entry = entries[run.lowerBound]
        kinds.append(String(UnicodeScalar(entry.kind.rawValue)))
        names.append(entry.entity.name)
        // PostgreSQL counts from one.
        first.append(Int32(run.lowerBound + 1))
        last.append(Int32(run.upperBound))
        if let tombstone = entry.tombstone { tombstones.append(tombstone) } else { tombstones.appendNull() }
        if let names = entry.propertyNames { properties.append(names) } else { properties.appendNull() }
      }
      return PostgresStatement(
        texts.several,
        origin + [
          kinds.parameter, names.parameter, Parameter(entries.map(\.key)), first.parameter, last.parameter,
          properties.parameter, tombstones.parameter,
        ])
    }

    /// Asking for it reads the path of the program each time.
    private static let process = ProcessInfo.processInfo.processName

    /// Of an update.
    private var propertyNames: String? {
      guard kind == .update else { return nil }
      return entity.properties.filter { mask.contains($0.index) }.map(\.name).joined(separator: ",")
    }

    private static func runs(_ entries: [HistoryEntry]) -> [Range<Int>] {
      var runs: [Range<Int>] = []
      var start = 0
      for index in entries.indices.dropFirst()
      where !entries[index].continues(entries[start]) || index - start == longest {
        runs.append(start..<index)
        start = index
      }
      if start < entries.count { runs.append(start..<entries.count) }
      return runs
    }
  }

  /// Statements that record a transaction and its changes.
  struct HistoryTexts: Sendable {
    /// One change.
    let single: String
    /// One that is that of several rows.
    let run: String
    let several: String

    init(_ layout: StoreLayout) {
      let begin =
        "WITH t AS (INSERT INTO \(layout.helper("swiftdata_transaction")) (xid, at, author, process, token) "
        + "VALUES (pg_current_xact_id(), now(), $1, $2, $3) "
        // The stages of a migration save more than once in their transaction.
        + "ON CONFLICT (xid) DO UPDATE SET at = excluded.at RETURNING xid) "
        + "INSERT INTO \(layout.helper("swiftdata_change")) (xid, kind, entity, pk, properties, tombstone, more) "
      let one = begin + "SELECT t.xid, $4::\"char\", $5, $6, string_to_array($7, ','), $8::jsonb, "
      let end = " RETURNING " + CommitMark.columns(number: "xid")
      single = one + "NULL FROM t" + end
      run = one + "$9 FROM t" + end
      several =
        begin + "SELECT t.xid, u.kind::\"char\", u.entity, ($6)[u.a], string_to_array(u.properties, ','), "
        + "u.tombstone::jsonb, CASE WHEN u.a < u.b THEN ($6)[u.a + 1 : u.b] END FROM t, "
        + "unnest($4, $5, $7, $8, $9, $10) WITH ORDINALITY AS u(kind, entity, a, b, properties, tombstone, n) ORDER BY u.n"
        + end
    }
  }
#endif
