// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The statements that were run last, by names that nobody can guess: an address alone runs none.
final class SQLResults: Sendable {
  private static let kept = 50
  private let statements = Mutex<[(token: String, sql: String)]>([])

  /// - Returns: what the statement's export is asked for by.
  func add(_ sql: String) -> String {
    statements.withLock { statements in
      if let index = statements.firstIndex(where: { $0.sql == sql }) {
        let known = statements.remove(at: index)
        statements.append(known)
        return known.token
      }
      let token = UUID().uuidString
      statements.append((token, sql))
      if statements.count > Self.kept { statements.removeFirst() }
      return token
    }
  }

  func statement(_ token: String) -> String? {
    statements.withLock { $0.first { $0.token == token }?.sql }
  }
}
