// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

// The arguments of an attached macro are type-checked before the property's type is known, so that 'sort: \.name' and
// 'filter: #Predicate { $0.name == "" }' have no type to start from. These forms give them one that has any property;
// what the macro writes is checked again, against the model.

/// See ``Query``. The form whose arguments leave out the model's type.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query(
  filter: Predicate<_AnyModel>, sort keyPath: KeyPath<_AnyModel, _AnyValue>, order: SortOrder = .forward,
  animation: Animation? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// See ``Query``.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>, sort keyPath: KeyPath<_AnyModel, _AnyValue>, order: SortOrder = .forward,
  animation: Animation? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// See ``Query``.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query(
  sort keyPath: KeyPath<_AnyModel, _AnyValue>, order: SortOrder = .forward, animation: Animation? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// See ``Query``.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query(
  filter: Predicate<_AnyModel>? = nil, sort descriptors: [SortDescriptor<_AnyModel>] = [], animation: Animation? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// See ``Query``.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>, sort descriptors: [SortDescriptor<_AnyModel>], animation: Animation? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// A model with any property: only to type-check arguments of `@Query`.
@dynamicMemberLookup
public struct _AnyModel: Sendable {
  public subscript(dynamicMember name: String) -> _AnyValue { _AnyValue() }
}

/// A value of any type: only to type-check arguments of `@Query`.
@dynamicMemberLookup @dynamicCallable
public struct _AnyValue: Comparable, Hashable, Sendable {
  public subscript(dynamicMember name: String) -> _AnyValue { _AnyValue() }
  public func dynamicallyCall(withArguments arguments: [Any]) -> _AnyValue { _AnyValue() }
  public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any>) -> _AnyValue { _AnyValue() }
  public static func < (lhs: _AnyValue, rhs: _AnyValue) -> Bool { false }
  public static func == <T>(lhs: _AnyValue, rhs: T) -> Bool { false }
  public static func != <T>(lhs: _AnyValue, rhs: T) -> Bool { false }
  public static func < <T>(lhs: _AnyValue, rhs: T) -> Bool { false }
  public static func > <T>(lhs: _AnyValue, rhs: T) -> Bool { false }
  public static func <= <T>(lhs: _AnyValue, rhs: T) -> Bool { false }
  public static func >= <T>(lhs: _AnyValue, rhs: T) -> Bool { false }
  public static prefix func ! (value: _AnyValue) -> Bool { false }
  public static func && (lhs: Bool, rhs: _AnyValue) -> Bool { false }
  public static func && (lhs: _AnyValue, rhs: Bool) -> Bool { false }
  public static func && (lhs: _AnyValue, rhs: _AnyValue) -> Bool { false }
  public static func || (lhs: Bool, rhs: _AnyValue) -> Bool { false }
  public static func || (lhs: _AnyValue, rhs: Bool) -> Bool { false }
  public static func || (lhs: _AnyValue, rhs: _AnyValue) -> Bool { false }
}
