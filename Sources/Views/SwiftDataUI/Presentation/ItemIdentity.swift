// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// What tells the item of a sheet or a question from another one.
@MainActor enum ItemIdentity {
  /// Of a model the object: its identifier is another one as soon as it is saved, which must not end a sheet in which
  /// somebody types.
  static func of<Item: Identifiable>(_ item: Item?) -> AnyHashable {
    guard let item else { return AnyHashable(0) }
    if let model = item as? any PersistentModel { return AnyHashable(model) }
    return AnyHashable(item.id)
  }

  /// Of what a question is about, whatever its type: the answer to one is none to another. Zero if that cannot be told.
  static func ofAny(_ data: Any?) -> AnyHashable {
    if let item = data as? any Identifiable { of(item) } else { AnyHashable(0) }
  }
}
