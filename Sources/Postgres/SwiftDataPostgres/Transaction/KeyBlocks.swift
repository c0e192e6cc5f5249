// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SwiftDataCore
  import SwiftDataSQL
  import Synchronization

  /// Keys of new rows, taken from each table's sequence in blocks, before the transaction that uses them begins.
  ///
  /// A save wants keys that follow each other. Numbers that others take from the sequence in between, by hand, make it ask
  /// again; those of other processes wait for a lock that lasts as long as the statement. Keys that are not used are gaps.
  final class KeyBlocks: Sendable {
    private let layout: StoreLayout
    /// What is left of the last block, by the ordinal of the root entity.
    private let blocks = Mutex<[Place: Range<Int64>]>([:])

    /// A standby that is promoted may not have heard of the last block, and give it out again.
    private struct Place: Hashable {
      let root: Int
      let cluster: Cluster?
    }

    static let size = 64
    private static let attempts = 20
    /// The last number of a table that has no sequence, by the ordinal of the root entity. What other contexts are about to
    /// write is in no table yet.
    private let highest = Mutex<[Int: Int64]>([:])

    init(layout: StoreLayout) { self.layout = layout }

    /// What gives out numbers, one for each row of a series `i`.
    private static func number(_ root: _Entity, _ table: String, _ header: ExistingHeader?) throws -> String {
      guard let header else { return "nextval(pg_get_serial_sequence(\(table.inSingleQuotes), 'pk'))" }
      switch header.source {
      case .sequence(let name): return "nextval(\(name.inSingleQuotes)::regclass)"
      case .highest:
        return "(SELECT greatest(max(\(header.key)), $2) FROM \(table)) + i"
      case .others(let what):
        throw SwiftDataError(
          .storeFailure, "The key \(header.key) of the table \(table) \(what).", entity: root.name,
          advice: "Insert rows of this table by other means, or make its key an identity or serial column.")
      }
    }

    /// A number is not given out again, also if it was the highest, and its row is gone: identifiers may still lead to it.
    func retire(_ key: Int64, _ root: _Entity) {
      guard layout.table(of: root).existing?.source == .highest else { return }
      highest.withLock { $0[root.ordinal] = max($0[root.ordinal] ?? 0, key) }
    }

    /// Forgets numbers that somebody else has used.
    func forget(_ root: _Entity) {
      blocks.withLock { blocks in
        for place in blocks.keys where place.root == root.ordinal { blocks[place] = nil }
      }
    }

    /// - Parameter asked: The size of a new block, at least.
    /// - Returns: The first of `count` keys.
    func allocate(
      _ root: _Entity, count: Int, asking asked: Int = 0, of cluster: Cluster?,
      _ run: (PostgresStatement) throws -> ResultRows
    ) throws -> Int64 {
      let place = Place(root: root.ordinal, cluster: cluster)
      let known = blocks.withLock { blocks -> Int64? in
        guard let block = blocks[place], block.count >= count else { return nil }
        blocks[place] = block.dropFirst(count)
        return block.lowerBound
      }
      if let known { return known }
      let header = try layout.existingTable(of: root).existing
      // Who else looks at the table sees gaps: there are none but those of bulk insertions.
      let wanted = max(count, asked, header == nil ? Self.size : 1)
      let table = try layout.existingTable(of: root).name
      let isHighest = header?.source == .highest
      let name = table.inSingleQuotes
      let number = try Self.number(root, table, header)
      for _ in 0..<Self.attempts {
        let used = isHighest ? highest.withLock { [Parameter($0[root.ordinal] ?? 0)] } : []
        let rows = try run(
          PostgresStatement(
            "WITH l AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended(\(name), 7317))) "
              + "SELECT min(n), max(n) FROM (SELECT \(number) AS n "
              + "FROM l, generate_series(1, $1) AS s(i)) AS q", [Parameter(Int64(wanted))] + used))
        let first = rows.integer(0, 0)
        guard rows.integer(0, 1) - first == Int64(wanted) - 1 else { continue }
        let (end, isTooHigh) = first.addingReportingOverflow(Int64(wanted))
        guard !isTooHigh else { break }
        if isHighest {
          // Two that have asked at once.
          let isFree = highest.withLock { highest in
            guard (highest[root.ordinal] ?? 0) < first else { return false }
            highest[root.ordinal] = end - 1
            return true
          }
          guard isFree else { continue }
        }
        // Another save may have left more.
        blocks.withLock { blocks in
          let rest = first + Int64(count)..<end
          if (blocks[place]?.count ?? 0) < rest.count { blocks[place] = rest }
        }
        return first
      }
      throw SwiftDataError(
        .storeIsBusy, "No block of keys that follow each other was to be had.", entity: root.name,
        advice: "Save again; or insert rows by other means less often.")
    }
  }
#endif
