// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How unsaved changes take part in a fetch.
///
/// The store answers for every row that no unsaved change can touch; the rest
/// are objects in memory, for which the predicate is evaluated here. A row is
/// touched if its object has changed, or if a relationship that the predicate
/// or the order follows leads from it to a changed object, or to a row that a
/// deletion by predicate will remove. Since both ends of a changed relationship
/// count as changed, the paths of the store find them all.
struct PendingChanges<T: PersistentModel> {
  private let core: ContextCore
  /// Keys that the store must leave out.
  let excludedKeys: [Int64]
  /// Objects to evaluate in memory.
  let candidates: [T]
  /// The relationships that the predicate or the order follows.
  private let paths: [[_Property]]
  /// The rows at their ends that deletions by predicate will remove.
  private let doomed: DoomedRows

  static func collect(
    _ core: ContextCore, _ entity: _Entity, predicate: Predicate<T>?, sort: [SortKey]
  ) throws -> PendingChanges? {
    guard !core.unsaved.isEmpty else { return nil }
    var excluded: [Int64] = []
    var candidates: [T] = []
    var changedKeys: [Int: [Int64]] = [:]
    func add(_ object: any PersistentModel) {
      // Each object, and each row that the store finds, is of the entity of `T` or below it.
      candidates.append(unsafeDowncast(object, to: T.self))
    }
    for object in core.unsaved.updated.models + core.unsaved.deleted.models {
      guard let state = object._$state, let changed = state.entity, state.key > 0 else { continue }
      changedKeys[changed.root.ordinal, default: []].append(state.key)
      guard changed.isKind(of: entity) else { continue }
      excluded.append(state.key)
      // One whose row others have deleted waits for the save to say so.
      guard !state.isDeleted, !state.isRowGone else { continue }
      add(object)
    }
    for change in core.unsaved.links.all where change.relationship.isOneWayToMany {
      // Nothing in a member says whose it was: the rows that have it are found by it.
      guard let state = change.target._$state, let member = state.entity, state.key > 0 else { continue }
      changedKeys[member.root.ordinal, default: []].append(state.key)
    }
    for object in core.unsaved.inserted.models where object._$state?.entity?.isKind(of: entity) == true {
      add(object)
    }
    var seenPaths = Set<[ObjectIdentifier]>()
    var paths = try predicate.map { try PredicatePaths.paths(in: $0, from: entity) } ?? []
    for key in sort { paths += relationshipPaths(key.path, entity) }
    paths.removeAll { !seenPaths.insert($0.map { ObjectIdentifier($0.description) }).inserted }
    let doomed = try DoomedRows(core, paths)
    var known = Set(excluded)
    for path in paths {
      guard let end = path.last?.destination else { continue }
      let keys = (changedKeys[end.root.ordinal] ?? []) + doomed.keys(of: end)
      guard !keys.isEmpty else { continue }
      var request = RowRequest(entity: entity)
      request.reaching = [.init(path: path, keys: keys)]
      request.excludedKeys = Array(known)
      request.excluding = core.unsaved.exclusions(from: entity)
      try core.store(of: entity).fetch(request) { row in
        guard known.insert(row.key).inserted else { return }
        excluded.append(row.key)
        add(try core.object(for: &row, mask: .all))
      }
    }
    return PendingChanges(
      core: core, excludedKeys: excluded, candidates: candidates, paths: paths, doomed: doomed)
  }

  /// The relationships of a path: the first one, the first two, and so on.
  private static func relationshipPaths(_ path: PropertyPath, _ entity: _Entity) -> [[_Property]] {
    var current = entity
    var steps: [_Property] = []
    var paths: [[_Property]] = []
    for name in path.properties.dropLast() {
      guard let property = current.property(named: name), let next = property.destination else { break }
      steps.append(property)
      paths.append(steps)
      current = next
    }
    return paths
  }

  /// The candidates that match. An evaluation that fails (a forced unwrap of
  /// nil) is no match, as in the store.
  func matches(_ predicate: Predicate<T>?) -> [T] {
    guard let predicate else { return candidates }
    return withoutDoomedRows {
      core.withoutLingeringMembers(of: candidates) {
        candidates.filter { (try? predicate.evaluate($0)) ?? false }
      }
    }
  }

  /// Runs code that judges the candidates by what they will be.
  func withoutDoomedRows<R>(_ body: () throws -> R) rethrows -> R {
    try doomed.hide(from: candidates, paths, core, body)
  }
}
