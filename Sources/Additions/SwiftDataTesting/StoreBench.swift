// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// The store that a check is run on, and what it has found.
final class StoreBench {
  let configuration: any DataStoreConfiguration
  let schema: Schema
  var failures: [String] = []
  private var opened: ModelContainer?

  init(configuration: any DataStoreConfiguration, schema: Schema) {
    self.configuration = configuration
    self.schema = schema
  }

  func container() throws -> ModelContainer {
    if let opened { return opened }
    let container = try ModelContainer(for: schema, configurations: [configuration])
    opened = container
    return container
  }

  func context() throws -> ModelContext { ModelContext(try container()) }

  /// Lets go of the store; the next context opens it again.
  func close() { opened = nil }

  /// Runs a part with a context that is gone afterwards, so that the next part reads everything from the store.
  func part<R>(_ body: (ModelContext) throws -> R) throws -> R { try body(context()) }

  func expect(_ condition: Bool, _ what: @autoclosure () -> String) {
    if !condition { failures.append(what()) }
  }

  func expect<V: Equatable>(_ what: String, _ found: V, _ wanted: V) {
    if found != wanted { failures.append("\(what): \(found), and not \(wanted).") }
  }

  func require<V>(_ value: V?, _ what: String) throws -> V {
    guard let value else { throw StoreCheckFailure(check: what, failures: ["There is none."]) }
    return value
  }
}

extension ModelContext {
  func all<T: PersistentModel>(_: T.Type, _ predicate: Predicate<T>? = nil) throws -> [T] {
    try fetch(FetchDescriptor<T>(predicate: predicate))
  }
}
