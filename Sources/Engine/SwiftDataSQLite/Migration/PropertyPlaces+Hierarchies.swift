// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// Which classes are above which, in the store and now.
extension PropertyPlaces {
  /// An entity of the store and those above it.
  func lineage(of name: String) -> [String] {
    var names = [name]
    while let parent = model.entity(named: names[names.count - 1])?.superentity,
      !names.contains(parent)
    {
      names.append(parent)
    }
    return names
  }

  func isBelow(_ name: String, _ entity: _Entity) -> Bool {
    if let other = entities[name] { return other.isKind(of: entity) }
    return lineage(of: name).contains(entity.name)
  }

  /// Whether one is above the other, in one table; siblings are not.
  func isOfOneLine(_ name: String, _ entity: _Entity) -> Bool {
    guard contents.rootName(of: name) == entity.root.name else { return false }
    if isBelow(name, entity) || lineage(of: entity.name).contains(name) { return true }
    return entities[name].map { entity.isKind(of: $0) } ?? false
  }

  /// The numbers in the store of an entity and those below it.
  func numbers(of name: String) -> [Int64] {
    contents.modelEntities.filter { lineage(of: $0.name).contains(name) }.map(\.number)
  }
}
