// The models of fmt20-realm-swift__default-v3__61e3b5aa.realm, format 20, schema version 5.
// Written by 'swiftdata realm schema --swift'.

import Foundation
import SwiftData

@Model
final class Person {
  var fullName: String = ""
  var age: Int = 0
  @Relationship(deleteRule: .cascade, inverse: \PersonPetsElement.owner)
  var petsElements: [PersonPetsElement] = []
  var address: Address?

  /// The objects of `petsElements`, in their order.
  var pets: [Pet] {
    get { petsElements.sorted { $0.index < $1.index }.compactMap(\.object) }
    set {
      for element in petsElements { element.modelContext?.delete(element) }
      petsElements = newValue.enumerated().map {
        PersonPetsElement(index: $0.offset, object: $0.element)
      }
    }
  }

  init(
    fullName: String = "",
    age: Int = 0,
    pets: [Pet] = [],
    address: Address? = nil
  ) {
    self.fullName = fullName
    self.age = age
    self.pets = pets
    self.address = address
  }
}

@Model
final class Pet {
  var name: String = ""
  var kind: String = ""
  /// The other end of PersonPetsElement.object.
  @Relationship(deleteRule: .cascade) var personPetsElements: [PersonPetsElement] = []

  init(
    name: String = "",
    kind: String = ""
  ) {
    self.name = name
    self.kind = kind
  }
}

/// An element of Person.pets: keeps the order, and what is in the list twice.
@Model
final class PersonPetsElement {
  var index: Int
  var owner: Person?
  @Relationship(inverse: \Pet.personPetsElements) var object: Pet?

  init(
    index: Int,
    object: Pet?
  ) {
    self.index = index
    self.object = object
  }
}

/// An embedded object, as a value.
struct Address: Codable, Hashable {
  var street: String = ""
  var city: String = ""
}
