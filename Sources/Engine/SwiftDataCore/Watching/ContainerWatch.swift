// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Hears of what others write to a container's stores, as long as anybody listens.
///
/// Listeners are contexts that merge on a turn of their own, and observers. Without one, no file is watched: a program
/// that only reads and saves pays nothing.
package final class ContainerWatch: Sendable {
  private let state = Mutex(State())

  private struct State {
    var listeners: [Int: @Sendable () -> Void] = [:]
    var nextNumber = 0
    var watches: [any StoreWatch] = []
    var isSuspended = false
  }

  /// Listens until the returned value is released.
  ///
  /// - Parameter onChange: Called on a thread of the watch, after the contexts have been told.
  func listen(
    to container: ContainerCore, _ onChange: @escaping @Sendable () -> Void = {}
  ) -> WatchListener {
    let (number, isFirst) = state.withLock { state in
      state.nextNumber += 1
      state.listeners[state.nextNumber] = onChange
      return (state.nextNumber, state.listeners.count == 1)
    }
    if isFirst { start(container) }
    return WatchListener(watch: self, number: number)
  }

  /// Hears nothing any more, for tests that decide when something is noticed.
  package func suspend() {
    let ended = state.withLock { state in
      state.isSuspended = true
      defer { state.watches = [] }
      return state.watches
    }
    for watch in ended { watch.cancel() }
  }

  private func start(_ container: ContainerCore) {
    guard !state.withLock({ $0.isSuspended }) else { return }
    let watches = container.stores.compactMap { entry -> (any StoreWatch)? in
      guard let store = entry.store as? any WatchedStore else { return nil }
      return store.watch(
        { [weak container] changes in container?.deliver(changes, of: entry.store) },
        { [weak self] in self?.tellListeners() })
    }
    // The listener has been removed meanwhile, or another one has been first again.
    let superfluous = state.withLock { state in
      guard !state.listeners.isEmpty, state.watches.isEmpty, !state.isSuspended else { return watches }
      state.watches = watches
      return []
    }
    for watch in superfluous { watch.cancel() }
  }

  fileprivate func remove(_ number: Int) {
    let ended = state.withLock { state -> [any StoreWatch] in
      state.listeners[number] = nil
      guard state.listeners.isEmpty else { return [] }
      defer { state.watches = [] }
      return state.watches
    }
    for watch in ended { watch.cancel() }
  }

  func tellListeners() {
    for onChange in state.withLock({ Array($0.listeners.values) }) { onChange() }
  }

  deinit { for watch in state.withLock({ $0.watches }) { watch.cancel() } }
}

/// Whoever keeps this listens.
final class WatchListener: Sendable {
  private let watch: ContainerWatch
  private let number: Int

  fileprivate init(watch: ContainerWatch, number: Int) {
    self.watch = watch
    self.number = number
  }

  deinit { watch.remove(number) }
}

extension ContainerCore {
  /// Looks whether other containers or processes have written, and tells the contexts.
  ///
  /// With an observer, this happens by itself. Otherwise a context asks when it processes its pending changes or
  /// rolls back: what it has loaded follows then.
  func lookForForeignChanges() {
    for entry in stores {
      guard let store = entry.store as? any WatchedStore,
        store.look({ deliver($0, of: entry.store) })
      else { continue }
      watch.tellListeners()
    }
  }

  /// Another writer has written to a store: contexts are given what has changed.
  fileprivate func deliver(_ changes: ForeignChanges, of store: any RowStore) {
    let news: [ExternalChange]
    switch changes {
    case .rows(let rows): news = rows.map(ExternalChange.init(foreign:))
    case .unknown:
      news = model.entities.filter { $0.superentity == nil && store.keeps($0) }.map {
        ExternalChange(entity: $0.ordinal, key: 0, kind: .unknown, isForeign: true)
      }
    }
    for core in liveCores() {
      core.arrive(news)
      core.context?.noteArrival()
    }
  }
}

extension ExternalChange {
  fileprivate init(foreign change: HistoryRecord.Change) {
    let kind: Kind
    switch change.kind {
    case .insert: kind = .inserted
    case .delete: kind = .deleted
    case .update:
      var mask = PropertyMask.none
      for index in change.properties { mask.insert(index) }
      // Without one, the row has changed because of another one, or in a property that this schema lacks.
      kind = .updated(mask)
    }
    self.init(entity: change.entity.ordinal, key: change.key, kind: kind, isForeign: true)
  }
}

extension ContainerWatch {
  var isActive: Bool { state.withLock { !$0.watches.isEmpty } }
}

extension ModelContainer {
  /// Whether files are watched for what others write, for tests.
  package var isWatched: Bool { core.watch.isActive }

  package func stopWatching() { core.watch.suspend() }
}
