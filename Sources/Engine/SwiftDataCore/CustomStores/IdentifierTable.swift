// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The row keys that a container gives to the identifiers of a custom store.
///
/// A context knows rows by positive integers; a custom store identifies its models by any value. So each
/// identifier that comes along gets the next number, for as long as the container lives. Numbers are not used again:
/// an object that the program still holds never turns into another one, even if the store gives its identifier out again.
final class IdentifierTable: Sendable {
  private struct Entry {
    var identifier: PersistentIdentifier?
    /// Grows whenever the store is seen to have other values than before; 0 if it has not been seen to have any.
    var version: Int32 = 0
    var content = RowContent()
    /// Of each property, the version that it has been another one since; empty as long as none has changed.
    var changes: [Int32] = []

    mutating func note(_ new: RowContent) {
      if version == 0 || content.hash != new.hash {
        let isFirst = version == 0
        version = version == .max ? 1 : version + 1
        if !isFirst { noteChanges(of: new) }
        content = new
      }
    }

    private mutating func noteChanges(of new: RowContent) {
      let count = new.properties.count
      // Versions have started again, or the hashes of all properties happen to be the same.
      guard version > 1, content.properties.count == count, content.properties != new.properties else {
        changes = Array(repeating: version, count: count)
        return
      }
      if changes.count != count { changes = Array(repeating: 1, count: count) }
      for index in 0..<count where content.properties[index] != new.properties[index] { changes[index] = version }
    }

    /// The changes since a version; `nil` if they are unknown.
    func changes(since former: Int32) -> PropertyMask? {
      guard former > 0, former <= version else { return nil }
      var mask = PropertyMask.none
      for (index, latest) in changes.enumerated() where latest > former { mask.insert(index) }
      return mask
    }
  }

  private struct State {
    var keys: [PersistentIdentifier: Int64] = [:]
    /// The key is the position, from 1 on.
    var entries: [Entry] = []

    mutating func add(_ identifier: PersistentIdentifier?) -> Int64 {
      entries.append(Entry(identifier: identifier))
      let key = Int64(entries.count)
      if let identifier { keys[identifier] = key }
      return key
    }

    func position(_ key: Int64) -> Int? {
      key > 0 && key <= Int64(entries.count) ? Int(key) - 1 : nil
    }
  }

  private let state = Mutex(State())

  /// The key of an identifier, which gets one if it has none.
  func key(of identifier: PersistentIdentifier) -> Int64 {
    state.withLock { $0.keys[identifier] ?? $0.add(identifier) }
  }

  /// The key of an identifier under which the store has been seen to keep a model.
  func seenKey(of identifier: PersistentIdentifier) -> Int64? {
    state.withLock { state in
      guard let key = state.keys[identifier], let position = state.position(key),
        state.entries[position].version > 0
      else { return nil }
      return key
    }
  }

  func identifier(of key: Int64) -> PersistentIdentifier? {
    state.withLock { state in state.position(key).flatMap { state.entries[$0].identifier } }
  }

  /// Keys in a row, of models whose identifiers are not known yet.
  func reserve(_ count: Int) -> Int64 {
    state.withLock { state in
      let first = Int64(state.entries.count) + 1
      for _ in 0..<count { _ = state.add(nil) }
      return first
    }
  }

  /// Names the model that a reserved key is of.
  func bind(_ identifier: PersistentIdentifier, to key: Int64) {
    state.withLock { state in
      guard let position = state.position(key) else { return }
      state.entries[position].identifier = identifier
      state.keys[identifier] = key
    }
  }

  /// The model is gone. Its identifier, if the store uses it again, is that of another one.
  func retire(_ key: Int64) {
    state.withLock { state in
      guard let position = state.position(key), let identifier = state.entries[position].identifier,
        state.keys[identifier] == key
      else { return }
      state.keys[identifier] = nil
    }
  }

  func retireAll() { state.withLock { $0.keys.removeAll() } }

  /// Notes what the store has under a key.
  ///
  /// - Returns: The version, another one than before if the values are others.
  func note(_ content: RowContent, of key: Int64) -> Int32 {
    state.withLock { state in
      guard let position = state.position(key) else { return 1 }
      state.entries[position].note(content)
      return state.entries[position].version
    }
  }

  /// The properties that the store has been seen to have changed since a version; `nil` if that is not known.
  func changes(of key: Int64, since version: Int32) -> PropertyMask? {
    state.withLock { state in state.position(key).flatMap { state.entries[$0].changes(since: version) } }
  }
}

/// What a row has, as hashes: whether, and in which properties, it is another one than before.
struct RowContent {
  /// Of all values.
  var hash = 0
  /// By property index.
  var properties: [UInt32] = []

  init() {}

  /// - Parameter values: The hash of each property's value.
  init(_ values: [Int]) {
    hash = values.hashValue
    properties = values.map { UInt32(truncatingIfNeeded: $0) }
  }
}
