// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  extension PostgresConfiguration {
    /// The server's names of the limits of time, with milliseconds.
    var timeLimits: [String: String] {
      var limits: [String: String] = [:]
      if let statementTimeout { limits["statement_timeout"] = Self.milliseconds(statementTimeout) }
      if let lockTimeout { limits["lock_timeout"] = Self.milliseconds(lockTimeout) }
      return limits
    }

    /// What a connection of the pool sets once; nothing behind a pooler, which would apply it to other clients.
    var connectionLimits: [String: String] { preparesStatements ? timeLimits : [:] }

    /// What each transaction sets: also the limits of time, if the connection has none. What the program sets by the
    /// server's names counts more.
    var allTransactionSettings: [String: String] {
      preparesStatements ? transactionSettings : timeLimits.merging(transactionSettings) { $1 }
    }

    /// Of what the server takes. Zero would be no limit.
    private static func milliseconds(_ limit: Duration) -> String {
      String(Int(min(max((limit / .milliseconds(1)).rounded(.up), 1), 2_147_483_647)))
    }

    func validateTimeLimits() throws {
      for (name, limit) in [("statementTimeout", statementTimeout), ("lockTimeout", lockTimeout)] {
        guard let limit, limit <= .zero else { continue }
        throw SwiftDataError(
          .loadIssueModelContainer, "\(name) is not positive.", advice: "Set it to nil for no limit.")
      }
    }
  }

  extension PostgresConnection {
    /// Sets what lasts as long as the connection.
    func set(_ settings: [String: String]) throws(PostgresFailure) {
      if settings.isEmpty { return }
      try run(
        "SELECT set_config(name, value, false) FROM unnest($1, $2) AS s(name, value)",
        [Parameter(Array(settings.keys)), Parameter(Array(settings.values))])
    }

    /// Runs `body` without limits: to find out what a migration has to do, the server may read whole tables, and wait for
    /// the migration of another one.
    func unhurried<R>(_ limits: [String: String], _ body: () throws -> R) throws -> R {
      guard !limits.isEmpty else { return try body() }
      for attempt in 1... {
        do throws(PostgresFailure) {
          try set(limits.mapValues { _ in "0" })
          break
        } catch {
          // Even this may take longer than a very short limit.
          guard error.code == "57014", attempt < 10 else { throw error }
        }
      }
      // A connection without its limit is of no use for others.
      defer { do { try set(limits) } catch { close() } }
      return try body()
    }
  }
#endif
