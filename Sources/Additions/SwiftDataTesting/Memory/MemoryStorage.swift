// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization

/// What a ``MemoryStore`` keeps, which outlives it.
public final class MemoryStorage: Sendable {
  /// What a store is asked to do.
  public enum Operation: Sendable, Hashable {
    case fetch(entity: String)
    case save
    /// A save has been made: what is thrown now, is thrown too late.
    case saved
  }

  struct State {
    /// In the order of insertion.
    var order: [PersistentIdentifier] = []
    var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
    var last = 0
    var operations: [Operation] = []
    var fail: (@Sendable (Operation) throws -> Void)?
  }

  let state = Mutex(State())
  let identifier = UUID().uuidString

  public init() {}

  /// Called with each operation before it happens, and may throw in its place: to see what an app does then.
  public var fail: (@Sendable (Operation) throws -> Void)? {
    get { state.withLock { $0.fail } }
    set { state.withLock { $0.fail = newValue } }
  }

  /// What the store was asked for, in order.
  public var operations: [Operation] { state.withLock { $0.operations } }

  /// All snapshots, in the order of insertion.
  public var snapshots: [DefaultSnapshot] {
    get { state.withLock { state in state.order.compactMap { state.snapshots[$0] } } }
    set {
      state.withLock { state in
        state.order = newValue.map(\.persistentIdentifier)
        state.snapshots = Dictionary(newValue.map { ($0.persistentIdentifier, $0) }) { _, last in last }
      }
    }
  }

  func note(_ operation: Operation) throws {
    let fail = state.withLock { state in
      state.operations.append(operation)
      return state.fail
    }
    try fail?(operation)
  }
}
