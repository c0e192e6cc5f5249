// SPDX-License-Identifier: Apache-2.0

import CombineCompatibility
import SwiftData

/// Observes an object that publishes its changes. See Apple's documentation of `ObservedObject`.
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  /// The object. A view that has it is evaluated anew whenever the object announces a change.
  public var wrappedValue: ObjectType
  /// Follows an object.
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
  /// Follows an object.
  public init(initialValue: ObjectType) { wrappedValue = initialValue }
  /// Bindings to the properties of the object.
  public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }

  /// Makes bindings to the properties of the object.
  @dynamicMemberLookup
  public struct Wrapper {
    let object: ObjectType
    /// A binding to a property of the object.
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>) -> Binding<Subject>
    {
      Binding(location: PropertyLocation(object, keyPath))
    }
  }
}

extension ObservedObject: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) { node.follow(wrappedValue, &connection) }
  static func isSame(_ lhs: Self, _ rhs: Self) -> Bool { lhs.wrappedValue === rhs.wrappedValue }
}

/// Owns an object that publishes its changes. See Apple's documentation of `StateObject`.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  private let make: () -> ObjectType
  private var object: ObjectType?

  /// Takes a closure that makes the object: once, when the view is first shown.
  public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { make = thunk }
  /// The object, which stays as long as the view keeps its identity. Before the view is shown each access makes another
  /// one.
  public var wrappedValue: ObjectType { object ?? make() }
  /// Bindings to the properties of the object.
  public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(object: wrappedValue) }
}

extension StateObject: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) {
    let owned = connection as? OwnedObject<ObjectType> ?? OwnedObject(make())
    connection = owned
    object = owned.object
    guard let publisher = node.publisher(of: owned.object) else { return }
    // The object may be one of the app, which each page follows.
    let followed = node.remember { FollowedObjects() }
    node.follow(publisher, of: owned.object, &followed.connections[ObjectIdentifier(owned)])
  }
}

/// An object that a view keeps.
private final class OwnedObject<ObjectType> {
  let object: ObjectType

  init(_ object: ObjectType) { self.object = object }
}

/// What follows the objects that a node's properties own, by what those properties keep.
private final class FollowedObjects { var connections: [ObjectIdentifier: AnyObject] = [:] }

/// Observes an object that an ancestor view has set. See Apple's documentation of `EnvironmentObject`.
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
  private var object: ObjectType?
  /// Creates a property whose object is the one of its type that a view above has set.
  public init() {}

  /// The object. Without one, a note is shown in place of the view; to read it elsewhere than in a body ends the
  /// program.
  public var wrappedValue: ObjectType {
    guard let object else {
      // As for 'Environment': not reached within a body.
      fatalError("No object of type \(ObjectType.self) in the environment; set it with 'environmentObject(_:)' above")
    }
    return object
  }
  /// Bindings to the properties of the object.
  public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(object: wrappedValue) }
}

extension EnvironmentObject: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) {
    object = node.environment[object: ObjectType.self]
    if let object { node.follow(object, &connection) }
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
  ///
  /// - Parameter connection: What the property keeps, to let go of the object that it had before.
  func follow<T: ObservableObject>(_ object: T, _ connection: inout AnyObject?) {
    if let publisher = publisher(of: object) { follow(publisher, of: object, &connection) }
  }

  /// The publisher that has to be subscribed to; nil if the object has one of the usual type, which the node then tracks.
  fileprivate func publisher<T: ObservableObject>(of object: T) -> (any CombineCompatibility.Publisher)? {
    guard let publisher = object.objectWillChange as? ObservableObjectPublisher else {
      return object.objectWillChange as? any CombineCompatibility.Publisher
    }
    // Once for each; the class may have declared the publisher itself.
    publisher.follow(propertiesOf: object)
    track { publisher.access() }
    return nil
  }

  fileprivate func follow(
    _ publisher: any CombineCompatibility.Publisher, of object: AnyObject, _ connection: inout AnyObject?
  ) {
    let followed = connection as? FollowedObject ?? FollowedObject()
    if connection == nil { atEnd { followed.subscription?.cancel() } }
    connection = followed
    guard followed.object !== object else { return }
    followed.subscription?.cancel()
    followed.object = object
    let subscriber = subscriber
    followed.subscription = subscribe(to: publisher) { subscriber.invalidate() }
  }

  private func subscribe<P: CombineCompatibility.Publisher>(to publisher: P, _ change: @escaping () -> Void)
    -> AnyCancellable
  { publisher.subscribe({ _ in change() }, { _ in }) }
}

/// An object with a publisher of another type, which a view follows.
@MainActor private final class FollowedObject: PageConnection {
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
