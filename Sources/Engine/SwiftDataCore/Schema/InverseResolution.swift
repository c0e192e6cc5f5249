// SPDX-License-Identifier: Apache-2.0

/// Finds which relationships are two sides of one.
///
/// An explicit `inverse:`, on either side, always wins, and `inverse: nil`
/// says that there is none. Without one, two relationships are taken to be
/// inverse if each is the only one that leads from its class to exactly the
/// other's class, of those whose declaration leaves the inverse open, and if
/// each holds many or is optional.
///
/// That is Apple's rule, as far as its stores show it: classes that name no
/// inverse have made stores in which an optional and a list, and two optionals,
/// are inverse to each other. A to-one that is not optional is not: emptying it
/// from the other side would leave it without a value.
///
/// A relationship from a class to itself is never inferred: `mother` and
/// `father` are not inverse to each other. Nor is one of several that lead the
/// same way.
///
/// Inference looks at exactly matching classes. What leads to a superclass
/// may lead to objects that have no such relationship back. An explicit
/// inverse that leads to a superclass is therefore an error, while one that a
/// superclass declares is not: objects of its other classes that lead the same
/// way are no members of the inverse, and lead there without one.
package enum InverseResolution {
  /// A property of an entity.
  package struct Reference: Hashable, Sendable {
    package var entity: String
    package var property: String

    package init(entity: String, property: String) {
      self.entity = entity
      self.property = property
    }

    init(_ description: _ModelDescription, _ property: PropertyDescription) {
      self.init(entity: description.entityName, property: property.name)
    }
  }

  /// The pairs, in both directions. A relationship that subclasses inherit is
  /// listed for each of them; what it leads to is named by the class that
  /// declares it.
  package static func resolve(_ descriptions: [_ModelDescription]) -> [Reference: Reference] {
    resolveWithIssues(descriptions).pairs
  }

  /// The pairs, which of them are inferred, by the class that declares a
  /// relationship, and what is wrong with explicit inverses.
  static func resolveWithIssues(
    _ descriptions: [_ModelDescription]
  ) -> (
    pairs: [Reference: Reference], inferred: Set<Reference>, issues: [SwiftDataError]
  ) {
    var resolver = InverseResolver(descriptions)
    resolver.resolveExplicit()
    resolver.infer()
    return (resolver.pairs(descriptions), resolver.inferred, resolver.issues)
  }
}
