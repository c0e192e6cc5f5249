// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftDataSyncServer

/// The database of a server that a page shows, and what an administrator does there. A server that works with it follows each
/// change at once.
@MainActor @Observable package final class AdminServer {
  private let database: SyncDatabase
  /// Grows with each change made here: what is shown is read again.
  private(set) var revision = 0
  /// Why the last change was not made.
  var failure: String?

  package init(_ database: SyncDatabase) { self.database = database }

  /// Reads on a thread of its own: a question may wait for the disk, or for another machine.
  func read<R: Sendable>(_ question: @escaping @Sendable (SyncDatabase) throws -> R) async -> Answer<R> {
    let database = database
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: Result { try question(database) }) }
    }
    switch result {
    case .success(let value): return .value(value)
    case .failure(let error): return .failed("\(error)")
    }
  }

  /// - Returns: nil: it was not made, and ``failure`` says why.
  @discardableResult
  func change<R: Sendable>(_ work: @escaping @Sendable (SyncDatabase) throws -> R) async -> R? {
    let answer = await read(work)
    revision += 1
    switch answer {
    case .value(let value): return value
    case .failed(let text): failure = text
    case .loading: break
    }
    return nil
  }

  /// In milliseconds since 1970.
  nonisolated static var now: Int64 { now(daysAgo: 0) }

  nonisolated static func now(daysAgo days: Int64) -> Int64 {
    Int64((Date().timeIntervalSince1970 * 1_000).rounded()) - days * 86_400_000
  }
}

/// What a question is about, at each moment.
enum Answer<Value> {
  case loading
  case failed(String)
  case value(Value)
}
