// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A position in the history of a default store.
///
/// ```swift
/// UserDefaults.standard.set(try JSONEncoder().encode(token), forKey: "lastToken")
/// …
/// let news = HistoryDescriptor<DefaultHistoryTransaction>(
///   predicate: #Predicate { $0.token > token })
/// ```
///
/// Tokens of one store are ordered by the number of the transaction. Tokens of different stores are
/// ordered too, so that transactions can be sorted, but that order has no meaning.
public struct DefaultHistoryToken: HistoryToken, Codable {
  /// Transaction numbers by store identifier.
  public typealias TokenType = [String: Int64]

  /// The number of the last transaction, by store identifier. The token of a
  /// transaction has one entry.
  public let tokenValue: [String: Int64]?

  init(storeIdentifier: String, number: Int64) { tokenValue = [storeIdentifier: number] }

  init(_ numbers: [String: Int64]) { tokenValue = numbers }

  /// A hash of the token. Equal tokens have equal hashes, also in another process.
  public var id: Int {
    // FNV-1a.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for (store, number) in sorted {
      for byte in store.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3 }
      hash = (hash ^ UInt64(bitPattern: number)) &* 0x0100_0000_01b3
    }
    return Int(truncatingIfNeeded: hash)
  }

  /// The store whose history the token is of.
  public var storeIdentifier: String { sorted.first?.key ?? "" }

  private var sorted: [(key: String, value: Int64)] {
    (tokenValue ?? [:]).sorted { $0.key < $1.key }
  }

  /// Whether both mark the same place.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    (lhs.tokenValue ?? [:]) == (rhs.tokenValue ?? [:])
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(tokenValue ?? [:]) }

  /// By transaction number where both have the store; else by store identifier.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    let (left, right) = (lhs.tokenValue ?? [:], rhs.tokenValue ?? [:])
    for (store, number) in lhs.sorted {
      if let other = right[store], other != number { return number < other }
    }
    if left.count != right.count { return left.count < right.count }
    return lhs.sorted.lexicographicallyPrecedes(rhs.sorted) { $0.key < $1.key }
  }
}
