// SPDX-License-Identifier: Apache-2.0

/// Makes an entity's property from what a model class says about it.
struct SchemaPropertyBuilder {
  private let property: PropertyDescription

  init(_ property: PropertyDescription) { self.property = property }

  /// The complete property: a new object, since the metadata of hand-written
  /// models may be shared between schemas.
  func make(inverseName: String?, inverseKeyPath: AnyKeyPath?) -> any SchemaProperty {
    switch property.kind {
    case .attribute(let layout):
      attribute(layout)
    case .toOne(let destination):
      relationship(
        to: destination, isToOne: true, inverseName: inverseName, inverseKeyPath: inverseKeyPath)
    case .toMany(let destination):
      relationship(
        to: destination, isToOne: false, inverseName: inverseName, inverseKeyPath: inverseKeyPath)
    }
  }

  /// The problem of the declaration, if there is one.
  func issue(entity: String) -> SwiftDataError? {
    guard case .attribute = property.kind, property.metadata?.metadata is Schema.Relationship
    else { return nil }
    return SwiftDataError(
      .loadIssueModelContainer,
      "@Relationship is on a property of type \(property.valueType), which is not a model.",
      entity: entity, property: property.name,
      advice: "Declare a model, an optional model or an array of models, or remove @Relationship.")
  }

  private func attribute(_ layout: AttributeLayout) -> Schema.Attribute {
    let given = property.metadata?.metadata as? Schema.Attribute
    let attribute = Self.attribute(
      name: property.name, layout, valueType: property.valueType, options: given?.options ?? [])
    attribute.originalName = Self.originalName(given?.originalName, of: property.name)
    attribute.defaultValue = property.metadata?.defaultValue ?? given?.defaultValue
    attribute.hashModifier = given?.hashModifier
    attribute.isOptional = property.isOptional
    return attribute
  }

  private static func attribute(
    name: String, _ layout: AttributeLayout, valueType: any Any.Type,
    options: [Schema.Attribute.Option]
  ) -> Schema.Attribute {
    let elements: [LayoutElement]
    switch layout {
    case .scalar, .archive, .transformable:
      return Schema.Attribute(name: name, options: options, valueType: valueType)
    case .rawValue(let column):
      // The files of Apple's framework have one element, optional, for these.
      elements = [
        LayoutElement(
          name: name, isOptional: true, layout: .scalar(column),
          valueType: SchemaTypes.rawType(of: valueType))
      ]
    case .enumeration(let list), .composite(let list):
      elements = list
    }
    let composite = Schema.CompositeAttribute(name: name, options: options, valueType: valueType)
    composite.properties = elements.map { element in
      let part = attribute(
        name: element.name, element.layout, valueType: element.valueType, options: [])
      part.isOptional = element.isOptional
      return part
    }
    return composite
  }

  private func relationship(
    to destination: any PersistentModel.Type, isToOne: Bool, inverseName: String?,
    inverseKeyPath: AnyKeyPath?
  ) -> Schema.Relationship {
    let given = property.metadata?.metadata as? Schema.Relationship
    // `@Attribute(.unique)` and `@Attribute(originalName:)` are written on
    // relationships too.
    let attribute = property.metadata?.metadata as? Schema.Attribute
    let relationship = Schema.Relationship(
      deleteRule: given?.deleteRule ?? .nullify,
      minimumModelCount: given == nil ? 0 : given?.minimumModelCount,
      maximumModelCount: given == nil ? 0 : given?.maximumModelCount,
      inverse: given?.inverseKeyPath ?? inverseKeyPath,
      hashModifier: given?.hashModifier ?? attribute?.hashModifier)
    relationship.name = property.name
    relationship.originalName = Self.originalName(
      given?.originalName ?? attribute?.originalName, of: property.name)
    relationship.options = given?.options ?? (attribute?.isUnique == true ? [.unique] : [])
    relationship.keypath = property.metadata?.keypath
    relationship.valueType = property.valueType
    relationship.destination = destination._$description.entityName
    relationship.inverseName = inverseName
    relationship.isToOne = isToOne
    if isToOne, (relationship.maximumModelCount ?? 0) == 0 { relationship.maximumModelCount = 1 }
    return relationship
  }

  private static func originalName(_ given: String?, of name: String) -> String {
    guard let given, !given.isEmpty else { return name }
    return given
  }
}
