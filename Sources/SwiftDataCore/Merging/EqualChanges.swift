extension ContextCore {
  /// Of the attributes that both sides have changed, those that they have changed to the same value: nothing is lost,
  /// whoever comes last.
  func equalChanges(
    _ both: _PropertyMask, _ object: any PersistentModel, _ state: _ModelState, _ entity: _Entity
  ) -> _PropertyMask {
    var equal = _PropertyMask.none
    guard !both.isEmpty, let row = storedRow(of: object, state, entity) else { return equal }
    // Properties from some index on share a bit.
    for property in entity.properties
    where !property.isRelationship && property.index < _PropertyMask.sharedBit && both.contains(property.index) {
      let description = property.description
      guard let codec = description.codec, let mine = description.read(object),
        let theirs = description.read(row.object)
      else { continue }
      if let mine = try? _ConstantColumns.columns(of: mine, codec: codec, entity.description),
        let theirs = try? _ConstantColumns.columns(of: theirs, codec: codec, entity.description), mine == theirs
      {
        equal.insert(property.index)
      }
    }
    return equal
  }
}
