// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Whether the app of one store opens another one, and what it would change.
///
/// The schema of an app is known by a store that it made: there the version hashes are those of its classes.
package struct SchemaFit {
  /// The store opens as it is.
  package let fits: Bool
  /// The differences, if it does not: `first` in the store, `second` in the app's schema.
  package let differences: [StoreComparison.SchemaDifference]
  /// Why a migration without a plan would fail, by property; empty if it would not, as far as the models tell.
  package let obstacles: [String]

  /// - Parameters:
  ///   - store: the store that is to be opened.
  ///   - schema: a store that the app made.
  package init(_ store: Store, schema: Store) throws {
    let (own, other) = (store.metadata.versionHashes, schema.metadata.versionHashes)
    fits = !own.isEmpty && own == other
    differences = fits ? [] : StoreComparison(store, schema).schema()
    var obstacles: [String] = []
    for entity in schema.model.entities where !fits {
      guard
        let old = store.model.entity(named: entity.renamingIdentifier ?? entity.name)
          ?? store.model.entity(named: entity.name),
        (try? store.count(of: old.name, includingSubentities: true)) != 0
      else { continue }
      for attribute in entity.attributes where !attribute.isOptional && !attribute.isTransient {
        let former = old.attributes.first {
          $0.name == attribute.name || $0.name == attribute.renamingIdentifier
        }
        guard former == nil || former?.isOptional == true, attribute.defaultValue == nil else { continue }
        obstacles.append(
          "\(entity.name).\(attribute.name) must have a value, has no default value, and \(old.name) has rows"
            + (former == nil ? "." : ", which may lack it."))
      }
    }
    self.obstacles = obstacles
  }
}
