// SPDX-License-Identifier: Apache-2.0

extension SwiftDataError {
  /// A class that inherits from a model without being one: its own properties would be stored nowhere.
  static func subclassIsNoModel(_ type: any PersistentModel.Type) -> SwiftDataError {
    let description = type._$description
    return SwiftDataError(
      .unknownSchema, "\(type) inherits from the model \(description.type), but is not a model itself.",
      entity: description.entityName, advice: "Mark \(type) with '@Model', and name it in the schema.")
  }
}

extension AnyKeyPath {
  /// The key path as it is written, where its class has the property: the library prints it as an address.
  var propertyText: String {
    guard let root = Swift.type(of: self).rootType as? any PersistentModel.Type,
      let name = SchemaKeyPaths.name(of: self, in: root)
    else { return "\(self)" }
    return "\\\(root).\(name)"
  }
}
