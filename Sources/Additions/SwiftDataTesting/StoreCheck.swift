// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// One thing that a store must do.
///
/// Hold a store of your own to all of them, one test case for each:
///
/// ```swift
/// import SwiftDataTesting
/// import Testing
///
/// @Test(arguments: StoreCheck.all([.persistence, .erasing]))
/// func archiveStore(_ check: StoreCheck) throws {
///   try check.run { schema in ArchiveConfiguration(name: "archive", schema: schema, file: newFile()) }
/// }
/// ```
///
/// The checks bring models of their own. They use the store as programs do, through a container, and the
/// same checks hold for every store: the SQLite store passes them, too.
public struct StoreCheck: Sendable, Identifiable, CustomStringConvertible {
  /// What the store must do, in a few words.
  public let name: String
  /// What it must be able to do for that; other checks are for all stores.
  public let capability: StoreCapabilities
  private let body: @Sendable (StoreBench) throws -> Void

  init(_ name: String, _ capability: StoreCapabilities = [], _ body: @escaping @Sendable (StoreBench) throws -> Void) {
    self.name = name
    self.capability = capability
    self.body = body
  }

  public var id: String { name }
  public var description: String { name }

  /// The checks for a store.
  ///
  /// - Parameter capabilities: What the store can do by itself.
  public static func all(_ capabilities: StoreCapabilities = []) -> [StoreCheck] {
    let every = values + fetches + changes + relationships + lists + contexts + doors
    return every.filter { capabilities.isSuperset(of: $0.capability) }
  }

  /// Runs the check on a new store.
  ///
  /// - Parameter makeConfiguration: Makes the configuration of a store that is empty, for a schema.
  /// - Throws: ``StoreCheckFailure`` with everything that is not as it must be; what a store or a context throws.
  public func run<C: DataStoreConfiguration>(_ makeConfiguration: (Schema) throws -> C) throws {
    let schema = Schema(CheckModels.types)
    let bench = StoreBench(configuration: try makeConfiguration(schema), schema: schema)
    do {
      try body(bench)
    } catch {
      bench.failures.append("It threw: \(error)")
    }
    guard !bench.failures.isEmpty else { return }
    throw StoreCheckFailure(check: name, failures: bench.failures)
  }
}

/// What a store has not done as it must.
public struct StoreCheckFailure: Error, CustomStringConvertible {
  /// The name of the check.
  public let check: String
  /// One sentence each.
  public let failures: [String]

  public var description: String { "“\(check)” failed:\n" + failures.map { "- \($0)" }.joined(separator: "\n") }
}
