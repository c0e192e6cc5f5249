// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes

/// The hashes by which Core Data tells whether a store was written with a
/// model: one per entity, and two over all of them.
///
/// ```swift
/// let hashes = VersionHashes.hashes(of: model)
/// let fits = hashes == metadata["NSStoreModelVersionHashes"]
/// ```
///
/// Source: the stores that Apple's software writes, whose hashes these equal.
/// How derived attributes enter them is not known; the hashes of entities
/// that have some are not Apple's.
package enum VersionHashes {
  /// How the hash of an entity is put together.
  package enum Rules: Sendable {
    /// As Core Data does.
    case current
    /// As this library did before: nested composites had hashes of their own, and constraints kept their order. Stores
    /// are recognized by it, and never written with it.
    case former
  }

  /// `NSStoreModelVersionHashes`: the hash of every entity, by name.
  package static func hashes(
    of model: ManagedObjectModel, _ rules: Rules = .current
  ) -> [String: Data] {
    var hashes: [String: [UInt8]] = [:]
    var lineages: [String: Set<String>] = [:]
    let entities = ManagedObjectModel.ordered(model.entities)
    // Superentities first: their hash enters those of their subentities.
    for entity in entities {
      let above = entity.superentity.flatMap { lineages[$0] } ?? []
      lineages[entity.name] = above.union([entity.name])
    }
    for entity in entities {
      let superentity = entity.superentity.flatMap { hashes[$0] } ?? []
      // Of one line: a property of one name is one and the same in both.
      hashes[entity.name] = hash(entity, superentity: superentity, rules) { other in
        lineages[entity.name]?.contains(other) == true
          || lineages[other]?.contains(entity.name) == true
      }
    }
    return hashes.mapValues { Data($0) }
  }

  /// `NSStoreModelVersionHashesDigest` of the hashes of all entities.
  package static func digest(_ hashes: [String: Data]) -> String {
    let input = sorted(hashes).flatMap { Array($0.key.utf8) + Array($0.value) }
    return Data(SHA2.sha512(input)).base64EncodedString()
  }

  /// `NSStoreModelVersionChecksumKey` of the hashes of all entities.
  package static func checksum(_ hashes: [String: Data]) -> String {
    Data(SHA2.sha256(sorted(hashes).flatMap { Array($0.value) })).base64EncodedString()
  }

  private static func sorted(_ hashes: [String: Data]) -> [(key: String, value: Data)] {
    hashes.sorted { precedes($0.key, $1.key) }
  }

  /// By code points, whatever the language.
  static func precedes(_ lhs: String, _ rhs: String) -> Bool {
    lhs.utf8.lexicographicallyPrecedes(rhs.utf8)
  }
}
