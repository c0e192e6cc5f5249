// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// What a field edits: a property of an object, or a value that a view keeps.
struct EditedPlace {
  /// Kept, so that no other object has its address meanwhile.
  let object: AnyObject
  var keyPath: AnyKeyPath?
  /// Whether another object is something else: a model stands for its row, while a view may wrap the same one anew each
  /// time that it is evaluated.
  var isSteady = true

  func isSame(as other: EditedPlace) -> Bool { object === other.object && keyPath == other.keyPath }
}

/// A location that knows what it leads to.
protocol EditedLocation {
  /// Nil if that cannot be said.
  var edited: EditedPlace? { get }
  /// Whether the value ends with the page, or with the program: nothing has stored it.
  var endsWithPage: Bool { get }
}

extension Binding {
  /// What is edited; nil where closures hide it.
  var edited: EditedPlace? { (location as? any EditedLocation)?.edited }
  /// Whether the value is known to end with the page.
  var endsWithPage: Bool { (location as? any EditedLocation)?.endsWithPage ?? false }
}

extension StoredLocation: EditedLocation {
  var edited: EditedPlace? { EditedPlace(object: self) }
  var endsWithPage: Bool { true }
}

extension PropertyLocation: EditedLocation {
  var edited: EditedPlace? { EditedPlace(object: object, keyPath: keyPath, isSteady: !endsWithPage) }
  var endsWithPage: Bool { !(Object.self is any PersistentModel.Type) }
}

extension RetainedPart: EditedLocation {
  // The state of a view may hold another object by now.
  var edited: EditedPlace? {
    EditedPlace(object: Whole.self is AnyObject.Type ? whole.value as AnyObject : whole, keyPath: keyPath)
  }
  var endsWithPage: Bool { !(Whole.self is any PersistentModel.Type) }
}
