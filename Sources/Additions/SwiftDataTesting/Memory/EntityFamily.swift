// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// An entity with those below it: a fetch of a class gives models of its subclasses, too.
enum EntityFamily {
  static func names<T: PersistentModel>(of type: T.Type, in schema: Schema) -> Set<String> {
    var names: Set = [Schema.entityName(for: type)]
    var pending = schema.entity(for: type).map { [$0] } ?? []
    while let entity = pending.popLast() {
      for below in schema.entities where below.superentityName == entity.name {
        if names.insert(below.name).inserted { pending.append(below) }
      }
    }
    return names
  }
}
