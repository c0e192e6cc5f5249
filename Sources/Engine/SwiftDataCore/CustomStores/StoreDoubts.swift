// SPDX-License-Identifier: Apache-2.0

/// What a store may keep in another way than it was sent, without knowing.
///
/// Models that raise one of these doubts are read again right after they were saved. A store that has once been seen to do
/// right is not asked again.
struct StoreDoubts: OptionSet {
  let rawValue: Int

  /// Most encoded forms of a date drop fractions of a second. The next save would take that for the change of somebody
  /// else.
  static let fractionsOfSeconds = StoreDoubts(rawValue: 1)
  /// Identifiers of models that are saved together are temporary until the store replaces them. One that forgets to has
  /// a model that nobody can read.
  static let newRelations = StoreDoubts(rawValue: 2)

  init(rawValue: Int) { self.rawValue = rawValue }

  /// - Parameter snapshot: As it was sent.
  init(_ snapshot: DefaultSnapshot) {
    self = []
    if snapshot.hasFractionsOfSeconds { insert(.fractionsOfSeconds) }
    let leadsToNew = snapshot.values.values.contains { value in
      switch value {
      case .identifier(let identifier): identifier.isTemporary
      case .identifiers(let identifiers): identifiers.contains(where: \.isTemporary)
      case .none, .value, .array, .object, .wrongType: false
      }
    }
    if leadsToNew { insert(.newRelations) }
  }
}
