// The models of fmt09-realm-core__test_upgrade_database_9_to_10_pk_table__0df143c0.realm, format 9, schema version 0.
// Written by 'swiftdata realm schema --swift'.

import Foundation
import SwiftData

/// Called dog in the file.
@Model
final class Dog {
  @Attribute(.unique) var id: Int
  var name: String = ""
  var age: Int = 0

  init(
    id: Int,
    name: String = "",
    age: Int = 0
  ) {
    self.id = id
    self.name = name
    self.age = age
  }
}

/// Called link origin in the file.
@Model
final class Link_origin {
  @Attribute(.unique) var pk: Int
  @Relationship(inverse: \Object.link_origins) var object: Object?
  @Relationship(deleteRule: .cascade, inverse: \Link_originArrayElement.owner)
  var arrayElements: [Link_originArrayElement] = []

  /// The objects of `arrayElements`, in their order.
  var array: [Object] {
    get { arrayElements.sorted { $0.index < $1.index }.compactMap(\.object) }
    set {
      for element in arrayElements { element.modelContext?.delete(element) }
      arrayElements = newValue.enumerated().map {
        Link_originArrayElement(index: $0.offset, object: $0.element)
      }
    }
  }

  init(
    pk: Int,
    object: Object? = nil,
    array: [Object] = []
  ) {
    self.pk = pk
    self.object = object
    self.array = array
  }
}

/// Called object in the file.
@Model
final class Object {
  #Index<Object>([\.value])

  @Attribute(.unique) var pk: String
  var value: Int = 0
  var optional: Int?
  /// The other end of Link_origin.object.
  var link_origins: [Link_origin] = []
  /// The other end of Link_originArrayElement.object.
  @Relationship(deleteRule: .cascade) var link_originArrayElements: [Link_originArrayElement] = []

  init(
    pk: String,
    value: Int = 0,
    optional: Int? = nil
  ) {
    self.pk = pk
    self.value = value
    self.optional = optional
  }
}

/// An element of Link_origin.array: keeps the order, and what is in the list twice.
@Model
final class Link_originArrayElement {
  var index: Int
  var owner: Link_origin?
  @Relationship(inverse: \Object.link_originArrayElements) var object: Object?

  init(
    index: Int,
    object: Object?
  ) {
    self.index = index
    self.object = object
  }
}
