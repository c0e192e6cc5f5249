// SPDX-License-Identifier: Apache-2.0

import Observation

/// Changes the environment of its content.
struct EnvironmentWriter<Content: View>: PrimitiveView {
  let content: Content
  let change: (inout EnvironmentValues) -> Void
  /// Whether the change makes nothing new of the values before.
  var isSame: (EnvironmentValues, EnvironmentValues) -> Bool = { _, _ in false }
  /// Set if the layout within runs in this direction.
  var direction: LayoutDirection?

  final class Derived {
    var source: EnvironmentValues?
    var result = EnvironmentValues()
  }

  func update(_ node: Node) {
    let derived = node.remember { Derived() }
    var result = node.environment
    node.track { change(&result) }
    // Values that are the same need not be handed down again.
    if let source = derived.source, source.isSame(as: node.environment), isSame(derived.result, result) {
      result = derived.result
    } else {
      derived.source = node.environment
      derived.result = result
    }
    node.child(0, content, environment: result)
  }

  func assemble(_ node: Node) -> Output {
    guard let direction else { return node.content }
    var output = node.content
    output.elements = output.elements.map { element in
      element.traits.isGap
        ? element : element.changed { $0.attribute(.direction, direction == .rightToLeft ? "rtl" : "ltr") }
    }
    return output
  }
}

extension View {
  /// Sets a value of the environment. See Apple's documentation of `environment(_:_:)`.
  public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
    EnvironmentWriter(
      content: self, change: { $0[keyPath: keyPath] = value },
      isSame: { isSameValue($0[keyPath: keyPath], $1[keyPath: keyPath]) }, direction: value as? LayoutDirection)
  }

  /// Sets the font of text within, as `font(_:)` does, if the key path is that of the font.
  public func environment(_ keyPath: WritableKeyPath<EnvironmentValues, Font?>, _ value: Font?) -> some View {
    EnvironmentWriter(
      content: font(keyPath == \EnvironmentValues.font ? value : nil), change: { $0[keyPath: keyPath] = value },
      isSame: { $0[keyPath: keyPath] == $1[keyPath: keyPath] })
  }

  /// Sets an object, which views read by its type.
  public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
    EnvironmentWriter(
      content: self, change: { $0[object: T.self] = object }, isSame: { $0[object: T.self] === $1[object: T.self] })
  }

  /// Changes a value of the environment.
  public func transformEnvironment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
  ) -> some View {
    EnvironmentWriter(
      content: self, change: { transform(&$0[keyPath: keyPath]) },
      isSame: { isSameValue($0[keyPath: keyPath], $1[keyPath: keyPath]) })
  }
}
