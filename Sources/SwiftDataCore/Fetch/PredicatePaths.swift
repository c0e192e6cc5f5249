import Foundation

/// Which relationships a predicate follows, as chains from the fetched
/// entity: a change at the far end of one can change who matches.
enum PredicatePaths {
  /// - Throws: ``SwiftDataError`` if the predicate is nested too deeply.
  static func paths<T>(in predicate: Predicate<T>, from entity: _Entity) throws -> [[_Property]] {
    var walker = Walker(variables: [predicate.variable.key: (entity, [])])
    _ = try walker.walk(predicate.expression)
    return walker.found
  }

  /// Walks the expression tree by reflection: every node type takes part,
  /// also ones that this module does not know.
  private struct Walker {
    typealias Place = (entity: _Entity, path: [_Property])

    var variables: [PredicateExpressions.VariableID: Place]
    var found: [[_Property]] = []
    private var nesting = _NestingGuard()

    init(variables: [PredicateExpressions.VariableID: Place]) { self.variables = variables }

    /// Where the node leads to, if to a model or models.
    mutating func walk(_ node: Any) throws -> Place? {
      try nesting.enter(variables.values.first?.entity.name)
      defer { nesting.leave() }
      if let variable = node as? any VariableNode { return variables[variable.identifier] }
      if let keyPath = node as? any KeyPathNode { return try step(keyPath) }
      let children = Mirror(reflecting: node).children
      var result: Place?
      // What a closure's variable runs over comes first, in whatever order
      // the node keeps its parts.
      for child in children where Self.isSource(child.label) {
        result = try result ?? walk(child.value)
      }
      if let result {
        for child in children where child.label == "variable" {
          guard let variable = child.value as? any VariableNode else { continue }
          variables[variable.identifier] = result
        }
      }
      for child in children where !Self.isSource(child.label) && child.label != "variable" {
        let place = try walk(child.value)
        // The result of `a?.b` is where `b` leads to.
        result = child.label == "transform" ? place ?? result : result ?? place
      }
      return result
    }

    private static func isSource(_ label: String?) -> Bool {
      switch label {
      case "sequence", "wrapped", "lhs", "inner", "input", "base", "root": true
      default: false
      }
    }

    private mutating func step(_ node: any KeyPathNode) throws -> Place? {
      guard let place = try walk(node.rootNode) else { return nil }
      guard let path = place.entity.description.path(node.anyKeyPath) else { return place }
      var current = place
      for name in path.properties {
        guard let property = current.entity.property(named: name), property.isRelationship,
          let destination = property.destination
        else { break }
        current = (destination, current.path + [property])
        found.append(current.path)
      }
      return current
    }
  }
}

private protocol VariableNode { var identifier: PredicateExpressions.VariableID { get } }
extension PredicateExpressions.Variable: VariableNode {
  fileprivate var identifier: PredicateExpressions.VariableID { key }
}

private protocol KeyPathNode {
  var anyKeyPath: AnyKeyPath { get }
  var rootNode: Any { get }
}
extension PredicateExpressions.KeyPath: KeyPathNode {
  fileprivate var anyKeyPath: AnyKeyPath { keyPath }
  fileprivate var rootNode: Any { root }
}
