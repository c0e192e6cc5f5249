// SPDX-License-Identifier: Apache-2.0

import Observation

/// Reads a value that the view inherits. See Apple's documentation of `Environment`.
///
/// ```swift
/// @Environment(\.modelContext) private var modelContext
/// @Environment(Library.self) private var library
/// ```
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private let read: (EnvironmentValues) -> Value?
  private let name: String
  private var value: Value?

  /// Reads the value at a key path.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    read = { $0[keyPath: keyPath] }
    name = "value for \(keyPath)"
  }

  /// Reads an object that `environment(_:)` has set.
  public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable {
    read = { $0[object: objectType] }
    name = "object of type \(objectType)"
  }

  /// Reads an object that may not have been set.
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
    read = { .some($0[object: objectType]) }
    name = "object of type \(objectType)"
  }

  /// What the views above have set, else the key's default. In place of a view whose object none has set, the page says
  /// what is missing; where no view reads it, a missing object ends the program.
  public var wrappedValue: Value {
    guard let value = value ?? read(EnvironmentValues()) else {
      // Within a body this is not reached: the graph shows in the view's place what is missing. Elsewhere a getter can
      // neither throw nor make up an object, and Apple's ends the program, too.
      fatalError("No \(name) in the environment; set it with 'environment(_:)' on a view above")
    }
    return value
  }
}

// Unchecked: read by its view only, on the main actor.
extension Environment: @unchecked Sendable where Value: Sendable {}

extension Environment: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) { value = read(node.environment) }

  var missing: String? { value == nil && read(EnvironmentValues()) == nil ? "an \(name)" : nil }

  func differs(in environment: EnvironmentValues, _ connection: AnyObject?) -> Bool {
    guard let value, let new = read(environment) else { return true }
    return !isSameValue(value, new)
  }
}
