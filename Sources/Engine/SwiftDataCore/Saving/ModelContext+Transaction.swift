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
  /// If the closure throws, what it has changed is taken back, and nothing is saved; unsaved changes that were made
  /// before stay. The same happens if the program ends within the closure. If the save fails, the changes stay pending, as
  /// with ``save()``; ``attempt(_:)`` takes them back.
  ///
  /// A transaction within another one is a part of it: the outer one saves. A closure that calls ``save()`` itself has
  /// saved what there was until then.
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
  /// A context that lives longer than one request, as that of a model actor does, would fail again with every later
  /// save if a refused change stayed in it. This is an addition: Apple's framework has no such method.
  ///
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, or what ``save()`` does. Nothing that the closure changed is left.
  @discardableResult
  public func attempt<Result>(_ changes: () throws -> Result) throws -> Result {
    try _core.withinScope(changes) { try save() }
  }
}
