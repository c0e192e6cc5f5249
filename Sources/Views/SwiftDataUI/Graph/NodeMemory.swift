// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a view remembers: objects and keys that live as long as its node.
extension Node {
  private final class DerivedEnvironment {
    var source: EnvironmentValues?
    var result = EnvironmentValues()
  }

  /// The node's environment, changed: the same one as before as long as the node's is, so that nothing is handed down.
  ///
  /// - Parameter variant: Tells apart the changes that one node makes. What a change reads is either part of it, or the
  ///   same as long as the node lives.
  func environment(_ variant: String = "", _ change: (inout EnvironmentValues) -> Void) -> EnvironmentValues {
    let derived = remember(variant) { DerivedEnvironment() }
    if let source = derived.source, source.isSame(as: environment) { return derived.result }
    derived.source = environment
    derived.result = environment
    change(&derived.result)
    return derived.result
  }

  /// The node's environment for what is in a stack.
  func environment(inStack axis: Axis?) -> EnvironmentValues {
    if environment.stackAxis == axis, !environment.keepsSections { return environment }
    return environment.variant(axis == nil ? 0 : axis == .vertical ? 1 : 2) { $0.enterStack(axis) }
  }

  /// The identity of an element that the node makes itself.
  func key(_ index: Int = 0) -> ElementKey {
    if index == 0, let firstKey { return firstKey }
    if index != 0, let known = extra?.keys[index] { return known }
    let key = ElementKey()
    if index == 0 { firstKey = key } else { ensuredExtra.keys[index] = key }
    return key
  }

  /// What ``remember(_:_:)`` has made; nil if it was not called yet.
  func remembered<T: AnyObject>(_ type: T.Type) -> T? { remembered(type, "") }

  private func remembered<T: AnyObject>(_ type: T.Type, _ name: String) -> T? {
    guard let extra else { return nil }
    for known in extra.memory where known.type == ObjectIdentifier(type) && known.name == name {
      // It was kept under its type.
      return unsafeDowncast(known.object, to: T.self)
    }
    return nil
  }

  /// An object that lives as long as the node.
  func remember<T: AnyObject>(_ name: String = "", _ make: () -> T) -> T {
    if let known = remembered(T.self, name) { return known }
    let made = make()
    ensuredExtra.memory.append((ObjectIdentifier(T.self), name, made))
    return made
  }

  func element(
    _ kind: Element.Kind, _ classes: [StyleClass] = [], key index: Int = 0, text: String? = nil,
    children: [Rendered] = []
  ) -> Rendered {
    Rendered(key(index), kind, classes, text: text, children: children)
  }
}
