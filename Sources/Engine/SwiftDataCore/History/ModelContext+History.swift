// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ModelContext {
  /// Fetches the transactions that match a descriptor: the saved changes with their time and author. Unsaved changes
  /// are not part of the history.
  ///
  /// ```swift
  /// let transactions = try context.fetchHistory(
  ///   HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
  /// for change in transactions.flatMap(\.changes) { … }
  /// ```
  ///
  /// - Throws: ``SwiftDataError/historyTokenExpired`` if transactions after
  ///   the descriptor's token have been deleted, or the store was restored from a backup or erased
  ///   since;
  ///   ``SwiftDataError/invalidTransactionFetchRequest`` if no store records
  ///   transactions of the type, or the predicate cannot be evaluated.
  public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
    guard _core.container.hasCustomStores else {
      // `checked` has made sure that the types are equal.
      return try HistoryReader(container: container).transactions(checked(descriptor)) as? [T] ?? []
    }
    return try customHistory(descriptor)
  }

  /// The current position in the histories of the stores: after their latest transactions, including transactions that
  /// have been deleted from the history.
  ///
  /// ```swift
  /// let start = try context.latestHistoryToken()
  /// ```
  ///
  /// Later saves come after the token. So a program that reads all models and then follows the history starts here,
  /// even if the history is empty.
  ///
  /// This is an addition: Apple's framework has no such method.
  ///
  /// - Returns: A token with the position in each store that keeps a history; `nil` if nothing has ever been saved.
  /// - Throws: ``SwiftDataError/invalidTransactionFetchRequest`` if no store records its history.
  public func latestHistoryToken() throws -> DefaultHistoryToken? {
    let places = try HistoryReader(container: container).stores().map { store in
      (store.identifier, try store.historyRange().last)
    }.filter { $0.1 > 0 }
    return places.isEmpty ? nil : DefaultHistoryToken(Dictionary(places) { max($0, $1) })
  }

  /// The position in the history of a store at which its contents were last replaced by those of a backup, or
  /// erased. Tokens before it have expired, and it is the first that is valid.
  ///
  /// - Parameter store: The store's identifier; `nil` for the container's only store.
  /// - Returns: 0 if they never were, or the store keeps no history.
  package func restoredTransaction(ofStore store: String?) throws -> Int64 {
    try HistoryReader(container: container).stores().filter { store == nil || $0.identifier == store }
      .map { try $0.historyRange().restored }.max() ?? 0
  }

  /// Deletes the transactions that match a descriptor from the history. Models are not affected.
  /// Reading on from a token before a deleted transaction throws from then on.
  ///
  /// ```swift
  /// let monthAgo = Date.now.addingTimeInterval(-30 * 86_400)
  /// try context.deleteHistory(
  ///   HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < monthAgo }))
  /// ```
  ///
  /// - Throws: ``SwiftDataError`` if no store records transactions of the
  ///   type, or a store cannot be written.
  public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    guard _core.container.hasCustomStores else {
      return try HistoryReader(container: container).delete(checked(descriptor))
    }
    try deleteCustomHistory(descriptor)
  }

  func checked<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws
    -> HistoryDescriptor<DefaultHistoryTransaction>
  {
    if let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> {
      return descriptor
    }
    throw SwiftDataError(
      .invalidTransactionFetchRequest,
      "No store of the container has transactions of type \(T.self).",
      advice: "Ask for DefaultHistoryTransaction.")
  }
}
