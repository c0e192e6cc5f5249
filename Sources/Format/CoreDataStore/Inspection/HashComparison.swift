// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// The version hashes of the metadata beside those recomputed from the model
/// that the store carries.
package struct HashComparison: Sendable {
  /// Entities whose hashes differ, or that only one side has.
  package let different: [String]
  /// Entities with derived attributes: how these enter is not known.
  package let leftOut: [String]
  /// Whether the digest in the metadata is that of its hashes; `nil` if there
  /// is none.
  package let digestMatches: Bool?
  /// Whether the checksum in the metadata is that of its hashes; `nil` if
  /// there is none.
  package let checksumMatches: Bool?

  package var allMatch: Bool { different.isEmpty }

  /// `nil` if the store carries no model.
  init?(_ store: Store) {
    guard store.modelOrigin == .cache else { return nil }
    let stated = store.metadata.versionHashes
    let computed = VersionHashes.hashes(of: store.model)
    // This library has not always put them together as Core Data does.
    let former = VersionHashes.hashes(of: store.model, .former)
    let derived = store.model.entities.filter { $0.attributes.contains(where: \.isDerived) }
    leftOut = derived.map(\.name).sorted()
    let names = Set(stated.keys).union(computed.keys).subtracting(leftOut)
    different = names.filter { stated[$0] != computed[$0] && stated[$0] != former[$0] }.sorted()
    digestMatches = store.metadata.digest.map { $0 == VersionHashes.digest(stated) }
    checksumMatches = store.metadata.checksum.map { $0 == VersionHashes.checksum(stated) }
  }
}
