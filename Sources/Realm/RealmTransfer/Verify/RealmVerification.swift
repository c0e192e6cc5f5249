// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import SwiftDataRealm

/// The results of comparing a Realm file with the migrated store.
public struct RealmVerification: Codable, Sendable, Equatable {
  /// A class and its entity.
  public struct Table: Codable, Sendable, Equatable {
    /// The class in the file.
    public var className: String
    /// The entity of the store.
    public var entity: String
    /// Objects of the class that belong into the entity.
    public var objects: Int
    /// Rows that were found for them.
    public var found: Int
    /// Rows of the entity that no object of the file has become.
    public var others: Int
  }

  /// A value or link that is another than it should be.
  public struct Difference: Codable, Sendable, Equatable {
    /// The class in the file.
    public var className: String
    /// The property of the store; `nil` for all of the object.
    public var property: String?
    /// The object's key in the file.
    public var object: Int64
    /// The expected value.
    public var expected: String
    /// The actual value.
    public var found: String
  }

  /// References that lead nowhere, or values that occur twice.
  public struct Finding: Codable, Sendable, Equatable {
    /// The entity.
    public var entity: String
    /// The property.
    public var property: String
    /// How many rows.
    public var count: Int
  }

  /// An object on both sides.
  public struct Sample: Codable, Sendable, Equatable {
    /// A property on both sides.
    public struct Value: Codable, Sendable, Equatable {
      /// The name in the store.
      public var property: String
      /// In the file.
      public var source: String
      /// In the store.
      public var stored: String
    }

    /// The class in the file.
    public var className: String
    /// The object's key there.
    public var object: Int64
    /// The entity and the row's key.
    public var row: String
    /// Some of the properties.
    public var values: [Value]
  }

  /// How long it took to read all rows of an entity in an order.
  public struct Fetch: Codable, Sendable, Equatable {
    /// The entity.
    public var entity: String
    /// The attribute that the rows were sorted by; `nil` if they came by their keys.
    public var sortedBy: String?
    /// How many rows there were.
    public var rows: Int
    /// How long it took.
    public var seconds: Double
  }

  /// The path of the Realm file.
  public var source: String
  /// The path of the store.
  public var store: String
  /// Class by class.
  public var tables: [Table] = []
  /// How many values were compared.
  public var values = 0
  /// How many links were compared.
  public var links = 0
  /// Properties whose closures give another value each time, and could not be compared.
  public var incomparable: [String] = []
  /// How many differences there are.
  public var differenceCount = 0
  /// The first hundred of them.
  public var differences: [Difference] = []
  /// The unavoidable losses, with their reasons.
  public var losses: [RealmLoss] = []
  /// The omissions, with their reasons.
  public var omissions: [RealmOmission] = []
  /// References that lead to no row.
  public var orphans: [Finding] = []
  /// Unique values that more than one row has.
  public var duplicates: [Finding] = []
  /// Some objects, side by side.
  public var samples: [Sample] = []
  /// Entity by entity, how long a fetch of all rows takes, sorted by the first text.
  public var fetches: [Fetch] = []

  /// Whether everything is there, except for the listed losses.
  public var isClean: Bool {
    differenceCount == 0 && orphans.isEmpty && duplicates.isEmpty
      && tables.allSatisfy { $0.found == $0.objects }
  }

  /// The fetches that took longer than an app wants to wait. They are no differences: ``isClean`` does not know them.
  ///
  /// ```swift
  /// guard verification.slowFetches().isEmpty else { throw MigrationError.tooSlow }
  /// ```
  ///
  /// - Parameter limit: in seconds.
  public func slowFetches(limit: TimeInterval = 2) -> [Fetch] { fetches.filter { $0.seconds > limit } }
}

/// How long it takes to read all rows of an entity in an order, as an app's largest list would.
struct FetchTiming {
  let fetch: RealmVerification.Fetch

  init(_ store: Store, _ entity: EntityDescription) throws {
    let place = store.layout[entity.name]
    guard let place, let table = place.table else {
      fetch = RealmVerification.Fetch(entity: entity.name, sortedBy: nil, rows: 0, seconds: 0)
      return
    }
    let order = entity.attributes.first { $0.type == .string && !$0.isTransient && !$0.isDerived }
    let column = order.flatMap { place.attributes[$0.name]?.names.first }
    let start = DispatchTime.now().uptimeNanoseconds
    let statement = try store.connection.prepare(
      "SELECT * FROM \(table.sqlName) WHERE Z_ENT = \(place.number) ORDER BY \(column?.sqlName ?? "Z_PK")")
    var rows = 0
    while try statement.step() { rows += 1 }
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    fetch = RealmVerification.Fetch(
      entity: entity.name, sortedBy: column == nil ? nil : order?.name, rows: rows, seconds: seconds)
  }
}

extension TransferPlan {
  /// The entities of all steps, each once.
  var entities: [EntityDescription] {
    var seen: Set<String> = []
    return steps.map(\.entity).filter { seen.insert($0.name).inserted }
  }
}
