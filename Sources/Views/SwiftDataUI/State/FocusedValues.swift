// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The name of a value of the focused view. See Apple's documentation of `FocusedValueKey`.
public protocol FocusedValueKey {
  /// The type of the value.
  associatedtype Value
}

/// What the views that have the focus, and the page, say of themselves. See Apple's documentation of `FocusedValues`.
public struct FocusedValues {
  private var values: [ObjectIdentifier: Any] = [:]

  init() {}

  /// The value of a name; nil where no view says one.
  public subscript<K: FocusedValueKey>(key: K.Type) -> K.Value? {
    get { values[ObjectIdentifier(key)] as? K.Value }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// An object by its type.
  subscript<T: AnyObject>(object type: T.Type) -> T? {
    get { values[ObjectIdentifier(type)] as? T }
    set { values[ObjectIdentifier(type)] = newValue }
  }

  /// Which of the names have other values.
  fileprivate func differs(from other: FocusedValues) -> Bool {
    values.count != other.values.count
      || values.contains { name, value in other.values[name].map { !isSameValue($0, value) } ?? true }
  }
}

/// What the views of one page say while they are shown.
final class FocusedContributions: @unchecked Sendable {
  // Unchecked: touched in a page's part of the main actor's turn only, and read by views elsewhere never.
  final class Contribution {
    let depth: Int
    var set: (inout FocusedValues) -> Void = { _ in }
    /// Whether it counts wherever the focus is.
    let isOfScene: Bool
    var hasFocus = false

    init(depth: Int, isOfScene: Bool) {
      self.depth = depth
      self.isOfScene = isOfScene
    }
  }

  private var all: [Contribution] = []
  private let subscribers = SubscriberSet()
  private var known = FocusedValues()

  /// The values now: those of the page first, then those of what has the focus, the innermost last.
  var values: FocusedValues {
    subscribers.read()
    return known
  }

  func add(_ contribution: Contribution) { all.append(contribution) }

  func remove(_ contribution: Contribution) {
    all.removeAll { $0 === contribution }
    update()
  }

  func update() {
    var values = FocusedValues()
    let counting = all.filter { $0.isOfScene || $0.hasFocus }
    for each in counting.sorted(by: { ($1.isOfScene ? 0 : 1, $0.depth) > ($0.isOfScene ? 0 : 1, $1.depth) }) {
      each.set(&values)
    }
    let isOther = values.differs(from: known)
    known = values
    if isOther { subscribers.changed() }
  }
}

/// A view that says something while the focus is in it, or while it is shown.
private struct FocusedSaying<Content: View>: WrappingView {
  let content: Content
  let isOfScene: Bool
  let set: (inout FocusedValues) -> Void

  final class Memory {
    let contribution: FocusedContributions.Contribution
    init(_ contribution: FocusedContributions.Contribution) { self.contribution = contribution }
  }

  func update(_ node: Node) {
    let session = node.environment.session
    var isNew = false
    let memory = node.remember {
      isNew = true
      return Memory(FocusedContributions.Contribution(depth: node.depth, isOfScene: isOfScene))
    }
    let contribution = memory.contribution
    contribution.set = set
    if isNew {
      session?.focused.add(contribution)
      node.atEnd { [weak session] in session?.focused.remove(contribution) }
    }
    node.child(0, content)
    // Not while others are evaluated that read it.
    if isOfScene || contribution.hasFocus { node.graph.afterEvaluation { [weak session] in session?.focused.update() } }
  }

  func assemble(_ node: Node) -> Output {
    var output = node.content
    guard !isOfScene, let contribution = node.remembered(Memory.self)?.contribution else { return output }
    let session = node.environment.session
    output.elements = output.elements.map { element in
      element.traits.isGap
        ? element
        : element.changed { element in
          element.also(on: .focusWithin) { [weak session] value in
            contribution.hasFocus = value != "false"
            session?.focused.update()
          }
        }
    }
    return output
  }
}

/// A value of the view that has the focus, or of the page. See Apple's documentation of `FocusedValue`.
@propertyWrapper
public struct FocusedValue<Value>: DynamicProperty {
  private let read: (FocusedValues) -> Value?
  private var source: FocusedContributions?

  /// Creates a value by its name.
  public init(_ keyPath: KeyPath<FocusedValues, Value?>) { read = { $0[keyPath: keyPath] } }
  /// Creates an object by its type, which observes itself.
  public init(_ objectType: Value.Type) where Value: AnyObject { read = { $0[object: objectType] } }
  /// The value; nil where no view says one.
  public var wrappedValue: Value? { MainTurn.isHere ? source.flatMap { read($0.values) } : nil }
}

extension FocusedValue: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) { source = node.environment.session?.focused }
}

/// A binding of the view that has the focus, or of the page. See Apple's documentation of `FocusedBinding`.
@propertyWrapper
public struct FocusedBinding<Value>: DynamicProperty {
  @FocusedValue private var binding: Binding<Value>?

  /// Creates a binding by its name.
  public init(_ keyPath: KeyPath<FocusedValues, Binding<Value>?>) { _binding = FocusedValue(keyPath) }
  /// The value behind the binding; nil where no view says one, and then setting it has no effect.
  public var wrappedValue: Value? {
    get { binding?.wrappedValue }
    nonmutating set { if let newValue { binding?.wrappedValue = newValue } }
  }
  /// A binding whose value is nil where no view says one.
  public var projectedValue: Binding<Value?> {
    guard let binding else { return .constant(nil) }
    return Binding(get: { binding.wrappedValue }, set: { if let value = $0 { binding.wrappedValue = value } })
  }
}

/// An object of the view that has the focus, or of the page, whose changes are followed. See Apple's documentation of
/// `FocusedObject`.
@propertyWrapper
public struct FocusedObject<ObjectType: ObservableObject>: DynamicProperty {
  /// The object; nil where no view says one.
  public private(set) var wrappedValue: ObjectType?

  /// Creates an object by its type.
  public init() {}
}

extension FocusedObject: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) {
    wrappedValue = node.track { node.environment.session?.focused.values[object: ObjectType.self] }
    if let wrappedValue { node.follow(wrappedValue, &connection) }
  }
}

extension View {
  /// Says a value while the focus is in the view.
  public func focusedValue<Value>(_ keyPath: WritableKeyPath<FocusedValues, Value?>, _ value: Value) -> some View {
    FocusedSaying(content: self, isOfScene: false) { $0[keyPath: keyPath] = value }
  }
  /// Says a value, or none, while the focus is in the view.
  public func focusedValue<Value>(_ keyPath: WritableKeyPath<FocusedValues, Value?>, _ value: Value?) -> some View {
    FocusedSaying(content: self, isOfScene: false) { $0[keyPath: keyPath] = value }
  }
  /// Says an object by its type while the focus is in the view.
  public func focusedValue<T: AnyObject & Observable>(_ object: T?) -> some View {
    FocusedSaying(content: self, isOfScene: false) { $0[object: T.self] = object }
  }
  /// Says a value while the view is shown, wherever the focus is.
  public func focusedSceneValue<Value>(_ keyPath: WritableKeyPath<FocusedValues, Value?>, _ value: Value) -> some View {
    FocusedSaying(content: self, isOfScene: true) { $0[keyPath: keyPath] = value }
  }
  /// Says a value, or none, while the view is shown, wherever the focus is.
  public func focusedSceneValue<Value>(_ keyPath: WritableKeyPath<FocusedValues, Value?>, _ value: Value?) -> some View
  { FocusedSaying(content: self, isOfScene: true) { $0[keyPath: keyPath] = value } }
  /// Says an object by its type while the view is shown, wherever the focus is.
  public func focusedSceneValue<T: AnyObject & Observable>(_ object: T?) -> some View {
    FocusedSaying(content: self, isOfScene: true) { $0[object: T.self] = object }
  }
  /// Says an object by its type while the focus is in the view.
  public func focusedObject<T: ObservableObject>(_ object: T?) -> some View {
    FocusedSaying(content: self, isOfScene: false) { $0[object: T.self] = object }
  }
  /// Says an object by its type while the view is shown, wherever the focus is.
  public func focusedSceneObject<T: ObservableObject>(_ object: T?) -> some View {
    FocusedSaying(content: self, isOfScene: true) { $0[object: T.self] = object }
  }
}
