// SPDX-License-Identifier: Apache-2.0

/// Why an archive is not that of a model, or a model cannot be archived.
package struct ModelCacheError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package let reason: String
  /// The name of the entity that it is about.
  package let entity: String?
  /// The name of the property that it is about.
  package let property: String?

  init(_ reason: String, entity: String? = nil, property: String? = nil) {
    self.reason = reason
    self.entity = entity
    self.property = property
  }

  /// What is wrong, after the names of entity and property.
  package var description: String {
    let place = [entity, property].compactMap { $0 }.joined(separator: ".")
    return place.isEmpty ? reason : "\(place): \(reason)"
  }
}
