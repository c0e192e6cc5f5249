// SPDX-License-Identifier: Apache-2.0

/// A row store that notices what others write to it: other processes, and other containers of this one.
///
/// Optional beside ``RowStore``: a container asks for it while it has observers.
package protocol WatchedStore: RowStore {
  /// Calls `deliver`, and then `tell`, one call after the other, when another writer has committed.
  ///
  /// - Parameters:
  ///   - deliver: Is given what has changed. No other look begins until it has returned, so it must not look itself.
  ///   - tell: Says that something was delivered.
  /// - Returns: What ends it; `nil` if no other process can write to the store.
  func watch(
    _ deliver: @escaping @Sendable (ForeignChanges) -> Void, _ tell: @escaping @Sendable () -> Void
  ) -> (any StoreWatch)?

  /// Begins to tell this container's commits from others', for ``look()``.
  func beginLooking()

  /// Delivers what another writer has committed since the last look.
  ///
  /// What a watch has found and is about to deliver is waited for: whoever has looked knows what was committed before.
  /// Costs one question to SQLite for the number of its latest commit if there is nothing.
  ///
  /// - Returns: Whether there was something.
  func look(_ deliver: (ForeignChanges) -> Void) -> Bool
}

/// A watch over a store, until it is cancelled.
package protocol StoreWatch: AnyObject, Sendable {
  func cancel()
}

/// The changes of another writer.
package enum ForeignChanges: Sendable {
  /// All of it, in the order in which it was committed.
  case rows([HistoryRecord.Change])
  /// Something that the history does not tell, or more than is worth telling row by row.
  case unknown
}
