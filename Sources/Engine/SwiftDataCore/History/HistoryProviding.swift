// SPDX-License-Identifier: Apache-2.0

/// A store that records its changes with their time and author.
///
/// A custom store adopts it in addition to ``DataStore``; the default store does, too.
///
/// ```swift
/// extension ArchiveStore: HistoryProviding {
///   typealias HistoryType = ArchiveTransaction
///   static var historyType: ArchiveTransaction.Type { ArchiveTransaction.self }
///   func fetchHistory(_ descriptor: HistoryDescriptor<ArchiveTransaction>) throws
///     -> [ArchiveTransaction] { … }
///   func deleteHistory(_ descriptor: HistoryDescriptor<ArchiveTransaction>) throws { … }
/// }
/// ```
public protocol HistoryProviding {
  /// The type of the store's transactions.
  associatedtype HistoryType: HistoryTransaction

  /// The type of the store's transactions.
  static var historyType: HistoryType.Type { get }

  /// The transactions that match a descriptor.
  ///
  /// - Throws: ``SwiftDataError/historyTokenExpired`` if the descriptor starts
  ///   from a token whose successors have been deleted.
  func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]

  /// Deletes the transactions that match a descriptor from the history. Models are not affected.
  func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

/// The history of a container with custom stores: each keeps its own, with transactions of its own type.
extension ModelContext {
  private var customStores: [CustomStore] { container._stores.compactMap { ($0.store as? DataStoreSession)?.store } }

  /// Whether a store of rows records transactions of this type.
  private func hasRows<T: HistoryTransaction>(_: T.Type) -> Bool {
    T.self == DefaultHistoryTransaction.self
      && container._stores.contains { ($0.store as? any HistoryStore)?.recordsHistory == true }
  }

  func customHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
    var answers: [[T]] = []
    if hasRows(T.self) {
      answers.append(try HistoryReader(container: container).transactions(checked(descriptor)) as? [T] ?? [])
    }
    for store in customStores {
      if let answer = try store.history(descriptor) { answers.append(answer) }
    }
    guard let first = answers.first else { throw noHistory(T.self) }
    guard answers.count > 1 else { return first }
    var all = answers.flatMap { $0 }
    if !descriptor.sortBy.isEmpty { all.sort(using: descriptor.sortBy) }
    let limit = descriptor.fetchLimit == 0 ? Int.max : Int(clamping: descriptor.fetchLimit)
    return Array(all.prefix(limit))
  }

  func deleteCustomHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    var isKnown = hasRows(T.self)
    if isKnown { try HistoryReader(container: container).delete(checked(descriptor)) }
    for store in customStores where try store.deleteHistory(descriptor) { isKnown = true }
    if !isKnown { throw noHistory(T.self) }
  }

  private func noHistory(_ type: any Any.Type) -> SwiftDataError {
    SwiftDataError(
      .invalidTransactionFetchRequest, "No store of the container has transactions of type \(type).",
      advice: "Ask for the type that the store's 'historyType' names.", underlying: DataStoreError.unsupportedFeature)
  }
}
