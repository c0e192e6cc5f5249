// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Asks the history what is new, from where the last answer has ended, and knows from that alone which rows there are.
struct CompanyFollower {
  private var token: DefaultHistoryToken?
  private var last = Int64.min
  private var known: Set<PersistentIdentifier> = []

  mutating func follow(_ context: ModelContext) throws {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    if let token { descriptor.predicate = #Predicate { $0.token > token } }
    for transaction in try context.fetchHistory(descriptor) {
      let number = Int64(transaction.transactionIdentifier)
      if number <= last { throw CompanyFailure(.history, "transaction \(number) comes after \(last)") }
      last = number
      for change in transaction.changes { try apply(change) }
      token = transaction.token
    }
  }

  private mutating func apply(_ change: HistoryChange) throws {
    let id = change.changedPersistentIdentifier
    switch change {
    case .insert:
      if !known.insert(id).inserted { throw CompanyFailure(.history, "\(id.entityName) inserted twice") }
    case .delete:
      if known.remove(id) == nil { throw CompanyFailure(.history, "unknown \(id.entityName) deleted") }
    default:
      if !known.contains(id) { throw CompanyFailure(.history, "unknown \(id.entityName) updated") }
    }
  }

  /// Whoever replays the history has the identifiers that are there.
  func compare(with view: CompanyView) throws {
    let missing = view.identifiers.subtracting(known).compactMap { view.records[$0]?.label }.sorted()
    let gone = known.subtracting(view.identifiers).map(\.entityName).sorted()
    guard missing.isEmpty, gone.isEmpty else {
      throw CompanyFailure(.history, "never inserted: \(missing), never deleted: \(gone)")
    }
  }
}
