// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

// The arguments of an attached macro are type-checked before the property's type is known, so that 'sort: \.name' and
// 'filter: #Predicate { $0.name == "" }' have no type to start from. These forms give them one that has any property;
// what the macro writes is checked again, against the model.

/// The models that match, in the order of a property. See ``Query``. The form whose arguments leave out the model's
/// type. `animation` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query(
  filter: Predicate<_AnyModel>, sort keyPath: KeyPath<_AnyModel, _AnyValue>, order: SortOrder = .forward,
  animation: Animation? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of a property. See ``Query``. The form whose key path leaves out the model's
/// type. `animation` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>, sort keyPath: KeyPath<_AnyModel, _AnyValue>, order: SortOrder = .forward,
  animation: Animation? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of a property. See ``Query``. The form whose key path leaves out the model's
/// type. `animation` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query(
  sort keyPath: KeyPath<_AnyModel, _AnyValue>, order: SortOrder = .forward, animation: Animation? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of sort descriptors. See ``Query``. The form whose arguments leave out the
/// model's type. `animation` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query(
  filter: Predicate<_AnyModel>? = nil, sort descriptors: [SortDescriptor<_AnyModel>] = [], animation: Animation? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of sort descriptors. See ``Query``. The form whose sort descriptors leave out
/// the model's type. `animation` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>, sort descriptors: [SortDescriptor<_AnyModel>], animation: Animation? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// A model with any property: only to type-check arguments of `@Query`.
@dynamicMemberLookup
public struct _AnyModel: Sendable {
  /// Any property of a model.
  public subscript(dynamicMember name: String) -> _AnyValue { _AnyValue() }
}

/// A value of any type: only to type-check arguments of `@Query`.
@dynamicMemberLookup @dynamicCallable
public struct _AnyValue: Comparable, Hashable, Sendable {
  /// Any property of a value.
  public subscript(dynamicMember name: String) -> _AnyValue { _AnyValue() }
  /// A call of any method, without labels.
  public func dynamicallyCall(withArguments arguments: [Any]) -> _AnyValue { _AnyValue() }
  /// A call of any method, with labels.
  public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any>) -> _AnyValue { _AnyValue() }
  /// Only type-checked; never called.
  public static func < (lhs: _AnyValue, rhs: _AnyValue) -> Bool { false }
  /// Compares with a value of any type; only type-checked.
  public static func == <T>(lhs: _AnyValue, rhs: T) -> Bool { false }
  /// Compares with a value of any type; only type-checked.
  public static func != <T>(lhs: _AnyValue, rhs: T) -> Bool { false }
  /// Compares with a value of any type; only type-checked.
  public static func < <T>(lhs: _AnyValue, rhs: T) -> Bool { false }
  /// Compares with a value of any type; only type-checked.
  public static func > <T>(lhs: _AnyValue, rhs: T) -> Bool { false }
  /// Compares with a value of any type; only type-checked.
  public static func <= <T>(lhs: _AnyValue, rhs: T) -> Bool { false }
  /// Compares with a value of any type; only type-checked.
  public static func >= <T>(lhs: _AnyValue, rhs: T) -> Bool { false }
  /// Negates a value as if it were a `Bool`; only type-checked.
  public static prefix func ! (value: _AnyValue) -> Bool { false }
  /// Combines a `Bool` with a value as if it were one; only type-checked.
  public static func && (lhs: Bool, rhs: _AnyValue) -> Bool { false }
  /// Combines a value as if it were a `Bool` with one; only type-checked.
  public static func && (lhs: _AnyValue, rhs: Bool) -> Bool { false }
  /// Combines two values as if they were `Bool`; only type-checked.
  public static func && (lhs: _AnyValue, rhs: _AnyValue) -> Bool { false }
  /// Combines a `Bool` with a value as if it were one; only type-checked.
  public static func || (lhs: Bool, rhs: _AnyValue) -> Bool { false }
  /// Combines a value as if it were a `Bool` with one; only type-checked.
  public static func || (lhs: _AnyValue, rhs: Bool) -> Bool { false }
  /// Combines two values as if they were `Bool`; only type-checked.
  public static func || (lhs: _AnyValue, rhs: _AnyValue) -> Bool { false }
}
