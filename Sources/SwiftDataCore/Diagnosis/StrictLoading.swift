/// A property whose value was not there and had to be read from the store.
public struct FaultEvent: Sendable, Hashable, CustomStringConvertible {
  public let entityName: String
  public let propertyName: String
  /// How many models the statement filled: more than one where models that
  /// were fetched together were filled together.
  public let modelCount: Int

  public var description: String {
    "\(entityName).\(propertyName) (\(modelCount) model\(modelCount == 1 ? "" : "s"))"
  }
}

extension ModelContext {
  /// Called whenever a property has to be read from the store because its
  /// model is a fault, or a relationship is: to log, count, or find loops that
  /// should prefetch. On the context's own thread.
  ///
  /// ```swift
  /// context.onFault = { print("not prefetched:", $0) }
  /// ```
  public var onFault: ((FaultEvent) -> Void)? {
    get { _core.onFault }
    set { _core.onFault = newValue }
  }

  /// Runs `body`, and throws if it read anything that had not been fetched.
  ///
  /// ```swift
  /// let html = try context.withStrictLoading { render(albums) }
  /// ```
  ///
  /// The values that `body` sees are right in any case: a getter cannot throw,
  /// so the error comes after it.
  ///
  /// - Throws: ``SwiftDataError/unexpectedFault`` that names the properties;
  ///   else what `body` throws.
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
      advice: "Name relationships in relationshipKeyPathsForPrefetching, and properties in "
        + "propertiesToFetch.")
  }
}

extension ContextCore {
  func noteFault(_ entity: _Entity, _ property: _Property, count: Int = 1) {
    guard let onFault, !isPrefetching else { return }
    onFault(FaultEvent(entityName: entity.name, propertyName: property.name, modelCount: count))
  }
}
