#if !canImport(Darwin)
  import Foundation

  /// The string comparators of Apple's Foundation that this platform's lacks.
  ///
  /// ```swift
  /// FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name, comparator: .localizedStandard)])
  /// ["b10", "b9"].sorted(using: .localizedStandard)  // ["b9", "b10"]
  /// ```
  public struct _StandardStringComparator: SortComparator, Hashable, Sendable {
    /// Forward or reverse.
    public var order: SortOrder

    /// A comparator.
    public init(order: SortOrder = .forward) { self.order = order }

    /// The order of a file browser.
    public static var localizedStandard: _StandardStringComparator { .init() }

    /// The order of two strings.
    public func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
      order == .forward
        ? _StandardStringOrder.compare(lhs, rhs) : _StandardStringOrder.compare(rhs, lhs)
    }
  }

  extension SortComparator where Self == _StandardStringComparator {
    /// The order of a file browser, the same in every locale.
    public static var localizedStandard: _StandardStringComparator { .init() }
  }

  /// A descriptor with `.localizedStandard` is the same as one without a
  /// comparator: that is how this platform's Foundation tells it from
  /// `.lexical`, and both mean the same to a fetch.
  extension SortDescriptor {
    /// Sorts by a string as a file browser does.
    public init(
      _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: _StandardStringComparator
    ) {
      self.init(keyPath, order: comparator.order)
    }

    /// Sorts by a string as a file browser does.
    public init(
      _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: _StandardStringComparator,
      order: SortOrder
    ) {
      self.init(keyPath, order: order)
    }

    /// Sorts by an optional string as a file browser does.
    public init(
      _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: _StandardStringComparator
    ) {
      self.init(keyPath, order: comparator.order)
    }

    /// Sorts by an optional string as a file browser does.
    public init(
      _ keyPath: any KeyPath<Compared, String?> & Sendable,
      comparator: _StandardStringComparator, order: SortOrder
    ) {
      self.init(keyPath, order: order)
    }
  }
#endif
