// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension StoreCheck {
  static let doors: [StoreCheck] = [
    StoreCheck("gives the models whose identifiers are asked for, and no others") { bench in
      let identifiers = try bench.part { context in
        let tags = (0..<5).map { CheckTag("\($0)") }
        for tag in tags { context.insert(tag) }
        try context.save()
        return tags.map(\.persistentModelID)
      }
      let gone = try bench.part { context in
        context.delete(context.model(for: identifiers[4]))
        try context.save()
        return identifiers[4]
      }
      let wanted: Set = [identifiers[1], identifiers[3], gone]
      let all = FetchDescriptor<CheckTag>(predicate: #Predicate { wanted.contains($0.persistentModelID) })
      try bench.part { context in
        bench.expect("Models", try context.fetch(all).map(\.name).sorted(), ["1", "3"])
      }
    },
    StoreCheck("is not changed by a save that throws") { bench in
      try bench.part { context in
        context.insert(CheckTag("one"))
        try context.save()
        let person = CheckPerson("Ann")
        context.insert(person)
        context.rollback()
        try context.save()
        bench.expect("People", try context.fetchCount(FetchDescriptor<CheckPerson>()), 0)
        bench.expect("Tags", try context.fetchCount(FetchDescriptor<CheckTag>()), 1)
      }
    },
  ]
}

extension StoreBench {
  /// Asks the store itself, as a context would at first.
  func direct<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ body: (Int) throws -> Void) throws {
    func open<C: DataStoreConfiguration>(_ configuration: C) throws -> Int {
      var configuration = configuration
      if configuration.schema == nil { configuration.schema = schema }
      return try DirectFetch.count(C.Store(configuration, migrationPlan: nil), descriptor)
    }
    // The container may hold the store's file alone.
    close()
    try body(open(configuration))
  }

  var isBatching: Bool {
    func open<C: DataStoreConfiguration>(_: C) -> Bool { C.Store.self is any DataStoreBatching.Type }
    return open(configuration)
  }

  func historyAuthors() throws -> [String] {
    func open<C: DataStoreConfiguration>(_: C) throws -> [String] {
      guard let type = C.Store.self as? any HistoryProviding.Type else {
        throw StoreCheckFailure(check: "history", failures: ["The store does not conform to HistoryProviding."])
      }
      func ask<P: HistoryProviding>(_: P.Type) throws -> [String] {
        try context().fetchHistory(HistoryDescriptor<P.HistoryType>()).map { $0.author ?? "nobody" }
      }
      return try ask(type)
    }
    return try open(configuration)
  }
}

enum DirectFetch {
  static func count<S: DataStore, T: PersistentModel>(_ store: S, _ descriptor: FetchDescriptor<T>) throws -> Int {
    try store.fetch(DataStoreFetchRequest(descriptor)).fetchedSnapshots.count
  }
}
