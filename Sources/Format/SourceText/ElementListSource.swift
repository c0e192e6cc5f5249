// SPDX-License-Identifier: Apache-2.0

/// What generated sources have to keep lists and dictionaries of objects by models for their elements.
///
/// One text for all generators, so that a list means the same in all of them.
package enum ElementListSource {
  /// The protocols of elements, and how a list is read and changed.
  ///
  /// - Parameters:
  ///   - lists: whether there are lists.
  ///   - dictionaries: whether there are dictionaries.
  ///   - isPrivate: whether other files of the module may have the same for themselves.
  ///   - isOptional: whether the relationships are optional, as CloudKit wants them.
  package static func text(
    lists: Bool, dictionaries: Bool, isPrivate: Bool = false, isOptional: Bool = false
  ) -> String {
    var parts: [String] = []
    if lists { parts += [listElement, list] }
    if dictionaries { parts += [mapEntry, map] }
    if isOptional {
      if lists { parts.append(optional("RealmListElement", "[Element.ListedObject]")) }
      if dictionaries { parts.append(optional("RealmMapEntry", "[String: Element.KeyedObject]")) }
      parts.append(orEmpty)
    }
    let text = parts.joined(separator: "\n\n")
    guard isPrivate else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line.hasPrefix("protocol ") ? "private " + line : String(line)
      for (name, own) in [("RealmListElement", privateListElement), ("RealmMapEntry", privateMapEntry)] {
        if let range = line.firstRange(of: name) { line.replaceSubrange(range, with: own) }
      }
      return line
    }.joined(separator: "\n")
  }

  /// The names of the protocols in a file that has them for itself.
  package static let privateListElement = "ListElement"
  package static let privateMapEntry = "MapEntry"

  /// The source of such an extension for a relationship that may be `nil`.
  private static func optional(_ element: String, _ objects: String) -> String {
    """
    extension Array where Element: \(element) & PersistentModel {
      /// Does the same for a relationship that may be `nil`, which is an empty one.
      static func set<Owner: PersistentModel>(
        _ path: ReferenceWritableKeyPath<Owner, [Element]?>, of owner: Owner, to objects: \(objects)
      ) {
        set(path.appending(path: \\.orEmpty), of: owner, to: objects)
      }
    }
    """
  }

  private static let orEmpty = """
    extension Optional where Wrapped: RangeReplaceableCollection {
      /// The collection, or an empty one.
      fileprivate var orEmpty: Wrapped {
        get { self ?? Wrapped() }
        set { self = newValue }
      }
    }
    """

  private static let listElement = """
    /// A model that keeps the place of an object in a list.
    protocol RealmListElement: AnyObject {
      associatedtype ListedObject: PersistentModel
      /// Whether the objects belong to the list, and go with their elements.
      static var ownsObjects: Bool { get }
      /// Ascending along the list, with gaps.
      var index: Int { get set }
      var object: ListedObject? { get set }
      init(index: Int, object: ListedObject?)
    }
    """

  private static let list = """
    extension Array where Element: RealmListElement & PersistentModel {
      /// The objects, in their order.
      var objects: [Element.ListedObject] { inOrder.compactMap(\\.object) }

      private var inOrder: [Element] {
        map { (index: $0.index, element: $0) }.sorted { $0.index < $1.index }.map(\\.element)
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
    """

  private static let mapEntry = """
    /// A model that keeps an object under a key.
    protocol RealmMapEntry: AnyObject {
      associatedtype KeyedObject: PersistentModel
      /// Whether the objects belong to the dictionary, and go with their entries.
      static var ownsObjects: Bool { get }
      var key: String { get set }
      var object: KeyedObject? { get set }
      init(key: String, object: KeyedObject?)
    }
    """

  private static let map = """
    extension Array where Element: RealmMapEntry & PersistentModel {
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
    """
}
