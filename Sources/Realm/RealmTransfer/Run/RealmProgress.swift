// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How far a migration is.
public struct RealmProgress: Sendable, Equatable {
  /// The phase of a migration.
  public enum Phase: String, Sendable {
    /// Rows are chosen for all objects.
    case planning
    /// Objects become rows.
    case objects
    /// Relationships whose columns are in other rows are written.
    case relationships
    /// Removes objects that the file no longer has.
    case removal
    /// Everything is done.
    case done
  }

  /// The phase of a migration.
  public var phase: Phase
  /// The class in the file.
  public var className: String?
  /// The number of migrated objects; an object whose relationships have a separate phase counts twice.
  public var done: Int
  /// Of how many.
  public var total: Int
  /// Objects that were already done when this run began.
  public var resumed: Int
  /// Seconds since this run began.
  public var elapsed: TimeInterval

  /// From 0 to 1.
  public var fraction: Double { total > 0 ? min(1, Double(done) / Double(total)) : 1 }

  /// Objects per second in this run; `nil` before there are enough to tell.
  public var rate: Double? {
    let count = done - resumed
    return elapsed > 0.2 && count > 0 ? Double(count) / elapsed : nil
  }

  /// The remaining seconds, estimated from the rate.
  public var remaining: TimeInterval? { rate.map { Double(total - done) / $0 } }
}

/// The results of a migration.
public struct RealmSummary: Sendable, Equatable, Codable {
  /// How many times the file has been gone through.
  public var pass: Int
  /// Rows that were made for objects, in this pass.
  public var inserted: Int
  /// Rows that were there and have changed.
  public var updated: Int
  /// Rows of objects that the file no longer has.
  public var deleted: Int
  /// The omissions, with their reasons.
  public var omissions: [RealmOmission]
  /// The losses of values.
  public var losses: [RealmLoss]
}

/// The losses of values of one property.
public struct RealmLoss: Sendable, Hashable, Codable {
  /// The class in the file.
  public var className: String
  /// The property there.
  public var property: String
  /// Why.
  public var reason: RealmLossReason
  /// How many values.
  public var count: Int
  /// The keys of some of the objects.
  public var samples: [Int64]
}
