// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// A model with everything that a model can have.
enum SampleModel {
  static func make() -> ManagedObjectModel {
    var place = EntityDescription(name: "Place")
    place.isAbstract = true
    place.className = "Place"
    place.versionHashModifier = "second"
    place.userInfo = ["note": .string("kept"), "order": .number(3)]
    place.attributes = [attribute("name", .string) { $0.defaultValue = .string("Grüße 🌍") }]
    place.relationships = [toMany("trips", "Trip", inverse: "place")]

    var city = EntityDescription(name: "City")
    city.superentity = "Place"
    city.renamingIdentifier = "Town"
    city.attributes = place.attributes + plainAttributes + composites
    city.relationships = place.relationships
    city.uniquenessConstraints = [["name"], ["count", "code"]]
    var partial = FetchIndexDescription(
      name: "byCount", elements: [.init(property: "count", isAscending: false)])
    partial.elements.append(.init(property: "code"))
    var spatial = FetchIndexDescription.Element(property: "ratio")
    spatial.isSpatial = true
    city.indexes = [
      partial, FetchIndexDescription(name: "byName", elements: [.init(property: "name")]),
      FetchIndexDescription(name: "byPlace", elements: [spatial]),
    ]

    var trip = EntityDescription(name: "Trip")
    var toPlace = RelationshipDescription(name: "place", destination: "Place")
    toPlace.inverse = "trips"
    toPlace.deleteRule = .deny
    toPlace.isOptional = false
    var next = RelationshipDescription(name: "next", destination: "Trip")
    next.versionHashModifier = "r"
    next.renamingIdentifier = "following"
    next.userInfo = ["weight": .number(0.5)]
    next.deleteRule = .noAction
    trip.relationships = [toPlace, next, transient]
    trip.attributes = [attribute("title", .string) { _ in }]

    var model = ManagedObjectModel(
      entities: ManagedObjectModel.ordered([trip, city, place]),
      versionIdentifiers: ["1.0.0", "draft"])
    model.configurations = ["default": ["City", "Place", "Trip"], "none": []]
    return model
  }

  /// With one attribute of each common kind.
  static let small: EntityDescription = {
    var entity = EntityDescription(name: "Small")
    entity.attributes = Array(plainAttributes.prefix(3)) + composites.prefix(1)
    entity.relationships = [RelationshipDescription(name: "next", destination: "Small")]
    entity.uniquenessConstraints = [["code"]]
    entity.indexes = [FetchIndexDescription(name: "byCode", elements: [.init(property: "code")])]
    return entity
  }()

  private static let transient: RelationshipDescription = {
    var relationship = RelationshipDescription(name: "guess", destination: "City")
    relationship.isTransient = true
    relationship.minimumCount = 2
    relationship.maximumCount = 7
    return relationship
  }()

  private static func toMany(
    _ name: String, _ destination: String, inverse: String
  ) -> RelationshipDescription {
    var relationship = RelationshipDescription(name: name, destination: destination)
    relationship.inverse = inverse
    relationship.maximumCount = 0
    relationship.isOrdered = true
    relationship.deleteRule = .cascade
    return relationship
  }

  static func attribute(
    _ name: String, _ type: AttributeType, _ change: (inout AttributeDescription) -> Void
  ) -> AttributeDescription {
    var attribute = AttributeDescription(name: name, type: type)
    attribute.valueClassName = "NSObject"
    change(&attribute)
    return attribute
  }

  private static let plainAttributes: [AttributeDescription] = [
    attribute("code", .integer16) { $0.defaultValue = .integer(-3) },
    attribute("count", .integer64) {
      $0.defaultValue = .integer(.max)
      $0.versionHashModifier = "3"
    },
    attribute("small", .integer32) { $0.isOptional = true },
    attribute("price", .decimal) { $0.defaultValue = .decimal(Decimal(string: "-12.345")!) },
    attribute("ratio", .double) { $0.defaultValue = .double(0.1) },
    attribute("share", .float) { $0.defaultValue = .double(2) },
    attribute("isOpen", .boolean) { $0.defaultValue = .bool(true) },
    attribute("since", .date) {
      $0.defaultValue = .date(Date(timeIntervalSinceReferenceDate: 1234.5))
    },
    attribute("image", .binaryData) {
      $0.defaultValue = .data(Data([1, 2, 3]))
      $0.allowsExternalStorage = true
      $0.preservesValueOnDeletion = true
    },
    attribute("id", .uuid) {
      $0.defaultValue = .uuid(UUID(uuidString: "2CA21BC5-F696-44D8-9E8C-5F8A6FA8D8DA")!)
      $0.isIndexedBySpotlight = true
    },
    attribute("link", .uri) { $0.defaultValue = .url("https://example.com/a?b=c") },
    attribute("tags", .transformable) {
      $0.transformerName = "NSSecureUnarchiveFromData"
      $0.defaultValue = .array([.string("a"), .array([.integer(1), .bool(false)])])
      $0.renamingIdentifier = "labels"
    },
    attribute("guess", .undefined) { $0.isTransient = true },
    attribute("sum", .integer64) { $0.isDerived = true },
  ]

  private static let composites: [AttributeDescription] = [
    attribute("kind", .composite) {
      $0.elements = [attribute("kind", .string) { $0.isOptional = true }]
      $0.userInfo = ["EnumType": .bool(true), "enum": .array([.string("big"), .string("small")])]
    },
    attribute("address", .composite) {
      $0.isOptional = true
      $0.defaultValue = .dictionary(["street": .string("Main")])
      $0.elements = [
        attribute("street", .string) { _ in },
        attribute("point", .composite) {
          $0.elements = [attribute("x", .double) { $0.defaultValue = .double(1.5) }]
        },
      ]
      $0.userInfo = ["nested": .dictionary(["deep": .array([])])]
    },
  ]
}
