// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Reads what was saved since sync looked at the store last.
struct StoreHistory {
  let container: ModelContainer
  /// Whether the store is the one of the place: no copy takes its place while it is open.
  private var isKnown = false
  /// The author of what sync itself saves.
  static let author = "SwiftDataSync"

  init(container: ModelContainer) { self.container = container }

  enum News {
    case transactions([DefaultHistoryTransaction])
    /// What was saved since was deleted from the history: all objects must be looked at.
    case expired
    /// The place is after the end: the store was replaced by an older copy.
    case replaced
    /// The app has restored a backup of the open store, or erased it: what is left of what was saved after the place, and what was
    /// saved since the restore, before `latest`.
    case restored([DefaultHistoryTransaction], latest: HistoryPlace?)
  }

  mutating func news(after place: HistoryPlace?, store: String?) throws -> News {
    let news = try read(after: place, store: store)
    if case .transactions = news, place != nil, store != nil { isKnown = true }
    return news
  }

  private func read(after place: HistoryPlace?, store: String?) throws -> News {
    let context = ModelContext(container)
    // Until the store is known, and if the place is one of other stores of the container only, nothing of it was read.
    guard let place, let store, place.token.tokenValue?[store] != nil else {
      if let place, store == nil, let found = beforeFirstObject(after: place, context) { return .transactions(found) }
      return .transactions(try told { try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) })
    }
    let token = place.token
    // Nothing is read for that: the last transaction may have thousands of changes, and this is asked all the time.
    if isKnown, hasAdditions, let latest = try AppleGaps.latestToken(context),
      number(latest, store) == number(token, store)
    {
      return .transactions([])
    }
    var found: [DefaultHistoryTransaction]
    do {
      // With the last one that is known, if it is there still: by its time, an older copy of the store is noticed even if
      // it has grown meanwhile.
      found = try context.fetchHistory(HistoryDescriptor(predicate: #Predicate { $0.token >= token }))
    } catch let error as SwiftDataError where error == .historyTokenExpired {
      let restored = try AppleGaps.restoredNumber(of: store, context)
      if number(token, store) < restored {
        // Before what is read: what is saved meanwhile is read again.
        let latest = try self.latest()
        return .restored(try kept(after: place, restored: restored, store, context), latest: latest)
      }
      guard let latest = try AppleGaps.latestToken(context) else { return .replaced }
      return number(latest, store) < number(token, store) ? .replaced : .expired
    }
    found.removeAll { $0.storeIdentifier != store }
    if let first = found.first, number(first.token, store) == number(token, store) {
      if let time = place.time, time != first.timestamp { return .replaced }
      found.removeFirst()
    } else if let latest = try AppleGaps.latestToken(context), number(latest, store) >= number(token, store) {
      // The app has deleted old transactions.
    } else {
      return .replaced
    }
    return .transactions(found)
  }

  /// What was saved after a look that has found no object to sync: before it there is nothing of any. Nil: the history does not
  /// have the place as it was, so that the store may be another one.
  private func beforeFirstObject(
    after place: HistoryPlace, _ context: ModelContext
  ) -> [DefaultHistoryTransaction]? {
    let token = place.token
    let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token >= token })
    guard let time = place.time, let found = try? context.fetchHistory(descriptor), let first = found.first,
      first.token.tokenValue == token.tokenValue, first.timestamp == time
    else { return nil }
    return Array(found.dropFirst())
  }

  /// The backup's history ends where it was made. If it has the place, it is a later state of the store that is known,
  /// and what it has after the place was saved and not read.
  private func kept(
    after place: HistoryPlace, restored: Int64, _ store: String, _ context: ModelContext
  ) throws -> [DefaultHistoryTransaction] {
    var all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    all.removeAll { $0.storeIdentifier != store }
    let known = number(place.token, store)
    let isThere = all.contains { number($0.token, store) == known && $0.timestamp == place.time }
    return all.filter { transaction in
      let number = number(transaction.token, store)
      return number > restored || isThere && number > known
    }
  }

  /// The place after all that was saved.
  func latest() throws -> HistoryPlace? {
    try told {
      let context = ModelContext(container)
      guard let token = try AppleGaps.latestToken(context) else { return nil }
      // Of several stores, the last transaction may be another one's.
      if container.configurations.count > 1 { return HistoryPlace(token: token, time: nil) }
      var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token >= token })
      descriptor.fetchLimit = 1
      // The app may have saved since: another one's time would say that the store was replaced.
      let last = try context.fetchHistory(descriptor).first { $0.token.tokenValue == token.tokenValue }
      return HistoryPlace(token: token, time: last?.timestamp)
    }
  }

  /// Whether sync has saved something of these classes before: another one may sync another store of the container.
  func wasSynced(_ isSynced: (String) -> Bool) throws -> Bool {
    let author = Self.author
    return try told {
      let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == author })
      let all = try ModelContext(container).fetchHistory(descriptor)
      if container.configurations.count < 2 { return !all.isEmpty }
      return all.contains { transaction in
        transaction.changes.contains { isSynced($0.changedPersistentIdentifier.entityName) }
      }
    }
  }

  private func told<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch let error as SwiftDataError where error == .invalidTransactionFetchRequest {
      throw SyncError.noHistory(reason: "\(error)")
    }
  }

  /// 0: it is a place in other stores, and before all of this one.
  private func number(_ token: DefaultHistoryToken, _ store: String) -> Int64 { token.tokenValue?[store] ?? 0 }
}

extension HistoryChange {
  /// The names of the properties that an update has changed; nil: any, since the history does not say it of this class.
  var changedNames: Set<String>? {
    guard case .update(let update) = self else { return nil }
    func open<Update: HistoryUpdate>(_ update: Update) -> Set<String>? {
      if let names = AppleGaps.names(of: update) { return names }
      let properties = AppleGaps.properties(of: Update.Model.self)
      var names: Set<String> = []
      for path in update.updatedAttributes {
        let path = path as AnyKeyPath
        guard let name = properties.first(where: { $0.path == path })?.name else { return nil }
        names.insert(name)
      }
      return names.isEmpty ? nil : names
    }
    return open(update)
  }
}
