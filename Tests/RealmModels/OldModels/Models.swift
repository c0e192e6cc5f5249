// The models of fmt09-realm-core__test_upgrade_database_9_to_10_pk_table__0df143c0.realm, format 9, schema version 0.
// Written by 'swiftdata realm schema --swift'.

import Foundation
import SwiftData

@Model
final class dog {
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
final class link_origin {
  @Attribute(.unique) var pk: Int
  @Relationship(inverse: \object.link_origins) var object: object?
  @Relationship(deleteRule: .cascade, inverse: \link_originArrayElement.owner)
  var arrayElements: [link_originArrayElement] = []

  /// The objects of `arrayElements`, in their order.
  var array: [object] {
    get { arrayElements.sorted { $0.index < $1.index }.compactMap(\.object) }
    set {
      for element in arrayElements { element.modelContext?.delete(element) }
      arrayElements = newValue.enumerated().map {
        link_originArrayElement(index: $0.offset, object: $0.element)
      }
    }
  }

  init(
    pk: Int,
    object: object? = nil,
    array: [object] = []
  ) {
    self.pk = pk
    self.object = object
    self.array = array
  }
}

@Model
final class object {
  #Index<object>([\.value])

  @Attribute(.unique) var pk: String
  var value: Int = 0
  var optional: Int?
  /// The other end of link_origin.object.
  var link_origins: [link_origin] = []
  /// The other end of link_originArrayElement.object.
  @Relationship(deleteRule: .cascade) var link_originArrayElements: [link_originArrayElement] = []

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

/// An element of link_origin.array: keeps the order, and what is in the list twice.
@Model
final class link_originArrayElement {
  var index: Int
  var owner: link_origin?
  @Relationship(inverse: \object.link_originArrayElements) var object: object?

  init(
    index: Int,
    object: object?
  ) {
    self.index = index
    self.object = object
  }
}
