// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Reads what a path such as `folder.name` leads to, from an object.
package final class PathReader {
  /// The names of the path.
  package let names: [String]
  private let store: Store
  /// By depth, as each reads one property only.
  private var readers: [Int: ObjectReader] = [:]

  package init(_ store: Store, _ path: String) throws {
    self.store = store
    names = path.split(separator: ".").map(String.init)
    guard !names.isEmpty else {
      throw StoreError(.unknownProperty, "The name of a column is empty.")
    }
  }

  /// - Throws: ``StoreError`` if the path leads nowhere.
  package func check(from entity: EntityDescription) throws {
    var current: EntityDescription? = entity
    var elements: [AttributeDescription]?
    for (index, name) in names.enumerated() {
      if let known = elements {
        guard let element = known.first(where: { $0.name == name }) else { throw unknown(index) }
        elements = element.elements
      } else if name == "count", index > 0, index == names.count - 1 {
        return
      } else if let attribute = current?.attribute(named: name) {
        elements = attribute.elements
      } else if let relationship = current?.relationship(named: name) {
        current = store.model.entity(named: relationship.destination)
      } else if name == "self", names.count == 1 {
        return
      } else {
        throw unknown(index)
      }
    }
  }

  private func unknown(_ index: Int) -> StoreError {
    StoreError(
      .unknownProperty, "There is no property '\(names[...index].joined(separator: "."))'.",
      advice: "'swiftdata schema' lists the properties.")
  }

  package func value(of object: StoredObject) throws -> StoredValue {
    if names == ["self"] { return .object(object.reference) }
    return try value(object, 0)
  }

  private func value(_ object: StoredObject, _ depth: Int) throws -> StoredValue {
    guard depth < names.count, let value = object[names[depth]] else { return .null }
    return try follow(value, depth + 1)
  }

  private func follow(_ value: StoredValue, _ depth: Int) throws -> StoredValue {
    guard depth < names.count else { return value }
    let name = names[depth]
    switch value {
    case .object(let reference):
      guard let object = try reader(depth).object(reference) else { return .null }
      return try self.value(object, depth)
    case .objects(let references):
      if name == "count", depth == names.count - 1 { return .integer(Int64(references.count)) }
      return .array(
        try references.compactMap { reference in
          try reader(depth).object(reference).map { try self.value($0, depth) }
        })
    case .composite(let fields):
      return try follow(fields.first { $0.name == name }?.value ?? .null, depth + 1)
    case .enumeration(name, let payload):
      guard let payload else { return .string(name) }
      return try follow(payload, depth + 1)
    default: return .null
    }
  }

  private func reader(_ depth: Int) -> ObjectReader {
    if let reader = readers[depth] { return reader }
    let reader = ObjectReader(store, properties: [names[depth]])
    readers[depth] = reader
    return reader
  }
}
