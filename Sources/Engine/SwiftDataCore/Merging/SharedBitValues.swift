// SPDX-License-Identifier: Apache-2.0

/// The values of the properties that share the last bit of masks, at one moment.
///
/// The bit says that one of them has changed. Which ones have, in memory and in the store, is found by comparing both
/// with the values that they had before: an object keeps those from the first such change on.
struct SharedBitValues {
  private enum Value: Equatable {
    case columns([ColumnConstant])
    /// The key that a to-one relationship leads to, 0 for none.
    case target(Int64)
  }

  /// By index; what is not loaded, or cannot be compared, is not here.
  private var values: [Int: Value] = [:]

  init(of object: any PersistentModel, _ description: _ModelDescription) {
    // The getters of the object itself would tell observers.
    let copy = description.make()
    for property in description.properties.dropFirst(PropertyMask.sharedBit) where property.isLoaded(object) {
      switch property.kind {
      case .toMany: continue
      case .toOne:
        if let key = Self.target(property.related(of: object)) { values[property.index] = .target(key) }
      case .attribute:
        guard !property.isEphemeral, let codec = property.codec else { continue }
        property.copyStored(from: object, to: copy)
        if let value = property.read(copy),
          let columns = try? ConstantColumns.columns(of: value, codec: codec, description)
        {
          values[property.index] = .columns(columns)
        }
      }
    }
  }

  /// Whether a property has another value in `other`, or one that cannot be told.
  func differs(from other: SharedBitValues, at index: Int) -> Bool {
    guard let value = values[index], let otherValue = other.values[index] else { return true }
    return value != otherValue
  }

  /// The key of the row that a to-one relationship leads to, 0 for none; `nil` if that is not known.
  static func target(_ value: RelatedValue) -> Int64? {
    switch value {
    case .none: 0
    case .key(let key): key
    case .object(let object): object._$state?.key
    case .fault, .objects: nil
    }
  }
}

extension ContextCore {
  /// Keeps the values of the properties that share a bit, before one of them changes for the first time.
  func keepSharedBitValues(of object: any PersistentModel, _ state: _ModelState) {
    guard !state.dirty.contains(PropertyMask.sharedBit), let entity = state.entity else { return }
    state.ensuredExtra.sharedBitValues = SharedBitValues(of: object, entity.description)
  }

  /// Those values, if one of them has changed since.
  func keptSharedBitValues(_ state: _ModelState) -> SharedBitValues? {
    state.dirty.contains(PropertyMask.sharedBit) ? state.extra?.sharedBitValues : nil
  }
}
