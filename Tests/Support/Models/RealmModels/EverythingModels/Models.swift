// The models of everything.realm, format 24, schema version 3.
// Written by 'swiftdata realm schema --swift'.
//
// Without counterpart here:
// - Event: Asymmetric objects are written for a server only; they are left out.
// - Link Model.gone: The links lead to a class that is not kept.

import Foundation
import SwiftData

/// Called Set in the file.
@Model
final class SetModel {
  #Index<SetModel>([\.id2])

  /// An ObjectId, as 24 hexadecimal digits.
  @Attribute(.unique) var _id: String
  /// Called id in the file.
  var id2: Int = 0
  /// Called description in the file.
  var descriptionValue: String = ""
  var `class`: String?
  /// Called with space in the file.
  var with_space: Bool = false
  /// Called 1st in the file.
  var _1st: Double = 0
  /// Called self in the file.
  var selfValue: Float = 0
  /// A Decimal128. Decimal has no infinity, and exponents of at most 127.
  /// Called hashValue in the file.
  var hashValueValue: Decimal = 0
  /// Called Type in the file.
  var type: UUID = UUID()
  /// Called _class in the file.
  var _class2: Data = Data()
  /// Called modelContext in the file.
  var modelContextValue: Date = Date()
  var numbers: [Int] = []
  var perhaps: [String?] = []
  var days: Set<Date> = []
  /// A Decimal128. Decimal has no infinity, and exponents of at most 127.
  var prices: [String: Decimal?] = [:]
  /// An AnyRealmValue.
  @Attribute(.codable) var any: RealmAny = .null
  /// An AnyRealmValue.
  @Attribute(.codable) var anys: [RealmAny] = []
  /// An AnyRealmValue.
  @Attribute(.codable) var anyByName: [String: RealmAny] = [:]
  /// The other end of Link_Model.one.
  var link_Models: [Link_Model] = []
  /// The other end of Link_ModelListElement.object.
  @Relationship(deleteRule: .cascade) var link_ModelListElements: [Link_ModelListElement] = []
  /// The other end of Link_ModelByNameElement.object.
  var link_ModelByNameElements: [Link_ModelByNameElement] = []

  init(
    _id: String,
    id2: Int = 0,
    descriptionValue: String = "",
    `class`: String? = nil,
    with_space: Bool = false,
    _1st: Double = 0,
    selfValue: Float = 0,
    hashValueValue: Decimal = 0,
    type: UUID = UUID(),
    _class2: Data = Data(),
    modelContextValue: Date = Date(),
    numbers: [Int] = [],
    perhaps: [String?] = [],
    days: Set<Date> = [],
    prices: [String: Decimal?] = [:],
    any: RealmAny = .null,
    anys: [RealmAny] = [],
    anyByName: [String: RealmAny] = [:]
  ) {
    self._id = _id
    self.id2 = id2
    self.descriptionValue = descriptionValue
    self.`class` = `class`
    self.with_space = with_space
    self._1st = _1st
    self.selfValue = selfValue
    self.hashValueValue = hashValueValue
    self.type = type
    self._class2 = _class2
    self.modelContextValue = modelContextValue
    self.numbers = numbers
    self.perhaps = perhaps
    self.days = days
    self.prices = prices
    self.any = any
    self.anys = anys
    self.anyByName = anyByName
  }
}

/// Called Link Model in the file.
@Model
final class Link_Model {
  @Relationship(inverse: \SetModel.link_Models) var one: SetModel?
  /// A set: each object is in it once, in no order.
  @Relationship(inverse: \Link_Model.link_Models) var set: [Link_Model] = []
  @Relationship(deleteRule: .cascade, inverse: \Link_ModelListElement.owner)
  var listElements: [Link_ModelListElement] = []
  @Relationship(deleteRule: .cascade, inverse: \Link_ModelByNameElement.owner)
  var byNameElements: [Link_ModelByNameElement] = []
  var address: Address?
  var addresses: [Address] = []
  var addressByName: [String: Address] = [:]
  @Relationship(deleteRule: .cascade, inverse: \Node.link_Model) var node: Node?
  @Relationship(deleteRule: .cascade, inverse: \Link_ModelNodesElement.owner)
  var nodesElements: [Link_ModelNodesElement] = []
  @Relationship(deleteRule: .cascade, inverse: \Link_ModelNodeByNameElement.owner)
  var nodeByNameElements: [Link_ModelNodeByNameElement] = []
  /// The other end of Link_Model.set.
  var link_Models: [Link_Model] = []

  /// The objects of `listElements`, in their order.
  var list: [SetModel] {
    get { listElements.objects }
    set { [Link_ModelListElement].set(\.listElements, of: self, to: newValue) }
  }

  /// The objects of `byNameElements`, by their keys.
  var byName: [String: SetModel] {
    get { byNameElements.objectsByKey }
    set { [Link_ModelByNameElement].set(\.byNameElements, of: self, to: newValue) }
  }

  /// The objects of `nodesElements`, in their order.
  var nodes: [Node] {
    get { nodesElements.objects }
    set { [Link_ModelNodesElement].set(\.nodesElements, of: self, to: newValue) }
  }

  /// The objects of `nodeByNameElements`, by their keys.
  var nodeByName: [String: Node] {
    get { nodeByNameElements.objectsByKey }
    set { [Link_ModelNodeByNameElement].set(\.nodeByNameElements, of: self, to: newValue) }
  }

  init(
    one: SetModel? = nil,
    set: [Link_Model] = [],
    list: [SetModel] = [],
    byName: [String: SetModel] = [:],
    address: Address? = nil,
    addresses: [Address] = [],
    addressByName: [String: Address] = [:],
    node: Node? = nil,
    nodes: [Node] = [],
    nodeByName: [String: Node] = [:]
  ) {
    self.one = one
    self.set = set
    self.list = list
    self.byName = byName
    self.address = address
    self.addresses = addresses
    self.addressByName = addressByName
    self.node = node
    self.nodes = nodes
    self.nodeByName = nodeByName
  }
}

/// An embedded object: it belongs to one other, and is deleted with it.
@Model
final class Node {
  var name: String = ""
  @Relationship(deleteRule: .cascade, inverse: \Node.node) var next: Node?
  /// The other end of Link_Model.node.
  var link_Model: Link_Model?
  /// The other end of Link_ModelNodesElement.object.
  @Relationship(deleteRule: .cascade) var link_ModelNodesElement: Link_ModelNodesElement?
  /// The other end of Link_ModelNodeByNameElement.object.
  var link_ModelNodeByNameElement: Link_ModelNodeByNameElement?
  /// The other end of Node.next.
  var node: Node?

  init(
    name: String = "",
    next: Node? = nil
  ) {
    self.name = name
    self.next = next
  }
}

@Model
final class Empty {
  init() {}
}

@Model
final class __Class {
  var name: String = ""

  init(
    name: String = ""
  ) {
    self.name = name
  }
}

/// An element of Link_Model.list: keeps the order, and what is in the list twice.
@Model
final class Link_ModelListElement: ListElement {
  static var ownsObjects: Bool { false }
  var index: Int
  var owner: Link_Model?
  @Relationship(inverse: \SetModel.link_ModelListElements) var object: SetModel?

  init(
    index: Int,
    object: SetModel?
  ) {
    self.index = index
    self.object = object
  }
}

/// An entry of Link_Model.byName.
@Model
final class Link_ModelByNameElement: MapEntry {
  static var ownsObjects: Bool { false }
  var key: String
  var owner: Link_Model?
  @Relationship(inverse: \SetModel.link_ModelByNameElements) var object: SetModel?

  init(
    key: String,
    object: SetModel?
  ) {
    self.key = key
    self.object = object
  }
}

/// An element of Link_Model.nodes: keeps the order, and what is in the list twice.
@Model
final class Link_ModelNodesElement: ListElement {
  static var ownsObjects: Bool { true }
  var index: Int
  var owner: Link_Model?
  @Relationship(deleteRule: .cascade, inverse: \Node.link_ModelNodesElement) var object: Node?

  init(
    index: Int,
    object: Node?
  ) {
    self.index = index
    self.object = object
  }
}

/// An entry of Link_Model.nodeByName.
@Model
final class Link_ModelNodeByNameElement: MapEntry {
  static var ownsObjects: Bool { true }
  var key: String
  var owner: Link_Model?
  @Relationship(deleteRule: .cascade, inverse: \Node.link_ModelNodeByNameElement) var object: Node?

  init(
    key: String,
    object: Node?
  ) {
    self.key = key
    self.object = object
  }
}

/// An embedded object, as a value.
struct Address: Codable, Hashable {
  var street: String = ""
  var tags: [String] = []
  var country: Country?
}

/// An embedded object, as a value.
struct Country: Codable, Hashable {
  var code: String?
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

/// A model that keeps an object under a key.
private protocol MapEntry: AnyObject {
  associatedtype KeyedObject: PersistentModel
  /// Whether the objects belong to the dictionary, and go with their entries.
  static var ownsObjects: Bool { get }
  var key: String { get set }
  var object: KeyedObject? { get set }
  init(key: String, object: KeyedObject?)
}

extension Array where Element: MapEntry & PersistentModel {
  /// The objects by their keys.
  var objectsByKey: [String: Element.KeyedObject] {
    var objects: [String: Element.KeyedObject] = [:]
    for entry in self { objects[entry.key] = entry.object }
    return objects
  }

  /// Makes entries those of other objects. What stays keeps its entry, and so does a key without an object.
  static func set<Owner: PersistentModel>(
    _ path: ReferenceWritableKeyPath<Owner, [Element]>, of owner: Owner, to objects: [String: Element.KeyedObject]
  ) {
    var missing = objects
    var replaced: [Element.KeyedObject] = []
    var removed: [Element] = []
    for entry in owner[keyPath: path] {
      guard let object = missing.removeValue(forKey: entry.key) else {
        if objects.isEmpty || entry.object != nil { removed.append(entry) }
        continue
      }
      guard entry.object !== object else { continue }
      if let former = entry.object { replaced.append(former) }
      entry.object = object
    }
    if !removed.isEmpty {
      let gone = Set(removed.map { ObjectIdentifier($0) })
      owner[keyPath: path].removeAll { gone.contains(ObjectIdentifier($0)) }
      for entry in removed {
        if let object = entry.object { replaced.append(object) }
        entry.object = nil
        entry.modelContext?.delete(entry)
      }
    }
    if !missing.isEmpty {
      owner[keyPath: path].append(
        contentsOf: missing.sorted { $0.key < $1.key }.map { Element(key: $0.key, object: $0.value) })
    }
    guard Element.ownsObjects else { return }
    let kept = Set(objects.values.map { ObjectIdentifier($0) })
    for object in replaced where !kept.contains(ObjectIdentifier(object)) { object.modelContext?.delete(object) }
  }
}

/// A value of any type, as Realm's AnyRealmValue.
///
/// An object is named by its class and its key in the Realm file, as a
/// value cannot be related to a model.
indirect enum RealmAny: Codable, Hashable {
  case null
  case int(Int)
  case bool(Bool)
  case float(Float)
  case double(Double)
  case string(String)
  case data(Data)
  case date(Date)
  case decimal(Decimal)
  case objectID(String)
  case uuid(UUID)
  case object(type: String, key: Int)
  case list([RealmAny])
  case dictionary([String: RealmAny])
}
