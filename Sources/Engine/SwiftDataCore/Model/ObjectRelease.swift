// SPDX-License-Identifier: Apache-2.0

/// Takes the loaded value out of a to-one relationship's storage.
///
/// Part of what the `@Model` macro generates.
@inlinable
public func _take<Model: AnyObject>(_ storage: inout _Stored<Model?>) -> Model? {
  guard case .value(let value) = storage else { return nil }
  storage = .absent
  return value
}

/// Releases an object, and those that only it holds, one after the other.
///
/// Each would release the next within its own deinitializer otherwise, and a long chain has more of them than a stack
/// has room for. Part of what the `@Model` macro generates.
@inlinable
public func _releaseChain<Model: AnyObject>(_ head: consuming Model?, _ next: (Model) -> Model?) {
  var current = head
  while isKnownUniquelyReferenced(&current), let object = current {
    current = next(object)
  }
}
