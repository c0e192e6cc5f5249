// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

/// What a store says of the attributes of a schema: in the model that it was
/// written with, and in the record of those that it keeps for older models.
struct StoredAttributes {
  private let contents: StoreContents
  private let kept: KeptAttributes.Descriptions
  /// By entity and present name.
  private let oldNames: [String: [String: String]]

  init(_ contents: StoreContents, _ entities: [_Entity]) {
    self.contents = contents
    guard contents.storedModel != nil else {
      // Nothing has changed.
      (kept, oldNames) = ([:], [:])
      return
    }
    kept = contents.metadata?.keptAttributes ?? [:]
    oldNames = Self.oldNames(contents, entities)
  }

  static func oldNames(_ contents: StoreContents, _ entities: [_Entity]) -> [String: [String: String]] {
    let renames = PropertyRenames(contents: contents, entities: entities)
    return entities.reduce(into: [:]) { $0[$1.name] = renames.oldNames(in: $1) }
  }

  /// The attribute in the model that the store was written with.
  func present(_ property: _Property) -> AttributeDescription? {
    let stored = contents.storedModel?.entity(named: property.entity.name)?.attributes
    return find(property) { name in stored?.first { $0.name == name } }
  }

  /// The attribute with everything that the store has of it, kept parts too.
  func described(_ property: _Property) -> AttributeDescription? {
    let former = find(property) { kept[property.entity.name]?[$0] }
    guard let present = present(property) else { return former }
    return former.map { present.adding(elementsOf: $0) } ?? present
  }

  /// The path of a part in the store.
  func path(_ property: _Property, _ part: [String]) -> String {
    ([name(of: property)] + part).joined(separator: ".")
  }

  private func name(of property: _Property) -> String {
    oldNames[property.entity.name]?[property.name] ?? property.name
  }

  private func find(
    _ property: _Property, _ attribute: (String) -> AttributeDescription?
  ) -> AttributeDescription? {
    if let found = attribute(name(of: property)) { return found }
    // A name that is still in use is left to its property.
    guard let original = PropertyRenames.originalName(of: property),
      !PropertyPlaces.own(property.entity).contains(where: { $0.name == original })
    else { return nil }
    return attribute(original)
  }
}
