// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SourceText

/// Uniqueness and indexes as Swift.
struct ConstraintSource {
  let store: Store
  let entity: EntityDescription

  /// Those that the entity does not inherit, in their order, which counts.
  private var constraints: [[String]] {
    let inherited = store.model.ancestors(of: entity).first?.uniquenessConstraints ?? []
    return entity.uniquenessConstraints.filter { !inherited.contains($0) && !$0.isEmpty }
  }

  /// The attribute that `@Attribute(.unique)` is enough for.
  var marked: String? {
    guard constraints.count == 1, let only = constraints.first, only.count == 1,
      store.model.ownAttributes(of: entity).contains(where: { $0.name == only[0] })
    else { return nil }
    return only[0]
  }

  var text: String {
    var text = ""
    if marked == nil, !constraints.isEmpty {
      text += "  #Unique<\(name)>(\(constraints.map(paths).joined(separator: ", ")))\n"
    }
    let indexes = entity.indexes.filter { index in
      // An index of a relationship alone is there without being asked for.
      index.elements.contains { entity.attribute(named: $0.property) != nil }
        && index.elements.allSatisfy { element in
          entity.attribute(named: element.property) != nil
            || entity.relationship(named: element.property)?.isToMany == false
        }
    }
    let groups = indexes.map { $0.elements.map(\.property) }
    var seen: [[String]] = []
    for group in groups where !seen.contains(group) { seen.append(group) }
    if !seen.isEmpty { text += "  #Index<\(name)>(\(seen.map(paths).joined(separator: ", ")))\n" }
    return text.isEmpty ? "" : text + "\n"
  }

  private var name: String { SwiftNames.escaped(entity.name) }

  private func paths(_ names: [String]) -> String {
    "[" + names.map { "\\.\(SwiftNames.escaped($0))" }.joined(separator: ", ") + "]"
  }
}
