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
  /// What the token is made of.
  associatedtype TokenType: Codable & Hashable & Sendable

  /// What the token is made of; `nil` for the start of the history.
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
