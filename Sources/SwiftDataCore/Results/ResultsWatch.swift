import Foundation
import Synchronization

/// Tells, once until somebody has taken notice, that what a fetch finds may have changed.
///
/// Looks at the entities that the fetch is about: that of its models, and those to which relationships in its predicate
/// and its order lead. Changes of others are not told.
package final class ResultsWatch: Sendable {
  private let isStale = Mutex(false)
  /// The entities at the top of the hierarchies that matter; nil if every change does.
  private let roots: Set<Int>?
  private let onChange: @Sendable () -> Void

  /// - Parameter onChange: Called on the thread of the change, before others see it.
  package init<T: PersistentModel>(
    _ context: ModelContext, _ descriptor: FetchDescriptor<T>, onChange: @escaping @Sendable () -> Void
  ) {
    self.onChange = onChange
    roots = Self.roots(descriptor, context._core.model)
    context._core.changeObservers.add(self)
  }

  private static func roots<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ model: _SchemaModel) -> Set<Int>? {
    guard let entity = model.entity(for: T.self) else { return nil }
    var roots: Set = [entity.root.ordinal]
    if let predicate = descriptor.predicate {
      guard let paths = try? PredicatePaths.paths(in: predicate, from: entity) else { return nil }
      for step in paths.joined() { if let destination = step.destination { roots.insert(destination.root.ordinal) } }
    }
    for sort in descriptor.sortBy {
      guard let step = try? SortStep(sort, entity: entity) else { return nil }
      var current = entity
      for name in step.key.path.properties.dropLast() {
        guard let next = current.property(named: name)?.destination else { break }
        roots.insert(next.root.ordinal)
        current = next
      }
    }
    return roots
  }

  func raise(_ changed: Set<Int>?) {
    if let changed, let roots, changed.isDisjoint(with: roots) { return }
    let isNew = isStale.withLock { stale in
      defer { stale = true }
      return !stale
    }
    if isNew { onChange() }
  }

  /// Whether something has changed since the last call.
  package func take() -> Bool {
    isStale.withLock { stale in
      defer { stale = false }
      return stale
    }
  }
}
