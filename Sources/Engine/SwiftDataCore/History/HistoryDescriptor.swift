// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A description of the transactions to fetch from the history, or to delete.
///
/// ```swift
/// var news = HistoryDescriptor<DefaultHistoryTransaction>(
///   predicate: #Predicate { $0.token > lastToken && $0.author != "import" })
/// news.fetchLimit = 100
/// let transactions = try context.fetchHistory(news)
/// ```
///
/// With comparisons of the token such as `$0.token > last`, alone or joined by `&&`, the store reads only the transactions
/// in that range; the rest of the predicate is evaluated on those. A token belongs to one store; transactions of other
/// stores are left out then.
public struct HistoryDescriptor<TransactionType: HistoryTransaction>: Sendable {
  /// Which transactions; all if `nil`.
  public var predicate: Predicate<TransactionType>?

  /// The order; as they were committed, store by store, if empty.
  public var sortBy: [SortDescriptor<TransactionType>]

  /// The maximum number of transactions; 0, the default, for all.
  public var fetchLimit: UInt64 = 0

  /// - Parameter predicate: Which transactions; all if `nil`.
  public init(predicate: Predicate<TransactionType>? = nil) {
    self.init(predicate: predicate, sortBy: [])
  }

  /// - Parameters:
  ///   - predicate: Which transactions; all if `nil`.
  ///   - sortBy: The order; as they were committed if empty.
  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}
