// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Synchronization

/// Counts new transactions in the history of a container's stores.
///
/// ```swift
/// let observer = try HistoryObserver(
///   observedModels: [Trip.self], authors: ["sync"], modelContainer: container)
/// withObservationTracking {
///   _ = observer.eventCounter
/// } onChange: {
///   // Fetch the history after your last token, on an actor of your choice.
/// }
/// ```
///
/// The observer reads the history after each save to one of the stores, by this process or another one. If it cannot
/// read the history, ``lastError`` is the error.
///
/// For a custom store that is ``HistoryProviding``, it counts the saves of this process and announcements
/// (``ModelContainer/announceChanges(inserted:updated:deleted:author:historyTokens:)``).
public final class HistoryObserver: Observable, Sendable {
  /// The container whose stores are observed.
  public let modelContainer: ModelContainer
  /// The models whose changes count, with their subclasses; all if empty.
  public let observedModels: [any PersistentModel.Type]
  /// The authors whose transactions count; all if empty.
  public let authors: Set<String>

  private let stores: [any HistoryStore]
  /// The identifiers of custom stores with a history.
  private let customStores: Set<String>
  /// By ordinal; `nil` for all.
  private let observedEntities: Set<Int>?
  private let state: Mutex<State>
  /// Held while the history is read, so that nothing is counted twice.
  private let reading = NSLock()
  private let registrar = ObservationRegistrar()
  private let subscription = Mutex<Subscription?>(nil)
  private let listener = Mutex<WatchListener?>(nil)

  private struct State {
    /// The number of the last transaction seen, by store.
    var seen: [String: Int64]
    var eventCounter = 0
    var error: (any Error)?
  }

  private struct Subscription: Sendable {
    // It is handed back to its center only, which any thread may call.
    nonisolated(unsafe) let token: any NSObjectProtocol
  }

  /// - Parameters:
  /// - historyTokens: The last processed transactions, by store identifier. With `nil`, for a store without an entry,
  ///   and for a custom store, the observer starts now.
  ///   - observedModels: The models whose changes count; all if empty.
  ///   - authors: The authors whose transactions count; all if empty.
  ///   - modelContainer: The container whose stores are observed.
  ///   - isolation: Has no effect; part of Apple's signature.
  /// - Throws: ``SwiftDataError/historyTokenExpired`` if transactions after a
  ///   token have been deleted; ``SwiftDataError/invalidTransactionFetchRequest``
  ///   if no store records history, or a token is not of a default store;
  ///   ``SwiftDataError/unknownSchema`` if a model is not in the schema.
  public convenience init(
    historyTokens: [String: any HistoryToken]? = nil,
    observedModels: [any PersistentModel.Type] = [], authors: Set<String> = [],
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      tokens: historyTokens ?? [:], models: observedModels, authors: authors,
      container: modelContainer)
    subscribe()
    try read()
  }

  private init(
    tokens: [String: any HistoryToken], models: [any PersistentModel.Type], authors: Set<String>,
    container: ModelContainer
  ) throws {
    modelContainer = container
    observedModels = models
    self.authors = authors
    customStores = Set(
      container._stores.compactMap { ($0.store as? DataStoreSession)?.store }.filter(\.providesHistory).map(
        \.identifier))
    do {
      stores = try HistoryReader(container: container).stores()
    } catch let error as SwiftDataError where error == .invalidTransactionFetchRequest && !customStores.isEmpty {
      stores = []
    }
    var entities: Set<Int> = []
    for model in models {
      guard let entity = container._model.entity(for: model) else {
        throw SwiftDataError(
          .unknownSchema, "\(model) is not in the container's schema.",
          entity: model._$description.entityName, advice: "Name it in ModelContainer(for:).")
      }
      entities.formUnion(entity.family.map(\.ordinal))
    }
    observedEntities = models.isEmpty ? nil : entities
    var seen: [String: Int64] = [:]
    for store in stores {
      if let token = tokens[store.identifier] {
        seen[store.identifier] = try Self.number(of: token, store)
      } else {
        seen[store.identifier] = try store.historyRange().last
      }
    }
    state = Mutex(State(seen: seen))
  }

  private static func number(of token: any HistoryToken, _ store: any HistoryStore) throws -> Int64 {
    guard let number = (token as? DefaultHistoryToken)?.tokenValue?[store.identifier] else {
      throw SwiftDataError(
        .invalidTransactionFetchRequest,
        "The token given for the store \(store.identifier) belongs to another store.",
        advice: "Use the store identifier as the key, and a token of that store as the value.")
    }
    try HistoryReader.check(number, in: store)
    return number
  }

  deinit {
    if let token = subscription.withLock({ $0?.token }) {
      NotificationCenter.default.removeObserver(token)
    }
  }

  /// Increased by one whenever there are new transactions of the observed models and authors,
  /// however many.
  public var eventCounter: Int {
    registrar.access(self, keyPath: \.eventCounter)
    return state.withLock { $0.eventCounter }
  }

  /// Why the history could not be read the last time; `nil` if it could. Not part of Apple's API.
  public var lastError: (any Error)? {
    registrar.access(self, keyPath: \.lastError)
    return state.withLock { $0.error }
  }

  /// Looks for new transactions now, including those of other processes. Not part of Apple's API.
  ///
  /// - Throws: ``SwiftDataError`` if a store cannot be read.
  public func checkForChanges() throws { try read() }

  private func subscribe() {
    let identifiers = Set(stores.map(\.identifier))
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: nil, queue: nil
    ) { [weak self] notification in
      guard let self, let context = notification.object as? ModelContext else { return }
      // A custom store may itself save to a container, whose notifications are not about it.
      let isOurs = context.container._stores.contains {
        ($0.store as? DataStoreSession).map { self.customStores.contains($0.identifier) } == true
      }
      let counts = isOurs && self.isObserved(notification.userInfo, context.author)
      guard counts || context.container._stores.contains(where: { identifiers.contains($0.store.identifier) })
      else { return }
      self.readOrNote(counts: counts)
    }
    subscription.withLock { $0 = Subscription(token: token) }
    listener.withLock { listener in
      listener = modelContainer.core.watch.listen(to: modelContainer.core) { [weak self] in self?.readOrNote() }
    }
  }

  /// A store that cannot be read now is asked again at the next save.
  private func readOrNote(counts: Bool = false) {
    do { try read(counts: counts) } catch {
      registrar.withMutation(of: self, keyPath: \.lastError) { state.withLock { $0.error = error } }
    }
  }

  /// - Parameter counts: Whether there is something new already.
  private func read(counts: Bool = false) throws {
    // Observers are told without the lock: they may save, which leads here.
    let (hasNew, failure) = readNew()
    if failure == nil, state.withLock({ $0.error != nil }) {
      registrar.withMutation(of: self, keyPath: \.lastError) { state.withLock { $0.error = nil } }
    }
    if hasNew || counts { count() }
    if let failure { throw failure }
  }

  private func count() {
    registrar.withMutation(of: self, keyPath: \.eventCounter) {
      state.withLock { $0.eventCounter += 1 }
    }
  }

  /// Reads on in all stores. One that cannot be read keeps its place, and does not hide what the others have.
  ///
  /// - Returns: Whether there is a transaction that counts, and the first error.
  private func readNew() -> (hasNew: Bool, failure: (any Error)?) {
    reading.lock()
    defer { reading.unlock() }
    var hasNew = false
    var failure: (any Error)?
    for store in stores {
      let seen = state.withLock { $0.seen[store.identifier] ?? 0 }
      var last = seen
      var counts = false
      do {
        try HistoryReader.forEach(HistoryRequest(after: seen), in: store) { record in
          last = record.number
          counts = counts || isObserved(record)
          return true
        }
      } catch {
        failure = failure ?? error
        continue
      }
      state.withLock { $0.seen[store.identifier] = last }
      hasNew = hasNew || counts
    }
    return (hasNew, failure)
  }

  private func isObserved(_ record: HistoryRecord) -> Bool {
    if !authors.isEmpty {
      guard let author = record.author, authors.contains(author) else { return false }
    }
    guard let observedEntities else { return true }
    return record.changes.contains { observedEntities.contains($0.entity.ordinal) }
  }

  /// Whether a save has changed a custom store with a history in a way that counts.
  private func isObserved(_ userInfo: [AnyHashable: Any]?, _ author: String?) -> Bool {
    guard !customStores.isEmpty, authors.isEmpty || author.map(authors.contains) == true else { return false }
    typealias Key = ModelContext.NotificationKey
    return [Key.insertedIdentifiers, .updatedIdentifiers, .deletedIdentifiers].contains { key in
      (userInfo?[key] as? [PersistentIdentifier])?.contains { identifier in
        guard let store = identifier.storeIdentifier, customStores.contains(store) else { return false }
        guard let observedEntities else { return true }
        return modelContainer._model.entity(named: identifier.entityName).map { observedEntities.contains($0.ordinal) }
          == true
      } == true
    }
  }
}
