// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  extension StatisticsCounter {
    /// Tells the observer, if there is one, what statements have done that were answered together, and how long each has
    /// taken.
    func reporting<E: Error>(_ statements: [PostgresStatement], _ body: () throws(E) -> [ResultRows]) throws(E)
      -> [ResultRows]
    {
      guard isObserved else { return try body() }
      let begin = ContinuousClock.now
      let results = try body()
      guard let observer, results.count == statements.count else { return results }
      var before = begin
      for (index, (statement, result)) in zip(statements, results).enumerated() {
        let now = result.arrival ?? (index == results.count - 1 ? .now : before)
        observer.didRun(PostgresShape.text(of: statement.text), result.changes, max(now - before, .zero))
        before = max(before, now)
      }
      return results
    }
  }
#endif
