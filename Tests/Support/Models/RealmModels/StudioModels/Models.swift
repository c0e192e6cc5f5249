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
    get { dogsElements.objects }
    set { [OwnerDogsElement].set(\.dogsElements, of: self, to: newValue) }
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
final class OwnerDogsElement: ListElement {
  static var ownsObjects: Bool { false }
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

/// A model that keeps the place of an object in a list.
private protocol ListElement: AnyObject {
  associatedtype ListedObject: PersistentModel
  /// Whether the objects belong to the list, and go with their elements.
  static var ownsObjects: Bool { get }
  /// Ascending along the list, with gaps.
  var index: Int { get set }
  var object: ListedObject? { get set }
  init(index: Int, object: ListedObject?)
}

extension Array where Element: ListElement & PersistentModel {
  /// The objects, in their order.
  var objects: [Element.ListedObject] { inOrder.compactMap(\.object) }

  private var inOrder: [Element] {
    map { (index: $0.index, element: $0) }.sorted { $0.index < $1.index }.map(\.element)
  }

  /// Makes a list of elements one of other objects. What stays in the list keeps its element, and only places
  /// that must change are written.
  static func set<Owner: PersistentModel>(
    _ path: ReferenceWritableKeyPath<Owner, [Element]>, of owner: Owner, to objects: [Element.ListedObject]
  ) {
    let former = owner[keyPath: path].inOrder
    var free: [ObjectIdentifier: [Element]] = [:]
    var removed: [Element] = []
    for element in former.reversed() {
      if let object = element.object {
        free[ObjectIdentifier(object), default: []].append(element)
      } else {
        removed.append(element)
      }
    }
    var added: [Element] = []
    let new = objects.map { object -> Element in
      if let element = free[ObjectIdentifier(object)]?.popLast() { return element }
      let element = Element(index: 0, object: object)
      added.append(element)
      return element
    }
    removed += free.values.joined()
    place(new, after: former)
    if !removed.isEmpty {
      let gone = Set(removed.map { ObjectIdentifier($0) })
      owner[keyPath: path].removeAll { gone.contains(ObjectIdentifier($0)) }
      let kept = Set(objects.map { ObjectIdentifier($0) })
      for element in removed {
        let object = element.object
        element.object = nil
        element.modelContext?.delete(element)
        guard Element.ownsObjects, let object, !kept.contains(ObjectIdentifier(object)) else { continue }
        object.modelContext?.delete(object)
      }
    }
    if !added.isEmpty { owner[keyPath: path].append(contentsOf: added) }
  }

  /// Gives places to the part between those that have not moved.
  private static func place(_ new: [Element], after former: [Element]) {
    var start = 0
    while start < new.count, start < former.count, new[start] === former[start] { start += 1 }
    var end = 0
    while end < new.count - start, end < former.count - start,
      new[new.count - 1 - end] === former[former.count - 1 - end]
    {
      end += 1
    }
    let count = new.count - start - end
    guard count > 0 else { return }
    let lower = start > 0 ? new[start - 1].index : nil
    let upper = end > 0 ? new[new.count - end].index : nil
    let first = lower.map { $0 + 1 } ?? upper.map { $0 - count } ?? 0
    for offset in 0..<count where new[start + offset].index != first + offset {
      new[start + offset].index = first + offset
    }
    guard let upper, first + count > upper else { return }
    let shift = first + count - upper
    for element in new.suffix(end) { element.index += shift }
  }
}
