// SPDX-License-Identifier: Apache-2.0

/// A property of any kind in a saved schema: the kind beside its fields.
struct CodedProperty: Codable {
  let property: any SchemaProperty

  init(_ property: any SchemaProperty) { self.property = property }

  private enum CodingKeys: String, CodingKey { case kind }
  private enum Kind: String, Codable { case attribute, composite, relationship }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    property =
      switch try container.decode(Kind.self, forKey: .kind) {
      case .attribute: try Schema.Attribute(from: decoder)
      case .composite: try Schema.CompositeAttribute(from: decoder)
      case .relationship: try Schema.Relationship(from: decoder)
      }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let kind: Kind
    switch property {
    case is Schema.CompositeAttribute: kind = .composite
    case is Schema.Attribute: kind = .attribute
    case is Schema.Relationship: kind = .relationship
    default:
      throw EncodingError.invalidValue(
        property,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "\(type(of: property)) cannot be part of a saved schema."))
    }
    try container.encode(kind, forKey: .kind)
    try property.encode(to: encoder)
  }
}

/// The fields of a relationship in a saved schema.
struct SavedRelationship: Codable {
  var name: String
  var originalName: String?
  var options: [Schema.Relationship.Option]?
  var valueTypeName: String
  var destination: String
  var deleteRule: Schema.Relationship.DeleteRule
  var inverseName: String?
  var minimumModelCount: Int?
  var maximumModelCount: Int?
  var hashModifier: String?
  var isToOne: Bool

  init(_ relationship: Schema.Relationship) {
    name = relationship.name
    originalName = relationship.originalName
    options = relationship.options
    valueTypeName = relationship.valueTypeName
    destination = relationship.destination
    deleteRule = relationship.deleteRule
    inverseName = relationship.inverseName
    minimumModelCount = relationship.minimumModelCount
    maximumModelCount = relationship.maximumModelCount
    hashModifier = relationship.hashModifier
    isToOne = relationship.isToOneRelationship
  }
}
