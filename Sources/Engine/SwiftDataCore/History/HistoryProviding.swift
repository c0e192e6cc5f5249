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
  /// What a transaction is in this store.
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
