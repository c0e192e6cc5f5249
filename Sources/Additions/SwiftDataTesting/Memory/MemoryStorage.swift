// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization

/// The contents of a ``MemoryStore``, which outlive it.
public final class MemoryStorage: Sendable {
  /// An operation of a store.
  public enum Operation: Sendable, Hashable {
    /// A fetch, by the requested entity.
    case fetch(entity: String)
    /// A save that has changed nothing yet.
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

  /// Creates an empty storage.
  public init() {}

  /// Called before each operation. If it throws, the operation fails: use it to test an app whose store fails.
  public var fail: (@Sendable (Operation) throws -> Void)? {
    get { state.withLock { $0.fail } }
    set { state.withLock { $0.fail = newValue } }
  }

  /// The operations of the store so far, in order.
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

/// An entity with those below it: a fetch of a class gives models of its subclasses, too.
enum EntityFamily {
  static func names<T: PersistentModel>(of type: T.Type, in schema: Schema) -> Set<String> {
    var names: Set = [Schema.entityName(for: type)]
    var pending = schema.entity(for: type).map { [$0] } ?? []
    while let entity = pending.popLast() {
      for below in schema.entities where below.superentityName == entity.name {
        if names.insert(below.name).inserted { pending.append(below) }
      }
    }
    return names
  }
}
