import Foundation

/// What to fetch: which models, in which order, how many.
///
/// ```swift
/// var latest = FetchDescriptor<Trip>(
///   predicate: #Predicate { $0.isFavorite },
///   sortBy: [SortDescriptor(\.startDate, order: .reverse)])
/// latest.fetchLimit = 5
/// let trips = try context.fetch(latest)
/// ```
public struct FetchDescriptor<T: PersistentModel>: @unchecked Sendable, Equatable {
  // Unchecked: constants only, of which key paths do not say that they can be sent.
  /// Which models; all if `nil`. Runs as SQL in the store.
  public var predicate: Predicate<T>?

  /// In which order. Without one, in the order in which rows were inserted.
  public var sortBy: [SortDescriptor<T>]

  /// How many at most; all if `nil`.
  public var fetchLimit: Int?

  /// How many to leave out from the start.
  public var fetchOffset: Int?

  /// Whether unsaved changes of the context take part in matching, sorting
  /// and counting. `true` unless changed.
  public var includePendingChanges: Bool = true

  /// The properties whose columns are read; the others are read when asked
  /// for. All if empty.
  public var propertiesToFetch: [PartialKeyPath<T>] = []

  /// Relationships whose objects are fetched along, one statement for each.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// - Parameters:
  ///   - predicate: Which models; all if `nil`.
  ///   - sortBy: In which order.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }

  /// Compares everything but the predicate by value, and the predicate by
  /// its printed form, since expressions are not equatable.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.sortBy == rhs.sortBy && lhs.fetchLimit == rhs.fetchLimit
      && lhs.fetchOffset == rhs.fetchOffset
      && lhs.includePendingChanges == rhs.includePendingChanges
      && lhs.propertiesToFetch == rhs.propertiesToFetch
      && lhs.relationshipKeyPathsForPrefetching == rhs.relationshipKeyPathsForPrefetching
      && lhs.predicate.map { "\($0.expression)" } == rhs.predicate.map { "\($0.expression)" }
  }
}
