import Foundation

/// Which transactions of the history to fetch, or to delete.
///
/// ```swift
/// var news = HistoryDescriptor<DefaultHistoryTransaction>(
///   predicate: #Predicate { $0.token > lastToken && $0.author != "import" })
/// news.fetchLimit = 100
/// let transactions = try context.fetchHistory(news)
/// ```
///
/// A comparison of the token that every transaction must satisfy (alone, or
/// joined to the rest by `&&`) decides where the store starts and stops
/// reading; the rest of the predicate is evaluated on the transactions read.
/// A token is of one store: transactions of other stores are then left out.
public struct HistoryDescriptor<TransactionType: HistoryTransaction>: Sendable {
  /// Which transactions; all if `nil`.
  public var predicate: Predicate<TransactionType>?

  /// In which order; as they were committed, store by store, if empty.
  public var sortBy: [SortDescriptor<TransactionType>]

  /// How many at most; 0, the default, for all.
  public var fetchLimit: UInt64 = 0

  /// - Parameter predicate: Which transactions; all if `nil`.
  public init(predicate: Predicate<TransactionType>? = nil) {
    self.init(predicate: predicate, sortBy: [])
  }

  /// - Parameters:
  ///   - predicate: Which transactions; all if `nil`.
  ///   - sortBy: In which order; as they were committed if empty.
  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}
