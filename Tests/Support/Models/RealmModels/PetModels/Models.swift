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
    get { petsElements.objects }
    set { [PersonPetsElement].set(\.petsElements, of: self, to: newValue) }
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
final class PersonPetsElement: ListElement {
  static var ownsObjects: Bool { false }
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
