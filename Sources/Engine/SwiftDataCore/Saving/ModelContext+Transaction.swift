// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  /// Runs a closure, then saves.
  ///
  /// ```swift
  /// try context.transaction {
  ///   for line in lines { context.insert(try Trip(line)) }
  /// }
  /// ```
  ///
  /// If the closure throws, its changes are undone, and nothing is saved; earlier unsaved changes stay. The same
  /// happens if the program ends within the closure. If the save fails, the changes stay unsaved, as with ``save()``;
  /// ``attempt(_:)`` undoes them.
  ///
  /// A nested transaction is part of the outer one, which saves. If the closure calls ``save()``, the changes up to
  /// that point are saved.
  ///
  /// - Throws: What the closure throws, or what ``save()`` does.
  public func transaction(block: () throws -> Void) throws {
    let isInner = _core.scopes.isOpen
    try _core.withinScope(block) {}
    if !isInner { try save() }
  }

  /// Runs a closure and saves; if either fails, the context is as it was before.
  ///
  /// ```swift
  /// func delete(_ id: PersistentIdentifier) throws {
  ///   guard let trip = self[id, as: Trip.self] else { return }
  ///   try modelContext.attempt { modelContext.delete(trip) }
  /// }
  /// ```
  ///
  /// Use it in a context that outlives a request, such as that of a model actor: a refused change that stays in the
  /// context would make every later save fail. This is an addition: Apple's framework has no such method.
  ///
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, or what ``save()`` does. Nothing that the closure changed is left.
  @discardableResult
  public func attempt<Result>(_ changes: () throws -> Result) throws -> Result {
    try _core.withinScope(changes) { try save() }
  }
}
