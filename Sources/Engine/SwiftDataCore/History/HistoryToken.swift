// SPDX-License-Identifier: Apache-2.0

/// A position in a store's history, to continue from later.
///
/// Keep the token of the last transaction that you have processed, in a file or in the user's
/// defaults, and fetch those after it the next time.
///
/// ```swift
/// let data = try JSONEncoder().encode(transactions.last?.token)
/// ```
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
  /// The type of the token's value.
  associatedtype TokenType: Codable & Hashable & Sendable

  /// The value of the token; `nil` for the start of the history.
  var tokenValue: TokenType? { get }
}

extension HistoryToken {
  /// The store whose history the token is of.
  ///
  /// If the ``tokenValue`` of your own token type is not a dictionary by store identifier, declare
  /// the property yourself; otherwise it is empty.
  public var storeIdentifier: String {
    guard let entries = tokenValue as? any TokenEntries else { return "" }
    return entries.firstStoreIdentifier
  }
}

private protocol TokenEntries { var firstStoreIdentifier: String { get } }
extension Dictionary: TokenEntries where Key == String {
  fileprivate var firstStoreIdentifier: String { keys.min() ?? "" }
}

/// The places in the stores' histories that one save has led to, for the
/// notification of the save.
struct HistoryTokens {
  private var numbers: [String: Int64] = [:]
  private var others: [String: any HistoryToken] = [:]

  /// Notes what one store's transaction will be called; called at its end.
  ///
  /// - Returns: The number, to be kept until the transaction is committed.
  static func number(of transaction: any RowTransaction) throws -> Int64? {
    try (transaction as? any HistoryRecording)?.historyNumber()
  }

  /// Called when the store has committed.
  mutating func note(_ number: Int64?, in store: any RowStore) {
    if let number { numbers[store.identifier] = number }
  }

  mutating func note(_ token: (any HistoryToken)?, in store: any RowStore) {
    if let token { others[store.identifier] = token }
  }

  /// The value of `historyTokens`: a token for each store, by its identifier.
  var value: [String: any HistoryToken] {
    var tokens = others
    for (store, number) in numbers {
      tokens[store] = DefaultHistoryToken(storeIdentifier: store, number: number)
    }
    return tokens
  }
}
