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

    init(layout: StoreLayout) { self.layout = layout }

    /// What names the sequence of a table, in a statement.
    private static func sequence(_ root: _Entity, _ table: String, _ header: ExistingHeader?) throws -> String {
      guard let header else { return "pg_get_serial_sequence(\(table.inSingleQuotes), 'pk')" }
      guard let sequence = header.sequence else {
        throw SwiftDataError(
          .storeFailure, "The key \(header.key) of the table \(table) has no sequence that gives out numbers.",
          entity: root.name,
          advice: "Insert rows of this table by other means, or make its key an identity or serial column.")
      }
      return sequence.inSingleQuotes + "::regclass"
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
      let sequence = try Self.sequence(root, table, header)
      let name = table.inSingleQuotes
      for _ in 0..<Self.attempts {
        let rows = try run(
          PostgresStatement(
            "WITH l AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended(\(name), 7317))) "
              + "SELECT min(n), max(n) FROM (SELECT nextval(\(sequence)) AS n "
              + "FROM l, generate_series(1, $1)) AS q", [Parameter(Int64(wanted))]))
        let first = rows.integer(0, 0)
        guard rows.integer(0, 1) - first == Int64(wanted) - 1 else { continue }
        let end = first + Int64(wanted)
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
