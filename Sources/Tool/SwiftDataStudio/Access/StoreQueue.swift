// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// Runs what reads a store on a thread of its own: pages go on meanwhile, and a store belongs to one thread at a time.
package final class StoreQueue<Worker>: @unchecked Sendable {
  // Only used on the queue.
  private let worker: Worker
  private let queue: DispatchQueue

  package init(_ worker: Worker, label: String) {
    self.worker = worker
    queue = DispatchQueue(label: label)
  }

  /// - Throws: ``StudioError``
  package func run<T: Sendable>(_ body: @escaping @Sendable (Worker) throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in
        do {
          continuation.resume(returning: try body(worker))
        } catch {
          continuation.resume(throwing: StudioError(error))
        }
      }
    }
  }
}
