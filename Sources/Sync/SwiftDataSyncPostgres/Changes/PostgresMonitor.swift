// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataSyncServer

  /// What other servers over the same database have changed: some tell, and all is looked at now and then.
  final class PostgresMonitor: ChangeMonitor {
    private let channel: ChangeChannel?
    let calls: AsyncStream<Void>

    /// - Parameter channel: nil: nobody can be heard.
    init(_ channel: ChangeChannel?) {
      self.channel = channel
      calls = channel?.listen() ?? AsyncStream { $0.finish() }
    }

    /// Nothing tells it but the zones themselves: a look at those that somebody listens to is a question for a hundred.
    func afterChange(_ body: () throws -> Void) throws { try body() }

    func news() -> [Int64] { channel?.news() ?? [] }

    /// The channel goes with the database.
    func close() {}
  }
#endif
