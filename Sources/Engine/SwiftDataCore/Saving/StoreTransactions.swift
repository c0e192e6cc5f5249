// SPDX-License-Identifier: Apache-2.0

/// The transactions of one save: one a store, all of them open before the
/// first row is written, and committed one after the other once everything is:
/// rows, counters of keys and history.
///
/// So what fails while writing fails in every store. Only a commit that fails
/// after another store's leaves a part behind (a disk that is full, mostly), as
/// SQLite has no transaction over several files in write-ahead mode;
/// ``SaveWriter/isCommitted`` tells which.
///
/// A custom store has one call that writes and commits, and may refuse anything. So it is called when all rows of the
/// SQLite stores are written and none is committed: what it refuses can still be rolled back everywhere else. Of
/// several custom stores, the last is called first.
struct StoreTransactions {
  let author: String?
  /// Whether the save has not been tried before.
  let isFirst: Bool
  /// What is noted in one of them; see ``Seed``.
  let seed: Seed?

  /// The SQLite stores, then the custom ones, each in the order of the configurations: a transaction is opened within
  /// those before it, and committed before them.
  static func order(of stores: [ModelContainer.StoreEntry]) -> [String: Int] {
    let sorted =
      stores.filter { !$0.store.deliversWholeRows } + stores.filter { $0.store.deliversWholeRows }
    return Dictionary(sorted.enumerated().map { ($0.element.store.identifier, $0.offset) }) { first, _ in first }
  }

  /// - Parameter writers: In the order of ``order(of:)``, so that two saves
  ///   never wait for each other.
  func run(_ writers: [SaveWriter]) throws {
    var failed: SaveWriter?
    do {
      try open(writers, 0, &failed)
      seed?.didCommit(noting(writers).map { writers[$0].store }, of: writers.map(\.store))
    } catch let stale as StaleRows {
      throw stale
    } catch let failure as TransientFailure {
      throw failure
    } catch let found as SeedIsThere {
      throw found
    } catch {
      guard writers.count > 1, let failed else { throw error }
      throw explain(error, failed, writers)
    }
  }

  /// The first store that can note a seed is committed after the others.
  private func noting(_ writers: [SaveWriter]) -> Int? {
    seed == nil ? nil : writers.firstIndex { ($0.store as? any SeededStore)?.notesSeeds == true }
  }

  private func open(_ writers: [SaveWriter], _ index: Int, _ failed: inout SaveWriter?) throws {
    guard index < writers.count else { return try write(writers, &failed) }
    let writer = writers[index]
    do {
      var written: (any RowTransaction)?
      try writer.store.write(author: author) { transaction in
        writer.transaction = transaction
        written = transaction
        if let seed {
          if index == noting(writers) { try seed.note(in: transaction) }
        } else if isFirst, writers.count == 1 {
          transaction.savesAlone()
        }
        defer { writer.transaction = nil }
        try open(writers, index + 1, &failed)
      }
      if let written { writer.noteCommit(of: written) }
    } catch {
      // The innermost failure has said which store it was.
      failed = failed ?? writer
      throw error
    }
    writer.isCommitted = true
  }

  /// Keys first: a row may name one of another store.
  private func write(_ writers: [SaveWriter], _ failed: inout SaveWriter?) throws {
    for writer in writers {
      failed = writer
      try writer.prepare()
    }
    var stale = StaleRows()
    for writer in writers {
      failed = writer
      try writer.writeRows()
      if !writer.stale.isEmpty { stale.add(writer.stale) }
    }
    if !stale.isEmpty {
      failed = nil
      throw stale
    }
    for writer in writers {
      failed = writer
      try writer.complete()
      guard writer.stale.isEmpty else {
        failed = nil
        throw writer.stale
      }
    }
    failed = nil
  }

  private func explain(_ error: any Error, _ failed: SaveWriter, _ writers: [SaveWriter])
    -> SwiftDataError
  {
    let name = failed.core.container.name(of: failed.store)
    let saved = writers.filter(\.isCommitted).map { failed.core.container.name(of: $0.store) }
    let rest =
      saved.isEmpty
      ? "Nothing was saved in any store."
      : "Saved already: \(saved.joined(separator: ", ")). The rest stays pending."
    let known = error as? SwiftDataError
    return SwiftDataError(
      known ?? .storeFailure,
      "The store “\(name)” refused the save: \(known?.explanation ?? "\(error)") \(rest)",
      entity: known?.entity, property: known?.property, file: known?.file,
      advice: known?.advice ?? "Correct the problem and save again.",
      underlying: known?.underlying ?? error)
  }
}

/// What the rows of a save turned out to be, in its transaction, other than
/// memory has them: another process was faster. The transaction is rolled
/// back, memory catches up, and the save starts again.
struct StaleRows: Error, @unchecked Sendable {
  // Unchecked: thrown and caught within one save, on its context's thread.
  /// A row that a delete rule of a deleted object is about, and that memory
  /// did not know of.
  struct Dependent {
    let owner: any PersistentModel
    let relationship: _Property
    let key: Int64
  }

  var changed: [any PersistentModel] = []
  var gone: [any PersistentModel] = []
  var dependents: [Dependent] = []
  /// New models that belong to rows which a deletion by predicate of the save itself removes.
  var members: [any PersistentModel] = []

  var isEmpty: Bool { count == 0 }
  var count: Int { changed.count + gone.count + dependents.count + members.count }

  mutating func add(_ other: StaleRows) {
    changed += other.changed
    gone += other.gone
    dependents += other.dependents
    members += other.members
  }

  /// For a save that was overtaken again and again.
  var error: SwiftDataError {
    SwiftDataError(
      .optimisticLockFailure,
      "Another process has changed the rows during each attempt to save them.",
      entity: (changed + gone + dependents.map(\.owner) + members).first?._$state?.entity?.name,
      advice: "Save again.")
  }
}

extension ContextCore {
  /// Brings memory up to date with rows that another process has changed.
  func catchUp(_ stale: StaleRows) {
    merge(stale.changed.map { ($0, .all) })
    mergeOwners(of: stale.changed)
    var gone: [(object: any PersistentModel, entity: _Entity)] = []
    for object in stale.gone {
      guard let state = object._$state, let entity = state.entity else { continue }
      noteLostChanges(object, state)
      rowIsGone(object, state)
      gone.append((object, entity))
    }
    removeGoneMembers(gone)
    for dependent in stale.dependents { applyRule(to: dependent) }
    for member in stale.members { delete(member) }
    // Until the next save would be too long.
    settleLists()
  }
}
