// SPDX-License-Identifier: Apache-2.0

import Foundation
import SourceText

/// The inverses that sources leave open, by the rule of the library: two relationships belong together if each is the only
/// one that leads from its class to the other's, of those that name none, and holds many or is optional. See
/// `InverseResolution`.
struct InferredInverses {
  private struct Side: Hashable {
    let model: String
    let property: String
  }

  private let schema: FrozenSchema
  private var inverses: [Side: String] = [:]

  init(_ schema: FrozenSchema) {
    self.schema = schema
    let sides = schema.models.flatMap { model in
      model.properties.filter(\.isRelationship).map { (side: Side(model: model.name, property: $0.name), property: $0) }
    }
    for (side, property) in sides {
      // `inverse: nil` says that there is none.
      guard let inverse = property.inverse, inverse != "nil" else { continue }
      inverses[side] = inverse
      // It is named at one end, and both have it.
      let other = owner(of: inverse, in: property.destination).map { Side(model: $0, property: inverse) }
      if let other, inverses[other] == nil { inverses[other] = property.name }
    }
    var routes: [[String]: [FrozenSchema.Property]] = [:]
    for (side, property) in sides where inverses[side] == nil && property.inverse == nil {
      routes[[side.model, property.destination], default: []].append(property)
    }
    // A store says what it has.
    guard schema.origin == .sources else { return }
    for (route, properties) in routes where route[0] != route[1] && properties.count == 1 {
      guard let back = routes[[route[1], route[0]]], back.count == 1, Self.canInfer(properties[0]),
        Self.canInfer(back[0])
      else { continue }
      inverses[Side(model: route[0], property: properties[0].name)] = back[0].name
    }
  }

  /// The class that declares a relationship: one that is named, or a class above it.
  private func owner(of property: String, in model: String) -> String? {
    var name: String? = model
    var seen: Set<String> = []
    while let next = name, seen.insert(next).inserted {
      guard let found = schema.model(named: next) else { return nil }
      if found.property(named: property) != nil { return next }
      name = found.parent
    }
    return nil
  }

  func inverse(of property: FrozenSchema.Property, in model: String) -> String? {
    inverses[Side(model: model, property: property.name)]
  }

  /// How a relationship gets one.
  func advice(_ property: FrozenSchema.Property, in model: String) -> String {
    let target = property.destination
    let free =
      schema.model(named: target)?.properties.filter { back in
        back.isRelationship && back.destination == model && !(target == model && back.name == property.name)
          && inverse(of: back, in: target) == nil
      } ?? []
    if let back = free.first {
      return "Name it: '@Relationship(inverse: \\\(target).\(SwiftNames.escaped(back.name)))'."
    }
    let singular = model.prefix(1).lowercased() + model.dropFirst()
    let name = SwiftNames.escaped(property.isToMany ? singular : singular + "s")
    let type = property.isToMany ? "\(model)?" : "[\(model)]?"
    return "Add 'var \(name): \(type)' to \(target), and name it here: '@Relationship(inverse: \\\(target).\(name))'."
  }

  /// What takes a member out of a list empties the other side.
  private static func canInfer(_ property: FrozenSchema.Property) -> Bool { property.isToMany || property.isOptional }
}
