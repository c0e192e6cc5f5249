// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The work that the stores of a container have done since it was opened.
///
/// The difference of two statistics is the cost of the code in between, which is the same on every
/// machine:
///
/// ```swift
/// let before = container.statistics
/// for album in try context.fetch(FetchDescriptor<Album>()) { show(album.tracks) }
/// let cost = container.statistics - before
/// precondition(cost.statements <= 3)
/// ```
public struct StoreStatistics: Sendable, Hashable, CustomStringConvertible {
  /// Statements that were run: a query counts once, however many rows it gives.
  public var statements = 0
  /// Rows of entities that were read into models.
  public var rowsLoaded = 0

  /// Nothing counted.
  public init() {}

  /// The counts between two readings.
  public static func - (lhs: StoreStatistics, rhs: StoreStatistics) -> StoreStatistics {
    var result = lhs
    result.statements -= rhs.statements
    result.rowsLoaded -= rhs.rowsLoaded
    return result
  }

  /// The sum of two counts.
  public static func + (lhs: StoreStatistics, rhs: StoreStatistics) -> StoreStatistics {
    var result = lhs
    result.statements += rhs.statements
    result.rowsLoaded += rhs.rowsLoaded
    return result
  }

  /// Both counts in words, such as `3 statements, 120 rows loaded`.
  public var description: String { "\(statements) statements, \(rowsLoaded) rows loaded" }
}

/// Counts for one store, from any thread.
package final class StatisticsCounter: Sendable {
  private let statements = Atomic<Int>(0)
  private let rowsLoaded = Atomic<Int>(0)
  private let hasObserver = Atomic<Bool>(false)
  private let observers = Mutex<StoreObserver?>(nil)

  package init() {}

  /// Whether an observer is told of each statement. Without one, this is a single load.
  @inline(__always)
  package var isObserved: Bool { hasObserver.load(ordering: .relaxed) }

  package var observer: StoreObserver? {
    get { observers.withLock { $0 } }
    set {
      observers.withLock { observer in
        observer = newValue
        hasObserver.store(newValue != nil, ordering: .relaxed)
      }
    }
  }

  @inline(__always)
  package func noteStatement() { statements.wrappingAdd(1, ordering: .relaxed) }

  @inline(__always)
  package func noteRows(_ count: Int) { rowsLoaded.wrappingAdd(count, ordering: .relaxed) }

  package var value: StoreStatistics {
    var value = StoreStatistics()
    value.statements = statements.load(ordering: .relaxed)
    value.rowsLoaded = rowsLoaded.load(ordering: .relaxed)
    return value
  }
}

extension ModelContainer {
  /// The work of the container's stores so far.
  public var statistics: StoreStatistics {
    _stores.reduce(StoreStatistics()) { $0 + $1.store.statistics }
  }
}
