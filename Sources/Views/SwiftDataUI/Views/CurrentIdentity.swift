// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// What values stand for now: the identifier that a model had before its first save stands for the one of its row.
enum CurrentIdentity {
  /// The value itself, unless it is the temporary identifier of a model that has been saved.
  static func of<Value: Hashable>(_ value: Value) -> Value {
    guard let id = value as? PersistentIdentifier, id.isTemporary, let current = id.current as? Value else {
      return value
    }
    return current
  }
}

/// What is selected. A selection keeps the temporary identifier of a model, while its row has another one after the save.
struct SelectedValues<Value: Hashable> {
  private(set) var all: Set<Value>
  private let isOfModels = Value.self == PersistentIdentifier.self

  init(_ values: Set<Value>) {
    all = values
    if isOfModels { all = Set(values.map { CurrentIdentity.of($0) }) }
  }

  func contains(_ value: Value) -> Bool { all.contains(isOfModels ? CurrentIdentity.of(value) : value) }

  /// The value among some that stands for the same as another one.
  static func member(_ value: Value, of values: Set<Value>) -> Value? {
    if values.contains(value) { return value }
    guard Value.self == PersistentIdentifier.self else { return nil }
    let current = CurrentIdentity.of(value)
    return values.first { CurrentIdentity.of($0) == current }
  }
}
