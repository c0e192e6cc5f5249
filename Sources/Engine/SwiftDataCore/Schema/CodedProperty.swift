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
