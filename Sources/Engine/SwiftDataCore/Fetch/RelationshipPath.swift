// SPDX-License-Identifier: Apache-2.0

/// A chain of relationships that begins at a model, such as a movie's roles and their people.
///
/// You get one in the closure of ``FetchDescriptor/prefetch(_:)``, and name relationships on it as on a model. To-many
/// relationships are named like others: what comes after them is wanted of all members.
///
/// ```swift
/// descriptor.prefetch { $0.roles.person }
/// ```
///
/// This is an addition: the key paths of Apple's `relationshipKeyPathsForPrefetching` end at the first to-many relationship.
@dynamicMemberLookup
public struct RelationshipPath<Root: PersistentModel, Destination: PersistentModel> {
  let steps: RelationshipSteps

  /// The members of a to-many relationship.
  public subscript<Next: PersistentModel>(
    dynamicMember relationship: KeyPath<Destination, [Next]>
  ) -> RelationshipPath<Root, Next> { then(relationship) }

  /// The members of a to-many relationship that is optional.
  public subscript<Next: PersistentModel>(
    dynamicMember relationship: KeyPath<Destination, [Next]?>
  ) -> RelationshipPath<Root, Next> { then(relationship) }

  /// The model that a to-one relationship leads to.
  public subscript<Next: PersistentModel>(
    dynamicMember relationship: KeyPath<Destination, Next?>
  ) -> RelationshipPath<Root, Next> { then(relationship) }

  /// The model that a to-one relationship leads to that is not optional.
  public subscript<Next: PersistentModel>(
    dynamicMember relationship: KeyPath<Destination, Next>
  ) -> RelationshipPath<Root, Next> { then(relationship) }

  private func then<Next>(_ relationship: PartialKeyPath<Destination>) -> RelationshipPath<Root, Next> {
    RelationshipPath<Root, Next>(
      steps: RelationshipSteps(parts: steps.parts + [.init(model: Destination.self, keyPath: relationship)]))
  }
}

/// The key paths of a chain of relationships, each with the model that it begins at.
@usableFromInline
struct RelationshipSteps: Equatable, Sendable {
  struct Part: Equatable, Sendable {
    let model: any PersistentModel.Type
    // Key paths are immutable, though not marked as such.
    nonisolated(unsafe) let keyPath: AnyKeyPath

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.model == rhs.model && lhs.keyPath == rhs.keyPath }
  }

  var parts: [Part] = []

  @usableFromInline
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.parts == rhs.parts }

  /// The names of the relationships, one after the other.
  ///
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for what is not stored.
  func names() throws -> [String] {
    try parts.flatMap { part in
      let description = part.model._$description
      guard let path = description.path(part.keyPath), path.elements.isEmpty else {
        throw SwiftDataError(
          .unsupportedKeyPath, "The key path \(part.keyPath) cannot be prefetched.", entity: description.entityName,
          advice: "List relationships only.")
      }
      return path.properties
    }
  }
}

extension FetchDescriptor {
  /// Loads relationships of related models with the fetch.
  ///
  /// ```swift
  /// var descriptor = FetchDescriptor<Movie>(predicate: #Predicate { $0.title == title })
  /// descriptor.prefetch { $0.roles.person }
  /// descriptor.prefetch { $0.reviews.author }
  /// ```
  ///
  /// All relationships on the way are loaded. From a file, each of them takes a statement; from a database, those of all paths
  /// come in one round trip, and in that of the fetch if it finds its models by identifier or by a unique value. Each row is
  /// read once for each path that leads to it.
  ///
  /// A fetch throws ``SwiftDataError/unsupportedKeyPath`` if a step is no stored relationship, such as a computed property.
  ///
  /// Call it once for each path; relationships of the fetched models themselves can be listed in
  /// ``relationshipKeyPathsForPrefetching``, too. This is an addition: Apple's framework has no such method.
  ///
  /// - Parameter path: Names the relationships.
  public mutating func prefetch<Destination>(
    _ path: (RelationshipPath<T, T>) -> RelationshipPath<T, Destination>
  ) {
    relationshipSteps.append(path(RelationshipPath(steps: RelationshipSteps())).steps)
  }
}

extension FetchDescriptor {
  /// The names of the relationships that are prefetched, one after the other from the models on.
  ///
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for what is not stored.
  func prefetchedPaths() throws -> [[String]] {
    let description = T._$description
    return try relationshipKeyPathsForPrefetching.map { keyPath in
      guard let path = description.path(keyPath) else {
        throw SwiftDataError(
          .unsupportedKeyPath, "The key path \(keyPath) cannot be prefetched.", entity: description.entityName,
          advice: "List relationships only.")
      }
      return path.properties
    } + relationshipSteps.map { try $0.names() }
  }
}
