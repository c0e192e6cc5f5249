// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A requirement for stores, as a check.
///
/// Run all of them on your store, one test case for each:
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
/// The checks have their own models. They use the store as programs do, through a container. The SQLite store passes
/// the same checks.
public struct StoreCheck: Sendable, Identifiable, CustomStringConvertible {
  /// The requirement, in a few words.
  public let name: String
  /// The capability that the check needs; checks without one are for all stores.
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
  /// - Parameter capabilities: The capabilities of the store.
  public static func all(_ capabilities: StoreCapabilities = []) -> [StoreCheck] {
    let every = values + fetches + changes + relationships + lists + contexts + doors
    return every.filter { capabilities.isSuperset(of: $0.capability) }
  }

  /// Runs the check on a new store.
  ///
  /// - Parameter makeConfiguration: Creates the configuration of an empty store for a schema.
  /// - Throws: ``StoreCheckFailure`` with all unmet requirements; errors of the store or of a context.
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

/// The unmet requirements of a check.
public struct StoreCheckFailure: Error, CustomStringConvertible {
  /// The name of the check.
  public let check: String
  /// One sentence each.
  public let failures: [String]

  public var description: String { "“\(check)” failed:\n" + failures.map { "- \($0)" }.joined(separator: "\n") }
}

/// The optional capabilities of a store.
public struct StoreCapabilities: OptionSet, Sendable {
  /// One bit for each capability.
  public let rawValue: Int

  /// Creates the set of the capabilities whose bits are set.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It evaluates predicates instead of throwing ``DataStoreError/preferInMemoryFilter``.
  public static let filtering = StoreCapabilities(rawValue: 1)
  /// It sorts instead of throwing ``DataStoreError/preferInMemorySort``.
  public static let sorting = StoreCapabilities(rawValue: 2)
  /// It deletes by predicate: ``DataStoreBatching``.
  public static let batchDeletion = StoreCapabilities(rawValue: 4)
  /// It records its saves: ``HistoryProviding``.
  public static let history = StoreCapabilities(rawValue: 8)
  /// A new model with the unique values of another one takes that one's place.
  public static let uniqueValues = StoreCapabilities(rawValue: 16)
  /// A store that is opened again with the same configuration has the saved models.
  public static let persistence = StoreCapabilities(rawValue: 32)
  /// It can be emptied.
  public static let erasing = StoreCapabilities(rawValue: 64)
}
