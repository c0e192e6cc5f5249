/// Finds which relationships are two sides of one.
///
/// An explicit `inverse:`, on either side, always wins. Without one, two
/// relationships are taken to be inverse if each is the only one without an
/// explicit inverse that leads from its class to exactly the other's class,
/// and if
/// - both hold many, or
/// - both hold one, and both are optional, or
/// - one holds one and the other many.
///
/// In the last case Apple's framework infers only if the to-one side is
/// optional; we infer without that too, since nearly all code that is written
/// this way means it. A relationship from a class to itself is never inferred:
/// `mother` and `father` are not inverse to each other.
///
/// Inference looks at exactly matching classes. What leads to a superclass
/// may lead to objects that have no such relationship back; an explicit
/// inverse may do so all the same.
public enum _InverseResolution {
  /// A property of an entity.
  public struct Reference: Hashable, Sendable {
    public var entity: String
    public var property: String

    public init(entity: String, property: String) {
      self.entity = entity
      self.property = property
    }

    init(_ description: _ModelDescription, _ property: _PropertyDescription) {
      self.init(entity: description.entityName, property: property.name)
    }
  }

  /// The pairs, in both directions. A relationship that subclasses inherit is
  /// listed for each of them; what it leads to is named by the class that
  /// declares it.
  public static func resolve(_ descriptions: [_ModelDescription]) -> [Reference: Reference] {
    resolveWithIssues(descriptions).pairs
  }

  /// The pairs, and what is wrong with explicit inverses.
  static func resolveWithIssues(
    _ descriptions: [_ModelDescription]
  ) -> (pairs: [Reference: Reference], issues: [SwiftDataError]) {
    var resolver = InverseResolver(descriptions)
    resolver.resolveExplicit()
    resolver.infer()
    return (resolver.pairs(descriptions), resolver.issues)
  }
}
