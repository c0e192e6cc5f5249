// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads and deletes the history of a container's stores.
///
/// Stores deliver records page by page; a transaction is made of each, with
/// changes that carry the class of their model, and shown to the predicate.
struct HistoryReader {
  let container: ModelContainer

  /// How many transactions are read at once.
  static let pageSize = 500

  /// The stores that record history, in the order of the configurations.
  ///
  /// - Throws: ``SwiftDataError/invalidTransactionFetchRequest`` if there is none.
  func stores() throws -> [any HistoryStore] {
    let stores = container._stores.compactMap { $0.store as? any HistoryStore }
    let recording = stores.filter(\.recordsHistory)
    guard recording.isEmpty else { return recording }
    throw SwiftDataError(
      .invalidTransactionFetchRequest, "No store of the container records its history.",
      advice: stores.isEmpty
        ? "Use a store that provides history." : "Open the container with isHistoryEnabled: true.",
      underlying: DataStoreError.unsupportedFeature)
  }

  func transactions(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws
    -> [DefaultHistoryTransaction]
  {
    let bounds = try HistoryTokenBounds(descriptor.predicate)
    let transactions = try select(descriptor, bounds, includesChanges: true)
    // Afterwards: another process may delete some before they are read.
    for store in try stores() { try checkExpiry(of: bounds, store) }
    return transactions
  }

  func delete(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    let stores = try stores()
    if descriptor.predicate == nil, descriptor.fetchLimit == 0 {
      for store in stores { try store.deleteHistory(nil) }
      return
    }
    let bounds = try HistoryTokenBounds(descriptor.predicate)
    let selected = try select(descriptor, bounds, includesChanges: bounds.needsChanges)
    let numbers = Dictionary(grouping: selected, by: \.storeIdentifier).mapValues { $0.map(\.id) }
    for store in stores {
      if let own = numbers[store.identifier] { try store.deleteHistory(own.sorted()) }
    }
  }

  private func select(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>, _ bounds: HistoryTokenBounds,
    includesChanges: Bool
  ) throws -> [DefaultHistoryTransaction] {
    let limit = descriptor.fetchLimit == 0 ? Int.max : Int(clamping: descriptor.fetchLimit)
    let isSorted = !descriptor.sortBy.isEmpty
    var found: [DefaultHistoryTransaction] = []
    for store in try stores() where bounds.includes(store.identifier) {
      if !isSorted, found.count >= limit { break }
      let maker = HistoryMaker(storeIdentifier: store.identifier)
      let request = HistoryRequest(
        after: bounds.after[store.identifier], before: bounds.before[store.identifier],
        includesChanges: includesChanges)
      try Self.forEach(request, in: store) { record in
        let transaction = maker.transaction(record)
        if try matches(descriptor.predicate, transaction) { found.append(transaction) }
        return isSorted || found.count < limit
      }
    }
    if isSorted { found.sort(using: descriptor.sortBy) }
    return found.count > limit ? Array(found.prefix(limit)) : found
  }

  private func matches(
    _ predicate: Predicate<DefaultHistoryTransaction>?, _ transaction: DefaultHistoryTransaction
  ) throws -> Bool {
    guard let predicate else { return true }
    do {
      return try predicate.evaluate(transaction)
    } catch {
      throw SwiftDataError(
        .invalidTransactionFetchRequest, "The predicate cannot be evaluated.",
        expression: "\(predicate.expression)", underlying: error)
    }
  }

  /// Calls `body` with each record of a request, until it returns false.
  static func forEach(
    _ request: HistoryRequest, in store: any HistoryStore,
    _ body: (HistoryRecord) throws -> Bool
  ) throws {
    var request = request
    request.limit = pageSize
    while true {
      let page = try store.historyTransactions(request)
      for record in page where try !body(record) { return }
      guard page.count == pageSize, let last = page.last else { return }
      request.after = last.number
    }
  }

  /// - Throws: ``SwiftDataError/historyTokenExpired`` if transactions after
  ///   the token that reading starts from were deleted, the store is older
  ///   than the token, or it was restored from a backup or erased since.
  private func checkExpiry(of bounds: HistoryTokenBounds, _ store: any HistoryStore) throws {
    guard let start = bounds.start[store.identifier] else { return }
    try Self.check(start, in: store)
  }

  static func check(_ token: Int64, in store: any HistoryStore) throws {
    let range = try store.historyRange()
    let advice = "Fetch the models again, and continue from the token of the latest transaction."
    if token > range.highest {
      throw SwiftDataError(
        .historyTokenExpired,
        "The token is of transaction \(token), but the store has \(range.last): it was replaced by an older copy.",
        advice: advice)
    }
    if token < range.restored {
      throw SwiftDataError(
        .historyTokenExpired,
        "The token is of transaction \(token); since then, the store was restored from a backup, or erased.",
        advice: advice)
    }
    if token < range.last, (range.oldest ?? .max) - 1 > token {
      throw SwiftDataError(
        .historyTokenExpired,
        "The token is of transaction \(token); later ones have been deleted from the history.",
        advice: advice)
    }
  }
}

/// Makes transactions with typed changes from the records of one store.
final class HistoryMaker {
  private let storeIdentifier: String
  private var scopes: [Int: IdentifierScope] = [:]

  init(storeIdentifier: String) { self.storeIdentifier = storeIdentifier }

  func transaction(_ record: HistoryRecord) -> DefaultHistoryTransaction {
    DefaultHistoryTransaction(
      record, storeIdentifier: storeIdentifier,
      changes: record.changes.map { change($0, record.number, $0.entity.type) })
  }

  private func change<M: PersistentModel>(
    _ change: HistoryRecord.Change, _ transaction: Int64, _: M.Type
  ) -> HistoryChange {
    let identifier = PersistentIdentifier._row(change.key, scope: scope(change.entity))
    switch change.kind {
    case .insert:
      return .insert(
        DefaultHistoryInsert<M>(
          changeIdentifier: change.number, transactionIdentifier: transaction,
          changedPersistentIdentifier: identifier))
    case .update:
      return .update(
        DefaultHistoryUpdate<M>(
          changeIdentifier: change.number, transactionIdentifier: transaction,
          changedPersistentIdentifier: identifier, properties: change.properties))
    case .delete:
      return .delete(
        DefaultHistoryDelete<M>(
          changeIdentifier: change.number, transactionIdentifier: transaction,
          changedPersistentIdentifier: identifier,
          tombstone: HistoryTombstone(
            change.tombstone.map { .init(index: $0.index, value: $0.value) })))
    }
  }

  private func scope(_ entity: _Entity) -> IdentifierScope {
    if let known = scopes[entity.ordinal] { return known }
    let scope = IdentifierScope(storeIdentifier: storeIdentifier, entityName: entity.name)
    scopes[entity.ordinal] = scope
    return scope
  }
}
