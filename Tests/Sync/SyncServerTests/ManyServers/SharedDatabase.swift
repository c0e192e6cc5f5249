// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataSyncCore
  import SwiftDataSyncPostgres
  import SwiftDataSyncServer
  import SyncSimulation
  import SyncStores
  import Testing

  /// All tests of several servers over one PostgreSQL database.
  @Suite(.serialized, .enabled(if: PrivatePostgres.isThere, "there is no PostgreSQL server"))
  enum ManyServersTests {}

  /// A database that several servers share: each of them has connections of its own, as a process has.
  struct SharedDatabase {
    /// Stands for a file: the database's schema is named after it.
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("Shared-\(UUID().uuidString)")

    func server(
      address: String? = nil, quota: AccountQuota = AccountQuota(), connections: Int = 4,
      preparesStatements: Bool = true
    ) throws -> SyncDatabase {
      SyncDatabase(
        try ServerStore.database(
          place, address: address, connections: connections, preparesStatements: preparesStatements),
        quota: quota, firstGeneration: { 1 })
    }
  }

  extension SyncDatabase {
    /// Uploads new records.
    ///
    /// - Returns: The versions that they got; nil: the upload was refused.
    func insert(
      _ names: [String], zone: String = "main", number: UniqueNumber, text: String = "t", account: String = "ann",
      now: Int64 = 1_000
    ) throws -> [UInt64]? {
      let stamp = Stamp(wall: now, node: 1)
      let changes = names.map { name in
        var change = RecordChange(id: RecordID("Note", name), base: 0, created: stamp)
        change.life = Life(isDeleted: false, stamp: stamp)
        change.fields["text"] = Register(.text(text), stamp)
        return change
      }
      let push = Push(id: number, generation: 1, seen: 0, changes: changes)
      let request = SyncRequest(account: account, token: "", zone: zone, body: .push(push))
      guard case .pushed(let result) = try answer(request, now: now).body,
        case .applied(let versions, _) = result.outcome
      else { return nil }
      return versions
    }

    /// The next page of a zone's log.
    func page(after number: UInt64, zone: String = "main", account: String = "ann", limit: Int = 100) throws -> LogPage
    {
      let pull = Pull(lineage: Lineage(generation: 1), after: number, limit: limit)
      let body = try answer(SyncRequest(account: account, token: "", zone: zone, body: .pull(pull)), now: 1_000).body
      guard case .page(let page) = body else { throw UnexpectedAnswer(body: body) }
      return page
    }

    struct UnexpectedAnswer: Error { var body: SyncAnswer.Body }
  }

  /// Runs something on threads of its own, all at once: what waits for a database must not hold up other tests.
  func atOnce<R: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) throws -> R) async throws -> [R] {
    try await withThrowingTaskGroup(of: (Int, R).self) { group in
      for index in 0..<count {
        group.addTask {
          try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { (index, try body(index)) }) }.start()
          }
        }
      }
      var found: [(Int, R)] = []
      for try await item in group { found.append(item) }
      return found.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
#endif
