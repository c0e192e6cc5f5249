// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// Of the properties that both sides have changed, those that they have changed to the same value, or that lead to the
  /// same model: nothing is lost, whoever comes last.
  ///
  /// Numbers in a store of rows are left out: two that have counted up from the same value have written the same, and one
  /// of the increments would be lost. A custom store decides that itself, as it sees each save.
  func equalChanges(
    _ both: PropertyMask, _ object: any PersistentModel, _ state: _ModelState, _ entity: _Entity
  ) -> PropertyMask {
    var equal = PropertyMask.none
    guard !both.isEmpty, let row = storedRow(of: object, state, entity) else { return equal }
    let isCustom = (try? store(of: entity).deliversWholeRows) == true
    // Those that share a bit follow.
    for property in entity.properties
    where property.index < PropertyMask.sharedBit && both.contains(property.index) && !property.isToMany {
      let description = property.description
      if property.isRelationship {
        if let mine = SharedBitValues.target(description.related(of: object)),
          mine == SharedBitValues.target(description.related(of: row.object))
        {
          equal.insert(property.index)
        }
        continue
      }
      if !isCustom, Self.isNumber(description.valueType) { continue }
      guard let codec = description.codec, let mine = description.read(object),
        let theirs = description.read(row.object)
      else { continue }
      if let mine = try? ConstantColumns.columns(of: mine, codec: codec, entity.description),
        let theirs = try? ConstantColumns.columns(of: theirs, codec: codec, entity.description), mine == theirs
      {
        equal.insert(property.index)
      }
    }
    if both.contains(PropertyMask.sharedBit), let former = keptSharedBitValues(state) {
      let mine = SharedBitValues(of: object, entity.description)
      let theirs = SharedBitValues(of: row.object, entity.description)
      let isConflict = entity.properties.dropFirst(PropertyMask.sharedBit).contains { property in
        let (index, type) = (property.index, property.description.valueType)
        guard !property.isToMany, !property.description.isEphemeral, mine.differs(from: former, at: index),
          theirs.differs(from: former, at: index)
        else { return false }
        return mine.differs(from: theirs, at: index) || !isCustom && !property.isRelationship && Self.isNumber(type)
      }
      if !isConflict { equal.insert(PropertyMask.sharedBit) }
    }
    return equal
  }

  private static func isNumber(_ type: any Any.Type) -> Bool {
    if let optional = type as? any OptionalValue.Type { return isNumber(optional.wrappedType) }
    return type is any Numeric.Type
  }
}
