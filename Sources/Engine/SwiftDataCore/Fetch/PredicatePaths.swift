// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which relationships a predicate follows, as chains from the fetched
/// entity: a change at the far end of one can change who matches.
enum PredicatePaths {
  /// - Throws: ``SwiftDataError`` if the predicate is nested too deeply.
  static func paths<T>(in predicate: Predicate<T>, from entity: _Entity) throws -> [[_Property]] {
    var walker = Walker(variables: [predicate.variable.key: [(entity, [])]])
    _ = try walker.walk(predicate.expression)
    return walker.found
  }

  /// The properties that a predicate reads.
  struct Reads {
    /// Relationships and attributes, wherever they lead.
    var properties: [_Property] = []
    /// Entities whose models the predicate takes as a whole.
    var wholes: [_Entity] = []
    /// Whether that is all. A predicate within another one, and key paths that cannot be resolved, may read anything.
    var isComplete = true
  }

  /// - Throws: ``SwiftDataError`` if the predicate is nested too deeply.
  static func reads<T>(of predicate: Predicate<T>, from entity: _Entity) throws -> Reads {
    var walker = Walker(variables: [predicate.variable.key: [(entity, [])]])
    _ = try walker.walk(predicate.expression)
    return walker.reads
  }

  /// Walks the expression tree by reflection: every node type takes part,
  /// also ones that this module does not know.
  private struct Walker {
    typealias Place = (entity: _Entity, path: [_Property])

    /// Where a variable may lead to.
    var variables: [PredicateExpressions.VariableID: [Place]]
    var found: [[_Property]] = []
    var reads = Reads()
    private var nesting = NestingGuard()

    init(variables: [PredicateExpressions.VariableID: [Place]]) { self.variables = variables }

    /// Where the node may lead to, if to a model or models: `a ?? b` to what either does.
    mutating func walk(_ node: Any) throws -> [Place] {
      try nesting.enter(variables.values.first?.first?.entity.name)
      defer { nesting.leave() }
      if let variable = node as? any VariableNode {
        let places = variables[variable.identifier]
        if let places { reads.wholes += places.map(\.entity) } else { reads.isComplete = false }
        return places ?? []
      }
      if let keyPath = node as? any KeyPathNode { return try step(keyPath) }
      if let evaluation = node as? any EvaluationNode { return try step(into: evaluation) }
      let children = Mirror(reflecting: node).children
      // What a closure's variable runs over comes first, in whatever order the node keeps its parts.
      var sources: [Place] = []
      for child in children where Self.isSource(child.label) { sources += try walk(child.value) }
      if !sources.isEmpty {
        for child in children where child.label == "variable" {
          guard let variable = child.value as? any VariableNode else { continue }
          variables[variable.identifier] = sources
        }
      }
      var others: [Place] = []
      for child in children where !Self.isSource(child.label) && child.label != "variable" {
        let places = try walk(child.value)
        if places.isEmpty || Self.isCondition(child.value) { continue }
        // The result of `a?.b` is where `b` leads to.
        if child.label == "transform" { sources = [] }
        others += places
      }
      let places = sources + others
      return places.isEmpty || Self.isCondition(node) ? [] : Self.different(places)
    }

    /// A condition leads to no model, whatever it is asked of.
    private static func isCondition(_ node: Any) -> Bool {
      func open<E: PredicateExpression>(_ node: E) -> Bool { E.Output.self == Bool.self }
      return (node as? any PredicateExpression).map { open($0) } ?? false
    }

    /// Several ways may lead to one place.
    private static func different(_ places: [Place]) -> [Place] {
      guard places.count > 1 else { return places }
      var seen: Set<[ObjectIdentifier]> = []
      return places.filter { place in
        seen.insert([ObjectIdentifier(place.entity)] + place.path.map { ObjectIdentifier($0) }).inserted
      }
    }

    private static func isSource(_ label: String?) -> Bool {
      switch label {
      case "sequence", "wrapped", "lhs", "inner", "input", "base", "root": true
      default: false
      }
    }

    private mutating func step(_ node: any KeyPathNode) throws -> [Place] {
      let root = node.rootNode
      // A variable that is asked for a property is not taken as a whole.
      let places: [Place]
      if let variable = root as? any VariableNode {
        if variables[variable.identifier] == nil { reads.isComplete = false }
        places = variables[variable.identifier] ?? []
      } else {
        places = try walk(root)
      }
      // Of several, the key path may be meant for some only.
      let model = type(of: node.anyKeyPath).rootType
      let fitting =
        places.count > 1 ? places.filter { $0.entity.root.family.contains { $0.type == model } } : []
      return (fitting.isEmpty ? places : fitting).map { step(node.anyKeyPath, from: $0) }
    }

    private mutating func step(_ keyPath: AnyKeyPath, from place: Place) -> Place {
      // After a cast, the property may be one of a subclass.
      let model = type(of: keyPath).rootType
      let entity = place.entity.family.first { $0.type == model } ?? place.entity
      guard let path = entity.description.path(keyPath) else {
        noteUnresolved(keyPath, place.entity)
        return place
      }
      var current: Place = (entity, place.path)
      for name in path.properties {
        guard let property = current.entity.property(named: name) else {
          reads.isComplete = false
          break
        }
        reads.properties.append(property)
        guard property.isRelationship, let destination = property.destination else { break }
        current = (destination, current.path + [property])
        found.append(current.path)
      }
      return current
    }

    /// A predicate within another one: its variables stand for what it is evaluated with.
    private mutating func step(into node: any EvaluationNode) throws -> [Place] {
      reads.isComplete = false
      guard let parts = node.parts else { return [] }
      // All inputs first: an inner variable may be one of the outer ones.
      var places: [(variable: PredicateExpressions.VariableID, places: [Place])] = []
      for (variable, input) in parts.inputs { places.append((variable, try walk(input))) }
      let outer = variables
      defer { variables = outer }
      for (variable, place) in places { variables[variable] = place }
      return try walk(parts.body)
    }

    /// A part of a value, such as the length of a string, or the identifier of a model, is no property.
    private mutating func noteUnresolved(_ keyPath: AnyKeyPath, _ entity: _Entity) {
      guard type(of: keyPath).rootType is any PersistentModel.Type else { return }
      guard !TypeInspection.isIdentity(keyPath, entity.description) else { return }
      reads.isComplete = false
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

private protocol EvaluationNode {
  /// The variables of the captured predicate, each with what it stands for, and what is evaluated; `nil` if it is not
  /// captured.
  var parts: (inputs: [(PredicateExpressions.VariableID, Any)], body: Any)? { get }
}

extension PredicateExpressions.PredicateEvaluate: EvaluationNode {
  fileprivate var parts: (inputs: [(PredicateExpressions.VariableID, Any)], body: Any)? {
    guard let inner = try? predicate.evaluate(PredicateBindings()) else { return nil }
    var inputs: [(PredicateExpressions.VariableID, Any)] = []
    for (variable, input) in repeat (each inner.variable, each input) { inputs.append((variable.key, input)) }
    return (inputs, inner.expression)
  }
}

extension PredicateExpressions.ExpressionEvaluate: EvaluationNode {
  fileprivate var parts: (inputs: [(PredicateExpressions.VariableID, Any)], body: Any)? {
    guard let inner = try? expression.evaluate(PredicateBindings()) else { return nil }
    var inputs: [(PredicateExpressions.VariableID, Any)] = []
    for (variable, input) in repeat (each inner.variable, each input) { inputs.append((variable.key, input)) }
    return (inputs, inner.expression)
  }
}
