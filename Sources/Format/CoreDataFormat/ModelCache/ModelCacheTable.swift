// SPDX-License-Identifier: Apache-2.0

/// Z_MODELCACHE: the model that the store was last written with.
///
/// Apple's framework takes it for the old model when it migrates a store, and
/// tools read from it what the tables do not say. Stores of before Mac OS X 10.7
/// have no such table.
package enum ModelCacheTable {
  package static let name = "Z_MODELCACHE"
  package static let column = "Z_CONTENT"

  /// As Core Data writes it.
  package static let creation = "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"
  /// The model's bytes: see ``ModelCache``.
  package static let selection = "SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1"
  /// Adds the model's bytes, ?1.
  package static let insertion = "INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?1)"
  package static let deletion = "DELETE FROM Z_MODELCACHE"
}
