// SPDX-License-Identifier: Apache-2.0

extension ModelContainer {
  /// Brings objects into the store that every program expects there, once for each store and version.
  ///
  /// ```swift
  /// try container.seed("countries", version: 1) { context in
  ///   for (code, name) in countries { context.insert(Country(code: code, name: name)) }
  /// }
  /// ```
  ///
  /// What the closure inserts, changes and deletes is saved when it returns, in the transaction that notes the seed:
  /// all of it is stored, or nothing, and then the next call tries it again. If several processes begin at the same
  /// time, each may run the closure, but one is saved; the others wait for it, and discard their objects.
  ///
  /// A store that has this version of the seed, or a later one, is left as it is, also if somebody has deleted the
  /// objects, or all with ``erase()``. A store that has a former version gets this one: the closure changes what is
  /// there, and inserts what is missing.
  ///
  /// The closure must not save, and bulk writes are refused in it. Of a container with several stores, the one that is
  /// committed last notes the seed with its objects, and the others that it writes to do so afterwards; if it writes to
  /// custom stores only, the first other one does, in a transaction of its own. So if a commit fails when those of
  /// other stores are done, as on a full disk, the next call runs the closure again: it finds their objects, and should
  /// look for them, or have unique attributes tell them.
  ///
  /// - Parameters:
  ///   - name: What tells this seed from others of the store.
  ///   - version: Is raised with a change of the objects.
  ///   - make: Makes the objects, in a context of its own.
  /// - Returns: Whether this call has saved them.
  /// - Throws: What the closure throws, or what ``ModelContext/save()`` does; ``SwiftDataError`` if no store of the
  ///   container can note seeds: custom stores, and the tables of other programs.
  @discardableResult
  public func seed(_ name: String, version: Int = 1, _ make: (ModelContext) throws -> Void) throws -> Bool {
    let entries = _stores.filter { ($0.store as? any SeededStore)?.notesSeeds == true }
    guard !entries.isEmpty else {
      throw SwiftDataError(
        .storeFailure, "None of the container's stores can note which seeds it has.",
        advice: "Look for one of the objects, and insert them if it is missing.")
    }
    for entry in entries {
      guard let known = try (entry.store as? any SeededStore)?.seedVersion(name) else { continue }
      if known >= version { return false }
    }
    guard let first = entries.first(where: \.allowsSave) else {
      throw SwiftDataError(
        .storeIsReadOnly, "The seed “\(name)” is missing, but the store was opened as read-only.",
        advice: "Open it once with allowsSave: true.")
    }
    let context = ModelContext(self)
    context.autosaveEnabled = false
    context._core.saving.seed = .making
    try make(context)
    let seed = Seed(name, version)
    context._core.saving.seed = .saving(seed)
    do {
      try context.save()
      // Nothing was changed: the note is all there is.
      if seed.isNoted { seed.noteInOthers() } else { try seed.note(in: first.store) }
      // Who has kept the context, or one of its objects, may go on with it.
      context._core.saving.seed = .none
      return true
    } catch is SeedIsThere {
      context.rollback()
      context._core.saving.seed = .none
      return false
    } catch let failure as TransientFailure {
      throw failure.error
    }
  }
}
