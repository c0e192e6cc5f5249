// SPDX-License-Identifier: Apache-2.0

import CombineCompatibility
import SwiftData

/// Observes an object that publishes its changes. See Apple's documentation of `ObservedObject`.
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  public var wrappedValue: ObjectType
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
  public init(initialValue: ObjectType) { wrappedValue = initialValue }
  public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }

  /// Makes bindings to the properties of the object.
  @dynamicMemberLookup
  public struct Wrapper {
    let object: ObjectType
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>) -> Binding<Subject>
    {
      Binding(location: PropertyLocation(object, keyPath))
    }
  }
}

extension ObservedObject: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) { node.follow(wrappedValue) }
  static func isSame(_ lhs: Self, _ rhs: Self) -> Bool { lhs.wrappedValue === rhs.wrappedValue }
}

/// Owns an object that publishes its changes. See Apple's documentation of `StateObject`.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  private let make: () -> ObjectType
  private var object: ObjectType?

  public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { make = thunk }
  public var wrappedValue: ObjectType { object ?? make() }
  public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(object: wrappedValue) }
}

extension StateObject: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) {
    let object = connection as? ObjectType ?? make()
    connection = object
    self.object = object
    node.follow(object)
  }
}

/// Observes an object that an ancestor view has set. See Apple's documentation of `EnvironmentObject`.
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
  private var object: ObjectType?
  public init() {}

  public var wrappedValue: ObjectType {
    guard let object else {
      // As for 'Environment': not reached within a body.
      fatalError("No object of type \(ObjectType.self) in the environment; set it with 'environmentObject(_:)' above")
    }
    return object
  }
  public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(object: wrappedValue) }
}

extension EnvironmentObject: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) {
    object = node.environment[object: ObjectType.self]
    if let object { node.follow(object) }
  }
  var missing: String? { object == nil ? "an object of type \(ObjectType.self)" : nil }

  func differs(in environment: EnvironmentValues, _ connection: AnyObject?) -> Bool {
    object !== environment[object: ObjectType.self]
  }
}

extension Node {
  /// Evaluates the view again when the object says that it changes.
  ///
  /// Any change that is announced counts, of what the body reads or not.
  func follow<T: ObservableObject>(_ object: T) {
    if let publisher = object.objectWillChange as? ObservableObjectPublisher {
      // Once for each; the class may have declared the publisher itself.
      publisher.follow(propertiesOf: object)
      return track { publisher.access() }
    }
    guard let publisher = object.objectWillChange as? any CombineCompatibility.Publisher else { return }
    let followed = remember("\(UInt(bitPattern: ObjectIdentifier(object).hashValue))") { FollowedObject() }
    guard followed.object !== object else { return }
    if followed.subscription == nil { atEnd { followed.subscription?.cancel() } }
    followed.object = object
    let subscriber = subscriber
    followed.subscription = subscribe(to: publisher) { subscriber.invalidate() }
  }

  private func subscribe<P: CombineCompatibility.Publisher>(to publisher: P, _ change: @escaping () -> Void)
    -> AnyCancellable
  { publisher.subscribe({ _ in change() }, { _ in }) }
}

/// An object with a publisher of another type, which a view follows.
@MainActor private final class FollowedObject {
  weak var object: AnyObject?
  var subscription: AnyCancellable?
}

extension View {
  /// Sets an object that views within read with `@EnvironmentObject`.
  public func environmentObject<T: ObservableObject>(_ object: T) -> some View {
    EnvironmentWriter(
      content: self, change: { $0[object: T.self] = object }, isSame: { $0[object: T.self] === $1[object: T.self] })
  }
}
