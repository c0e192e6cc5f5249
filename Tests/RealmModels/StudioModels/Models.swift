// The models of fmt24-realm-studio__asset_file__43321d26.realm, format 24, schema version 0.
// Written by 'swiftdata realm schema --swift'.

import Foundation
import SwiftData

@Model
final class Cat {
  var name: String?
  var age: Int = 0
  var height: Float = 0
  var weight: Double = 0
  var hasTail: Bool = false
  var birthday: Date?
  @Relationship(inverse: \Owner.cats) var owner: Owner?
  @Relationship(inverse: \DogPrimaryKey.cats) var scaredOfDog: DogPrimaryKey?
  /// The other end of Owner.cat.
  var owners: [Owner] = []

  init(
    name: String? = nil,
    age: Int = 0,
    height: Float = 0,
    weight: Double = 0,
    hasTail: Bool = false,
    birthday: Date? = nil,
    owner: Owner? = nil,
    scaredOfDog: DogPrimaryKey? = nil
  ) {
    self.name = name
    self.age = age
    self.height = height
    self.weight = weight
    self.hasTail = hasTail
    self.birthday = birthday
    self.owner = owner
    self.scaredOfDog = scaredOfDog
  }
}

@Model
final class Owner {
  var name: String?
  @Relationship(deleteRule: .cascade, inverse: \OwnerDogsElement.owner)
  var dogsElements: [OwnerDogsElement] = []
  @Relationship(inverse: \Cat.owners) var cat: Cat?
  /// The other end of Cat.owner.
  var cats: [Cat] = []
  /// The other end of Dog.owner.
  var dogs2: [Dog] = []
  /// The other end of DogPrimaryKey.owner.
  var dogPrimaryKeys: [DogPrimaryKey] = []

  /// The objects of `dogsElements`, in their order.
  var dogs: [Dog] {
    get { dogsElements.sorted { $0.index < $1.index }.compactMap(\.object) }
    set {
      for element in dogsElements { element.modelContext?.delete(element) }
      dogsElements = newValue.enumerated().map {
        OwnerDogsElement(index: $0.offset, object: $0.element)
      }
    }
  }

  init(
    name: String? = nil,
    dogs: [Dog] = [],
    cat: Cat? = nil
  ) {
    self.name = name
    self.dogs = dogs
    self.cat = cat
  }
}

@Model
final class Dog {
  #Index<Dog>([\.name])

  var name: String?
  var age: Int = 0
  var height: Float = 0
  var weight: Double = 0
  var hasTail: Bool = false
  var birthday: Date?
  @Relationship(inverse: \Owner.dogs2) var owner: Owner?
  /// The other end of OwnerDogsElement.object.
  @Relationship(deleteRule: .cascade) var ownerDogsElements: [OwnerDogsElement] = []

  init(
    name: String? = nil,
    age: Int = 0,
    height: Float = 0,
    weight: Double = 0,
    hasTail: Bool = false,
    birthday: Date? = nil,
    owner: Owner? = nil
  ) {
    self.name = name
    self.age = age
    self.height = height
    self.weight = weight
    self.hasTail = hasTail
    self.birthday = birthday
    self.owner = owner
  }
}

@Model
final class DogPrimaryKey {
  @Attribute(.unique) var id: Int
  var name: String?
  var age: Int = 0
  var height: Float = 0
  var weight: Double = 0
  var hasTail: Bool = false
  var birthday: Date?
  @Relationship(inverse: \Owner.dogPrimaryKeys) var owner: Owner?
  /// The other end of Cat.scaredOfDog.
  var cats: [Cat] = []

  init(
    id: Int,
    name: String? = nil,
    age: Int = 0,
    height: Float = 0,
    weight: Double = 0,
    hasTail: Bool = false,
    birthday: Date? = nil,
    owner: Owner? = nil
  ) {
    self.id = id
    self.name = name
    self.age = age
    self.height = height
    self.weight = weight
    self.hasTail = hasTail
    self.birthday = birthday
    self.owner = owner
  }
}

/// An element of Owner.dogs: keeps the order, and what is in the list twice.
@Model
final class OwnerDogsElement {
  var index: Int
  var owner: Owner?
  @Relationship(inverse: \Dog.ownerDogsElements) var object: Dog?

  init(
    index: Int,
    object: Dog?
  ) {
    self.index = index
    self.object = object
  }
}
