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
    get { arrayElements.objects }
    set { [Link_originArrayElement].set(\.arrayElements, of: self, to: newValue) }
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
final class Link_originArrayElement: ListElement {
  static var ownsObjects: Bool { false }
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
