/// Why an archive is not that of a model, or a model cannot be archived.
public struct ModelCacheError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let reason: String
  /// The name of the entity that it is about.
  public let entity: String?
  /// The name of the property that it is about.
  public let property: String?

  init(_ reason: String, entity: String? = nil, property: String? = nil) {
    self.reason = reason
    self.entity = entity
    self.property = property
  }

  /// What is wrong, after the names of entity and property.
  public var description: String {
    let place = [entity, property].compactMap { $0 }.joined(separator: ".")
    return place.isEmpty ? reason : "\(place): \(reason)"
  }
}
