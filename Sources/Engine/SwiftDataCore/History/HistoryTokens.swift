// SPDX-License-Identifier: Apache-2.0

/// The places in the stores' histories that one save has led to, for the
/// notification of the save.
struct HistoryTokens {
  private var numbers: [String: Int64] = [:]
  private var others: [String: any HistoryToken] = [:]

  /// Notes what one store's transaction will be called; called at its end.
  ///
  /// - Returns: The number, to be kept until the transaction is committed.
  static func number(of transaction: any _RowTransaction) throws -> Int64? {
    try (transaction as? any _HistoryRecording)?.historyNumber()
  }

  /// Called when the store has committed.
  mutating func note(_ number: Int64?, in store: any _RowStore) {
    if let number { numbers[store.identifier] = number }
  }

  mutating func note(_ token: (any HistoryToken)?, in store: any _RowStore) {
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
