import SwiftSyntax

extension ModelClass {
  /// The typed description of the class: its key paths, in the order of their indexes.
  var descriptionMembers: [String] {
    let lines = properties.map { property in
      let keyPath = keyPath(property.isConstant ? property.identifier : property.storage)
      let call = "\(builderFunction(property))(\"\(property.name)\", \(keyPath))"
      // A standard type is never refused.
      if property.form == .attribute, !property.isConstant { return "builder.\(call)" }
      return "builder.\(call)".placed(at: place(property.typePlace), offset: "builder.".count)
    }
    let isCertain = properties.allSatisfy { $0.form == .attribute }
    let closure = closure(
      on: globalActor ?? (isCertain ? nil : Self.defaultActor), parameter: lines.isEmpty ? "_" : "builder",
      type: "inout SwiftData._ModelDescriptionBuilder<\(name)>", result: "Swift.Void", body: lines,
      indentation: 0)
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
      superclass: \(superclass.map { "\($0).self" } ?? "nil"), \(closure))
      """,
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
