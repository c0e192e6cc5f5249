// SPDX-License-Identifier: Apache-2.0

/// Blocks that are called after a save, as Realm calls those of `observe`.
enum NotificationText {
  /// - Parameter objects: whether models tell their properties, without which objects cannot be observed.
  static func parts(objects: Bool) -> [String] { [token, collections, realms] + (objects ? [self.objects] : []) }

  private static let token = """
    /// Ends an observation when it is invalidated or released.
    final class NotificationToken: RealmSilenced {
      /// Whether what is saved now is not told.
      var isSilent = false
      private var observer: (any NSObjectProtocol)?

      /// Calls a block after each save: on the thread that observes, at once if that has saved, else, for the main
      /// thread, as soon as it is free. Other threads read anew when they write.
      fileprivate init(_ block: @escaping (Set<PersistentIdentifier>, _ isSilent: Bool) -> Void) {
        nonisolated(unsafe) let block = block
        nonisolated(unsafe) weak var token: NotificationToken?
        let isMain = Thread.isMainThread
        nonisolated(unsafe) let thread = pthread_self()
        observer = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: nil, queue: nil) {
          let changed = $0.userInfo?[ModelContext.NotificationKey.updatedIdentifiers.rawValue] as? [PersistentIdentifier]
          let changes = Set(changed ?? [])
          if pthread_equal(pthread_self(), thread) != 0 {
            block(changes, token?.isSilent ?? false)
          } else if isMain {
            DispatchQueue.main.async { block(changes, token?.isSilent ?? false) }
          }
        }
        token = self
      }

      deinit { invalidate() }

      /// Ends the observation.
      func invalidate() {
        if let observer { NotificationCenter.default.removeObserver(observer) }
        observer = nil
      }
    }
    """

  private static let collections = """
    /// The changes of a collection. Deletions have their former positions, all others the present ones.
    enum RealmCollectionChange<Collection> {
      case initial(Collection)
      case update(Collection, deletions: [Int], insertions: [Int], modifications: [Int])
      case error(any Error)
    }

    /// Calls a block with a collection, and again after each save that has changed it or objects in it.
    ///
    /// - Parameter read: is evaluated each time.
    func observing<Element: PersistentModel>(
      _ read: @autoclosure @escaping () -> [Element], _ block: @escaping (RealmCollectionChange<[Element]>) -> Void
    ) -> NotificationToken {
      var known = read()
      var former = known.map(\\.persistentModelID)
      block(.initial(known))
      return NotificationToken { changed, isSilent in
        known = read()
        let current = known.map(\\.persistentModelID)
        let difference = current.difference(from: former)
        former = current
        var deletions: [Int] = []
        var insertions: [Int] = []
        for change in difference {
          switch change {
          case .remove(let offset, _, _): deletions.append(offset)
          case .insert(let offset, _, _): insertions.append(offset)
          }
        }
        let new = Set(insertions)
        let modifications = current.indices.filter { changed.contains(current[$0]) && !new.contains($0) }
        guard !isSilent, !(deletions.isEmpty && insertions.isEmpty && modifications.isEmpty) else { return }
        block(
          .update(
            known, deletions: deletions.sorted(), insertions: insertions.sorted(), modifications: modifications))
      }
    }
    """

  private static let realms = """
    /// What has happened to a realm.
    enum RealmNotification: String { case didChange, refreshRequired }

    /// Calls a block after each save of the container that a context belongs to.
    func observing(
      realm: ModelContext, _ block: @escaping (RealmNotification, ModelContext) -> Void
    ) -> NotificationToken {
      NotificationToken { _, isSilent in
        if !isSilent { block(.didChange, realm) }
      }
    }
    """

  private static let objects = """
    /// The changes of an object.
    enum ObjectChange<T> {
      case error(any Error)
      case change(T, [PropertyChange])
      case deleted
    }

    /// A property that has another value.
    struct PropertyChange {
      let name: String
      let oldValue: Any?
      let newValue: Any?
    }

    /// Calls a block after each save that has changed an object, or deleted it.
    func observing<T: RealmModel>(object: T, _ block: @escaping (ObjectChange<T>) -> Void) -> NotificationToken {
      func values() -> [(name: String, value: Any?)] {
        T.realmFields.map { ($0.name, RealmValue.unwrapped($0.get(object))) }
      }
      var former = values()
      var isThere = true
      return NotificationToken { _, isSilent in
        guard isThere else { return }
        guard !object.isDeleted, object.modelContext != nil else {
          isThere = false
          if !isSilent { block(.deleted) }
          return
        }
        let current = values()
        var changes: [PropertyChange] = []
        for (old, new) in zip(former, current) {
          let isSame = (old.value as? AnyHashable) == (new.value as? AnyHashable)
          if !isSame { changes.append(PropertyChange(name: new.name, oldValue: old.value, newValue: new.value)) }
        }
        former = current
        if !isSilent, !changes.isEmpty { block(.change(object, changes)) }
      }
    }
    """
}
