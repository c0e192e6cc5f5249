// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A description of a fetch: which models, in which order, and how many.
///
/// ```swift
/// var latest = FetchDescriptor<Trip>(
///   predicate: #Predicate { $0.isFavorite },
///   sortBy: [SortDescriptor(\.startDate, order: .reverse)])
/// latest.fetchLimit = 5
/// let trips = try context.fetch(latest)
/// ```
public struct FetchDescriptor<T: PersistentModel>: Sendable, Equatable {
  /// Which models; all if `nil`. Runs as SQL in the store.
  public var predicate: Predicate<T>?

  /// The order of the result. If empty, models come in the order in which they were inserted.
  public var sortBy: [SortDescriptor<T>]

  /// The maximum number of models; all if `nil`.
  public var fetchLimit: Int?

  /// The number of models to skip at the start.
  public var fetchOffset: Int?

  /// Whether unsaved changes of the context are included. `true` unless changed.
  public var includePendingChanges: Bool = true

  /// The properties that are read; others are loaded lazily. All if empty.
  // Key paths are immutable, though not marked as such; here and below.
  nonisolated(unsafe) public var propertiesToFetch: [PartialKeyPath<T>] = []

  /// Relationships that are loaded with the fetch, with one more statement for each.
  nonisolated(unsafe) public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// Those of ``prefetch(_:)``.
  @usableFromInline var relationshipSteps: [RelationshipSteps] = []

  /// - Parameters:
  ///   - predicate: Which models; all if `nil`.
  ///   - sortBy: In which order.
  @inlinable
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }

  /// Compares predicates by their operators, key paths and captured values, and everything else by value. Predicates
  /// that capture other predicates, or values that cannot be compared part by part, are only equal to themselves.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.sortBy == rhs.sortBy && lhs.fetchLimit == rhs.fetchLimit
      && lhs.fetchOffset == rhs.fetchOffset
      && lhs.includePendingChanges == rhs.includePendingChanges
      && lhs.propertiesToFetch == rhs.propertiesToFetch
      && lhs.relationshipKeyPathsForPrefetching == rhs.relationshipKeyPathsForPrefetching
      && lhs.relationshipSteps == rhs.relationshipSteps
      && haveSamePredicate(lhs, rhs)
  }

  private static func haveSamePredicate(_ lhs: Self, _ rhs: Self) -> Bool {
    switch (lhs.predicate, rhs.predicate) {
    case (nil, nil): true
    case (let left?, let right?): PredicateComparison.areSame(left, right)
    default: false
    }
  }
}

/// The terms of a fetch descriptor, without the model's type.
///
/// It is read in the caller's module, where the type is known. In generic code, each access to a predicate or to an array
/// of key paths looks for its metadata, which cost a fourteenth of a lookup by a unique value.
@usableFromInline
struct _FetchTerms {
  @usableFromInline let predicate: StorePredicate?
  @usableFromInline let isSorted: Bool
  /// Whether only some properties are read.
  @usableFromInline let isPartial: Bool
  @usableFromInline let prefetches: Bool

  @inlinable
  init<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) {
    if let predicate = descriptor.predicate {
      self.predicate = StorePredicate(predicate)
    } else {
      predicate = nil
    }
    isSorted = descriptor.sortBy.count > 0
    isPartial = descriptor.propertiesToFetch.count > 0
    prefetches = descriptor.relationshipKeyPathsForPrefetching.count > 0 || descriptor.relationshipSteps.count > 0
  }
}
