// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Something that ends once.
final class EndFlag: Sendable {
  private let state = Atomic(false)
  var isSet: Bool { state.load(ordering: .acquiring) }
  func set() { state.store(true, ordering: .releasing) }
}

/// Notes the models that a closure reads, and hears when they go.
final class DepartureWatch: Sendable {
  /// How many threads are noting; most of the time none is, and reading costs nothing more.
  private static let readers = Atomic<Int>(0)
  @TaskLocal private static var current: DepartureWatch?

  /// Set when there are no observers any more.
  let isOver = EndFlag()
  private let onDeparture: @Sendable (DepartureWatch) -> Void

  init(onDeparture: @escaping @Sendable (DepartureWatch) -> Void) { self.onDeparture = onDeparture }

  /// The tie of a model to a watch. It is released with the model.
  final class Tie: Sendable {
    let watch: DepartureWatch

    init(_ watch: DepartureWatch) { self.watch = watch }

    deinit {
      if !watch.isOver.isSet { watch.onDeparture(watch) }
    }
  }

  static func reading(for watch: DepartureWatch?, _ body: () -> Void) {
    guard let watch else { return body() }
    readers.add(1, ordering: .relaxed)
    defer { readers.subtract(1, ordering: .relaxed) }
    $current.withValue(watch, operation: body)
  }

  /// A model is read.
  @inline(__always)
  static func note(_ extra: _ModelState.Extra) {
    if readers.load(ordering: .relaxed) != 0 { noteNow(extra) }
  }

  @inline(never)
  private static func noteNow(_ extra: _ModelState.Extra) {
    guard let watch = current, !extra.departures.contains(where: { $0.watch === watch }) else { return }
    extra.departures.removeAll { $0.watch.isOver.isSet }
    extra.departures.append(Tie(watch))
  }
}

#if compiler(<6.4) && !canImport(Darwin)
  extension DepartureWatch {
    /// - Returns: `nil` if `options` do not ask for it.
    convenience init?(
      _ options: ObservationTracking.Options,
      _ onChange: @escaping @Sendable (borrowing ObservationTracking.Event) -> Void
    ) {
      guard options.contains(.deinit) else { return nil }
      self.init { watch in onChange(.init(.deinit, nil) { watch.isOver.set() }) }
    }
  }
#endif
