// SPDX-License-Identifier: Apache-2.0

import Observation

/// Makes bindings to the properties of an observable object. See Apple's documentation of `Bindable`.
@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value> {
  /// The object.
  public var wrappedValue: Value

  /// Wraps an object, as `@Bindable var trip: Trip` does.
  public init(wrappedValue: Value) where Value: AnyObject { self.wrappedValue = wrappedValue }
  /// Wraps an object in an expression: `Bindable(trip).name` is a binding.
  public init(_ wrappedValue: Value) where Value: AnyObject { self.wrappedValue = wrappedValue }
  /// Takes what another property wraps.
  public init(projectedValue: Bindable<Value>) where Value: AnyObject { self = projectedValue }

  /// This wrapper; its dynamic members are bindings to the object's properties.
  public var projectedValue: Bindable<Value> { self }

  /// A binding to a property of the object.
  public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject>
  where Value: AnyObject {
    Binding(location: PropertyLocation(wrappedValue, keyPath))
  }
}

extension Bindable: Identifiable where Value: Identifiable {
  /// The identity of the object.
  public var id: Value.ID { wrappedValue.id }
}

extension Bindable: @unchecked Sendable where Value: Sendable {}

/// A property of an object.
final class PropertyLocation<Object: AnyObject, Value>: Location, @unchecked Sendable {
  // Unchecked: as safe as the object, which the program shares.
  let object: Object
  let keyPath: ReferenceWritableKeyPath<Object, Value>

  init(_ object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>) {
    self.object = object
    self.keyPath = keyPath
  }

  var value: Value {
    get { object[keyPath: keyPath] }
    set { object[keyPath: keyPath] = newValue }
  }
}

extension PropertyLocation: PlaceInWhole {
  var place: [AnyHashable] { [ObjectIdentifier(object), keyPath] }
}
