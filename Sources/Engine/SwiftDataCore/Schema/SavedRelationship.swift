// SPDX-License-Identifier: Apache-2.0

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
