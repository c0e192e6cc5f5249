// SPDX-License-Identifier: Apache-2.0

/// What a node shows, and what it says to those above it.
@MainActor struct Output {
  var elements: [Rendered] = []
  var preferences = PreferenceValues()

  init() {}

  init(_ element: Rendered, _ preferences: PreferenceValues = PreferenceValues()) {
    elements = [element]
    self.preferences = preferences
  }

  init(_ elements: [Rendered], _ preferences: PreferenceValues = PreferenceValues()) {
    self.elements = elements
    self.preferences = preferences
  }

  /// In which directions some element takes all the room there is.
  var grows: Axis.Set { elements.reduce(into: []) { $0.formUnion($1.grows) } }

  mutating func append(_ other: Output) {
    elements += other.elements
    preferences.merge(other.preferences)
  }
}
