// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension ModelClass {
  /// The typed description of the class: its key paths, in the order of their indexes.
  var descriptionMembers: [String] {
    let lines =
      properties.flatMap { property in
        let keyPath = keyPath(property.isConstant ? property.identifier : property.storage)
        let call = "builder.\(builderFunction(property))(\"\(property.name)\", \(keyPath))"
        // A standard type is never refused.
        let isCertain = property.form == .attribute || property.form == .transformable
        if isCertain { return [property.isConstant ? "_ = \(call)" : call] }
        return ["let _$\(property.index) = \(call)"] + typeChecks(of: property)
      } + uniqueListChecks
    let isCertain = properties.allSatisfy { $0.form == .attribute }
    let actor = globalActor ?? (isCertain ? nil : Self.defaultActor)
    let type = "inout SwiftData._ModelDescriptionBuilder<\(name)>"
    // A function, not a closure: of that, the compiler would report the first error only.
    let function = """
      \(actor.map { "@\($0)" } ?? "nonisolated") private static func _$describe(_ builder: \(type)) {
      \(lines.indented(2))
      }
      """
    let reference =
      actor.map {
        "SwiftData._withoutIsolation(\(name)._$describe as @\($0) (\(type)) -> Swift.Void, "
          + "as: ((\(type)) -> Swift.Void).self)"
      } ?? "_$describe"
    let first: String =
      if let superclass {
        "nonisolated private static let _$first: Swift.Int = \(superclass)._$description.count"
      } else {
        """
        @inline(__always) nonisolated private static var _$first: Swift.Int {
          0
        }
        """
      }
    let overriding = superclass == nil ? "" : "override "
    return [
      """
      nonisolated \(overriding)\(access) \(typeMember) var _$description: SwiftData._ModelDescription {
        _$ownDescription
      }
      """,
      """
      nonisolated private static let _$ownDescription = SwiftData._ModelDescription(\(name).self, \
      superclass: \(superclass.map { "\($0).self" } ?? "nil"), \(reference))
      """,
      function,
      first,
    ]
  }

  private func builderFunction(_ property: PersistedProperty) -> String {
    if property.isConstant { return "constant" }
    // A standard type is an error of '@Relationship' already.
    if property.form == .any, property.relationship != nil, property.type?.primitiveName == nil {
      return "relationship"
    }
    return switch property.form {
    case .any: "property"
    case .attribute: "attribute"
    case .transformable: "transformable"
    }
  }

  /// The key path of a property of the class. `\Trip.ID` would be a path from the type `Trip.ID`.
  func keyPath(_ identifier: String) -> String {
    let isCapitalized = identifier.first?.isUppercase ?? false
    return isCapitalized ? "\\\(name).self.\(identifier)" : "\\\(name).\(identifier)"
  }

  /// The statically typed way of a row into the object and back.
  var rowMembers: [String] {
    let load = properties.map { property -> String in
      let index = "\(name)._$first + \(property.index)"
      if property.isConstant { return rowLine(index, "readConstant(self, \(index))") }
      return rowLine(index, "read\(property.form.rawValue)(&self.\(property.storage))")
    }
    let store = properties.map { property -> String in
      let index = "\(name)._$first + \(property.index)"
      if property.isConstant { return rowLine(index, "writeConstant(self, \(index))") }
      return rowLine(index, "write\(property.form.rawValue)(self.\(property.storage))")
    }
    return [
      rowFunction("_$load", "SwiftData._RowReader", load),
      rowFunction("_$store", "SwiftData._RowWriter", store),
    ]
  }

  private func rowLine(_ index: String, _ call: String) -> String {
    "if row.wants(\(index)) { row.\(call) }"
  }

  private func rowFunction(_ function: String, _ type: String, _ body: [String]) -> String {
    let lines = (superclass == nil ? [] : ["super.\(function)(&row)"]) + body
    return """
      \(memberPrefix) func \(function)(_ row: inout \(type)) {
      \(lines.indented(2))
      }
      """
  }
}
