// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The values that a store may keep in another form than they were sent, without knowing.
///
/// Models that raise one of these doubts are read again right after they were saved. A store that has once been seen to do
/// right is not asked again.
struct StoreDoubts: OptionSet {
  let rawValue: Int

  /// Most encoded forms of a date drop fractions of a second. The next save would take that for the change of another
  /// writer.
  static let fractionsOfSeconds = StoreDoubts(rawValue: 1)
  /// Identifiers of models that are saved together are temporary until the store replaces them. One that forgets to has
  /// a model that cannot be read.
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

extension DefaultSnapshot {
  /// Whether some date has a fraction of a second, also one in an array or in a part of a value.
  var hasFractionsOfSeconds: Bool {
    values.values.contains { value in
      if case .value(let value) = value { Self.hasFraction(value, depth: 0) } else { false }
    }
  }

  /// How far values are looked into.
  private static let greatestDepth = 6

  private static func hasFraction(_ value: Any, depth: Int) -> Bool {
    if let date = value as? Date {
      let seconds = date.timeIntervalSinceReferenceDate
      return seconds.rounded(.down) != seconds
    }
    if value is any _ColumnValue || depth == greatestDepth { return false }
    return Mirror(reflecting: value).children.contains { hasFraction($0.value, depth: depth + 1) }
  }
}
