/// A row store that notices what others write to it: other processes, and other containers of this one.
///
/// Optional beside ``_RowStore``: a container asks for it while somebody wants to know.
package protocol _WatchedStore: _RowStore {
  /// Calls `onChange`, one call after the other, when somebody else has committed.
  ///
  /// - Returns: What ends it; `nil` if nobody else can write to the store.
  func watch(_ onChange: @escaping @Sendable (_ForeignChanges) -> Void) -> (any _StoreWatch)?

  /// Begins to tell this container's commits from others', for ``look()``.
  func beginLooking()

  /// What somebody else has committed since the last look; `nil` if there is nothing, or if it cannot be found out now.
  ///
  /// Costs one question to SQLite for the number of its latest commit if there is nothing.
  func look() -> _ForeignChanges?
}

/// A watch over a store, until it is cancelled.
package protocol _StoreWatch: AnyObject, Sendable {
  func cancel()
}

/// What somebody else has written.
package enum _ForeignChanges: Sendable {
  /// All of it, in the order in which it was committed.
  case rows([_HistoryRecord.Change])
  /// Something that the history does not tell, or more than is worth telling row by row.
  case unknown
}
