// SPDX-License-Identifier: Apache-2.0

/// A lazy load: a property had to be read from the store.
public struct FaultEvent: Sendable, Hashable, CustomStringConvertible {
  /// The class of the models.
  public let entityName: String
  /// The property that was read, if it was one.
  public let propertyName: String
  /// The number of models that the statement filled. Models that were fetched together are filled
  /// together.
  public let modelCount: Int

  /// The properties that were loaded, with the number of models, such as `Trip.stops (12 models)`.
  public var description: String {
    "\(entityName).\(propertyName) (\(modelCount) model\(modelCount == 1 ? "" : "s"))"
  }
}

extension ModelContext {
  /// Called on the context's thread whenever a property is loaded lazily, because its object or the
  /// relationship is a fault. Use it to log or count lazy loads, and to find loops that should
  /// prefetch.
  ///
  /// ```swift
  /// context.onFault = { print("not prefetched:", $0) }
  /// ```
  public var onFault: ((FaultEvent) -> Void)? {
    get { _core.onFault }
    set { _core.onFault = newValue }
  }

  /// Runs a closure, and throws if it has loaded anything lazily.
  ///
  /// ```swift
  /// let html = try context.withStrictLoading { render(albums) }
  /// ```
  ///
  /// The values that the closure reads are correct in any case. The error is thrown at the end, because a getter cannot
  /// throw.
  ///
  /// - Throws: ``SwiftDataError/unexpectedFault``, which names the properties; otherwise what the
  ///   closure throws.
  public func withStrictLoading<R>(_ body: () throws -> R) throws -> R {
    var events: [FaultEvent] = []
    let outer = _core.onFault
    _core.onFault = {
      events.append($0)
      outer?($0)
    }
    defer { _core.onFault = outer }
    let result = try body()
    guard let first = events.first else { return result }
    var names: [String] = []
    for event in events where !names.contains(event.description) && names.count < 10 {
      names.append(event.description)
    }
    throw SwiftDataError(
      .unexpectedFault,
      "\(events.count) statement\(events.count == 1 ? " was" : "s were") run for properties that "
        + "had not been fetched: \(names.joined(separator: ", ")).",
      entity: first.entityName, property: first.propertyName,
      advice: "Name relationships in relationshipKeyPathsForPrefetching or with prefetch(_:), and properties in "
        + "propertiesToFetch.")
  }
}

extension ContextCore {
  func noteFault(_ entity: _Entity, _ property: _Property, count: Int = 1) {
    guard onFault != nil || container.activity.isObserved, !isPrefetching else { return }
    let event = FaultEvent(entityName: entity.name, propertyName: property.name, modelCount: count)
    onFault?(event)
    if container.activity.isObserved { container.activity.tell { $0.didLoadLazily(event) } }
  }
}
