// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// How a transaction is found again when its connection was lost with the answer to `COMMIT`.
  struct CommitMark {
    /// The number that the cluster has given it.
    let number: Int64
    /// When it began, in microseconds since 1970: with this time the history records it.
    let time: Int64
    /// The number of the last transaction before which nothing will appear any more.
    let horizon: Int64
    /// Where.
    let cluster: Cluster?

    /// Gives the transaction its number, by which the server is asked if the commit is not answered.
    static let question = PostgresStatement("SELECT " + columns(number: "pg_current_xact_id()"))

    /// What a mark is made of.
    static func columns(number: String, time: String = "now()") -> String {
      "\(number)::text::bigint, (extract(epoch FROM \(time)) * 1000000)::bigint, "
        // Once it is committed, it is below the oldest that is open.
        + "least(pg_snapshot_xmin(pg_current_snapshot())::text::bigint, \(number)::text::bigint) - 1"
    }

    init?(_ result: ResultRows, _ cluster: Cluster?) {
      guard result.count > 0 else { return nil }
      number = result.integer(0, 0)
      time = result.integer(0, 1)
      horizon = result.integer(0, 2)
      self.cluster = cluster
    }

    enum Outcome {
      case committed, aborted, unknown
    }

    static func unknown(_ failure: PostgresFailure) -> SwiftDataError {
      SwiftDataError(
        .saveOutcomeUnknown,
        "The connection was lost while the transaction was committed, and the server cannot be asked for its outcome.",
        advice: "Fetch the models in another context, and see whether they are there, before you save again.",
        underlying: failure)
    }

    // MARK: Asking

    /// - Parameters:
    ///   - patience: For how long to look for the server, in seconds.
    ///   - layout: Where it is recorded; `nil` without a history.
    ///   - connect: Makes a new connection.
    func outcome(patience: Double, recording layout: StoreLayout?, _ connect: () throws -> PostgresConnection)
      -> Outcome
    {
      Self.patiently(patience) {
        guard let connection = try? connect() else { return nil }
        return try? ask(connection, layout)
      }
    }

    /// Asks again and again, for some seconds at most.
    ///
    /// - Parameter ask: `nil` as long as there is no answer.
    static func patiently(_ seconds: Double, _ ask: () -> Outcome?) -> Outcome {
      let deadline = ContinuousClock.now + .seconds(seconds)
      var pause = 0.01
      while true {
        if let answer = ask() { return answer }
        guard ContinuousClock.now < deadline else { return .unknown }
        Thread.sleep(forTimeInterval: pause)
        pause = min(pause * 2, 0.5)
      }
    }

    /// - Returns: `nil` as long as it is neither committed nor aborted.
    private func ask(_ connection: PostgresConnection, _ layout: StoreLayout?) throws -> Outcome? {
      guard connection.cluster == cluster else {
        // Its number may be another transaction's here. What was recorded has come along with the rows; what is not
        // there may still be on the other server.
        if try isRecorded(connection, layout) { return .committed }
        // A standby has what was sent to it only, and may be about to be promoted.
        return connection.cluster?.isStandby == true ? nil : .unknown
      }
      let state = try connection.run("SELECT pg_xact_status($1::text::xid8)", [Parameter("\(number)")])
      switch state.optionalText(0, 0) {
      case "committed": return .committed
      case "aborted": return .aborted
      case "in progress":
        // The server has not noticed yet that the connection is lost. Its process must not commit later on, what is
        // decided here would be wrong then: it is ended, if it may be.
        if connection.cluster?.isStandby != true { try? end(connection) }
        return nil
      default: return try isRecorded(connection, layout) ? .committed : .unknown
      }
    }

    private func isRecorded(_ connection: PostgresConnection, _ layout: StoreLayout?) throws -> Bool {
      guard let layout else { return false }
      let rows = try connection.run(
        "SELECT 1 FROM \(layout.helper("swiftdata_transaction")) WHERE xid = $1::text::xid8 "
          + "AND (extract(epoch FROM at) * 1000000)::bigint = $2", [Parameter("\(number)"), Parameter(time)])
      return rows.count > 0
    }

    /// Ends the server's process that has the transaction, whichever it is: poolers give connections other names.
    private func end(_ connection: PostgresConnection) throws {
      try connection.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_xid = ($1::text::xid8)::xid "
          + "AND pid <> pg_backend_pid()", [Parameter("\(number)")])
    }
  }
#endif
