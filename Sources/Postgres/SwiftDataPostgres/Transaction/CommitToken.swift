// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL
  import Synchronization

  /// What a store writes beside each of its transactions in the history: which container's it is, and which of its.
  struct CommitToken {
    /// A UUID: eight bytes of the container's, eight that count.
    let bytes: [UInt8]

    var parameter: Parameter { Parameter(type: TypeNumber.uuid, bytes: bytes) }
  }

  /// The tokens of one container, and whether its saves may be sent whole.
  ///
  /// A save that is sent whole takes it for granted that nobody else has written its rows. Where that turns out wrong, the
  /// next ones ask again: where writers compete, each mistake costs a round trip and the work of the server.
  final class CommitTokens: Sendable {
    private struct State {
      var count: UInt64 = 0
      /// How many saves are to ask first.
      var careful = 0
    }

    private let own = (0..<8).map { _ in UInt8.random(in: .min ... .max) }
    private let state = Mutex(State())
    private static let carefulSaves = 16

    func next() -> CommitToken {
      let count = state.withLock { state in
        state.count += 1
        return state.count
      }
      return CommitToken(bytes: own + BigEndian.bytes(Int64(bitPattern: count)))
    }

    /// Whether a transaction with a token is this container's.
    func isOwn(_ token: UnsafeRawBufferPointer) -> Bool { token.count == 16 && token.prefix(8).elementsEqual(own) }

    /// Whether the next save may be sent whole.
    func mayHope() -> Bool {
      state.withLock { state in
        guard state.careful > 0 else { return true }
        state.careful -= 1
        return false
      }
    }

    func wasWrong() { state.withLock { $0.careful = Self.carefulSaves } }
  }

  /// How a transaction that was sent whole is found again when its connection was lost before its answer.
  struct TokenMark {
    let token: CommitToken
    let cluster: Cluster
    /// The server's process that had it, and when that began, in microseconds since 1970: numbers of processes return.
    let process: Int32
    let began: Int64
    /// The number of a transaction that was there before.
    let earlier: Int64

    /// `nil` where processes are not known.
    init?(_ token: CommitToken, _ connection: PostgresConnection) {
      guard let cluster = connection.cluster, !cluster.isStandby, let began = connection.processBegan else {
        return nil
      }
      self.token = token
      self.cluster = cluster
      self.began = began
      process = connection.serverProcess
      earlier = connection.number
    }

    /// - Parameter found: How the history knows it.
    /// - Returns: `nil` as long as it is neither.
    private func ask(_ connection: PostgresConnection, _ store: PostgresRowStore, _ found: inout CommitMark?) throws
      -> CommitMark.Outcome?
    {
      guard connection.cluster == cluster else {
        // What is not recorded here may be on the other server.
        let outcome = try recorded(connection, store, &found)
        if outcome == .committed { return outcome }
        return connection.cluster?.isStandby == true ? nil : .unknown
      }
      // The process may not have noticed the loss, and may still commit: it is ended, and looked for until it is gone.
      let running = try connection.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1::bigint::integer "
          + "AND (extract(epoch FROM backend_start) * 1000000)::bigint = $2",
        [Parameter(Int64(process)), Parameter(began)])
      guard running.count == 0 else { return nil }
      return try recorded(connection, store, &found)
    }

    /// What the history says, in a transaction with the settings by which row security shows what was written.
    ///
    /// Somebody may have deleted the record since. History that is newer than the connection is deleted seldom, and then nobody
    /// knows.
    private func recorded(_ connection: PostgresConnection, _ store: PostgresRowStore, _ found: inout CommitMark?)
      throws
      -> CommitMark.Outcome
    {
      let layout = store.layout
      let question = PostgresStatement(
        "SELECT \(CommitMark.columns(number: "t.xid", time: "t.at")), s.expired "
          + "FROM \(layout.helper("swiftdata_store")) AS s "
          + "LEFT JOIN \(layout.helper("swiftdata_transaction")) AS t ON t.token = $1", [token.parameter])
      let beginning = store.database.beginning
      let results = try connection.run(beginning + [question, PostgresStatement(store.database.commit)])
      guard results.count == beginning.count + 2 else { throw connection.lost() }
      let rows = results[beginning.count]
      guard rows.count > 0 else { return .unknown }
      if rows.isNull(0, 0) { return rows.integer(0, 3) > earlier ? .unknown : .aborted }
      found = CommitMark(rows, connection.cluster)
      return .committed
    }

    /// - Parameter connect: Makes a new connection.
    /// - Returns: What has become of it, and how the history knows it if it was committed.
    func outcome(_ store: PostgresRowStore, _ connect: () throws -> PostgresConnection) -> (
      CommitMark.Outcome, CommitMark?
    ) {
      var found: CommitMark?
      let outcome = CommitMark.patiently(store.patience) {
        guard let connection = try? connect() else { return nil }
        return try? ask(connection, store, &found)
      }
      return (outcome, found)
    }
  }
#endif
