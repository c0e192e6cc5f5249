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
    let mask: _PropertyMask
    /// Of a deletion: preserved values, as JSON.
    var tombstone: String?

    /// The number of the last transaction before which nothing will appear any more.
    static let horizon = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1"

    /// Records a transaction and its changes by one statement, which returns the transaction's number and its time in
    /// microseconds.
    static func statement(_ entries: [HistoryEntry], author: String?, _ layout: StoreLayout) -> Statement {
      var kinds = ArrayBuilder(element: TypeNumber.text)
      var names = ArrayBuilder(element: TypeNumber.text)
      var keys = ArrayBuilder(element: TypeNumber.integer64)
      var properties = ArrayBuilder(element: TypeNumber.text)
      var tombstones = ArrayBuilder(element: TypeNumber.text)
      for entry in entries {
        kinds.append(String(UnicodeScalar(entry.kind.rawValue)))
        names.append(entry.entity.name)
        keys.append(entry.key)
        if let tombstone = entry.tombstone { tombstones.append(tombstone) } else { tombstones.appendNull() }
        if entry.kind == .update {
          let changed = entry.entity.properties.filter { entry.mask.contains($0.index) }.map(\.name)
          properties.append(changed.joined(separator: ","))
        } else {
          properties.appendNull()
        }
      }
      let text =
        "WITH t AS (INSERT INTO \(layout.helper("swiftdata_transaction")) (xid, at, author, process) "
        + "VALUES (pg_current_xact_id(), clock_timestamp(), $1, $2) "
        // The stages of a migration save more than once in their transaction.
        + "ON CONFLICT (xid) DO UPDATE SET at = excluded.at RETURNING xid, at), "
        + "c AS (INSERT INTO \(layout.helper("swiftdata_change")) (xid, kind, entity, pk, properties, tombstone) "
        + "SELECT t.xid, u.kind::\"char\", u.entity, u.pk, string_to_array(u.properties, ','), u.tombstone::jsonb FROM t, "
        + "unnest($3, $4, $5, $6, $7) WITH ORDINALITY AS u(kind, entity, pk, properties, tombstone, n) ORDER BY u.n) "
        + "SELECT xid::text::bigint, (extract(epoch FROM at) * 1000000)::bigint FROM t"
      return Statement(
        text,
        [
          Parameter(author), Parameter(ProcessInfo.processInfo.processName), kinds.parameter, names.parameter,
          keys.parameter, properties.parameter, tombstones.parameter,
        ])
    }
  }
#endif
