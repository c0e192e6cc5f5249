// SPDX-License-Identifier: Apache-2.0

extension ManagedObjectModel {
  /// The model without what classes cannot say: that an entity is abstract,
  /// that a relationship is ordered or without limit in another notation, how
  /// an attribute is derived, and modifiers of an entity's hash.
  ///
  /// Two models that are equal but for these have the same tables and rows: a
  /// program whose classes say the rest may read and write a store of the
  /// other, and should leave the other's model in it.
  ///
  /// ```swift
  /// let fits = VersionHashes.hashes(of: stored.expressible) == VersionHashes.hashes(of: own)
  /// ```
  package var expressible: ManagedObjectModel {
    var model = self
    model.entities = entities.map { entity in
      var entity = entity
      entity.isAbstract = false
      entity.versionHashModifier = nil
      for index in entity.attributes.indices { entity.attributes[index].isDerived = false }
      for index in entity.relationships.indices {
        entity.relationships[index].isOrdered = false
        // −1, or the largest number of 32 bits: as many as there are.
        let maximum = entity.relationships[index].maximumCount
        if maximum < 0 || maximum >= Int(Int32.max) { entity.relationships[index].maximumCount = 0 }
      }
      return entity
    }
    return model
  }
}
