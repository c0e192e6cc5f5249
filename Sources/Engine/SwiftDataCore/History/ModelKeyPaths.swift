// SPDX-License-Identifier: Apache-2.0

/// Key paths of properties, by position.
enum ModelKeyPaths {
  /// The key path of a property of `type`, from `type` on also if a
  /// superclass declares it.
  static func keyPath<M: PersistentModel>(_ index: Int, of type: M.Type)
    -> (any PartialKeyPath<M> & Sendable)?
  {
    let properties = type._$description.properties
    guard properties.indices.contains(index),
      let declared = properties[index].metadata?.keypath
    else { return nil }
    return (declared as? PartialKeyPath<M> ?? inherited(declared, M.self)).map(sendable)
  }

  /// Key paths of properties capture nothing, so they can be sent.
  private static func sendable<M>(_ keyPath: PartialKeyPath<M>) -> any PartialKeyPath<M> & Sendable {
    // A key path never changes; the standard library does not say that it can be sent. The layout is the same: the marker has none.
    unsafeBitCast(keyPath, to: (any PartialKeyPath<M> & Sendable).self)
  }

  /// The key path of an inherited property, with the subclass as its root.
  private static func inherited<M: PersistentModel>(_ keyPath: AnyKeyPath, _: M.Type)
    -> PartialKeyPath<M>?
  {
    guard let base = type(of: keyPath).rootType as? any PersistentModel.Type else { return nil }
    func open<Base: PersistentModel>(_: Base.Type) -> PartialKeyPath<M>? {
      let up: AnyKeyPath = \M[_as: Superclass<Base>()]
      return up.appending(path: keyPath) as? PartialKeyPath<M>
    }
    return open(base)
  }
}

/// Names a superclass in a key path.
private struct Superclass<Base>: Hashable {}

extension PersistentModel {
  fileprivate subscript<Base: PersistentModel>(_as _: Superclass<Base>) -> Base {
    // `Superclass<Base>` is made for a superclass of `Self` only.
    unsafeDowncast(self, to: Base.self)
  }
}
