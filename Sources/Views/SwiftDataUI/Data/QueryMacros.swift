// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The models of a class, kept up to date. See ``Query``.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query() =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models of a class, kept up to date. See ``Query``. `animation` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query(animation: Animation) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models of a class, kept up to date. See ``Query``. `transaction` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query(transaction: Transaction) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of a property. See ``Query``. `animation` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
  animation: Animation
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of an optional property. See ``Query``. `animation` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
  animation: Animation
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of sort descriptors. See ``Query``. `animation` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [], animation: Animation
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that a descriptor describes. See ``Query``. `animation` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>, animation: Animation
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of a property. See ``Query``. `transaction` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
  transaction: Transaction? = nil
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of an optional property. See ``Query``. `transaction` has no effect in a
/// browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
  transaction: Transaction? = nil
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of sort descriptors. See ``Query``. `transaction` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [], transaction: Transaction? = nil
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that a descriptor describes. See ``Query``. `transaction` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>, transaction: Transaction? = nil
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of a property, in sections by a property. See ``Query``. `animation` has no
/// effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
  sectionBy section: KeyPath<Element, String>, animation: Animation
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of an optional property, in sections by a property. See ``Query``. `animation`
/// has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
  sectionBy section: KeyPath<Element, String>, animation: Animation
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of sort descriptors, in sections by a property. See ``Query``. `animation` has
/// no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
  sectionBy section: KeyPath<Element, String>, animation: Animation
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that a descriptor describes, in sections by a property. See ``Query``. `animation` has no effect in a
/// browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>, sectionBy section: KeyPath<Element, String>, animation: Animation
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of a property, in sections by a property. See ``Query``. `transaction` has no
/// effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
  sectionBy section: KeyPath<Element, String>, transaction: Transaction? = nil
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of an optional property, in sections by a property. See ``Query``. `transaction`
/// has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
  sectionBy section: KeyPath<Element, String>, transaction: Transaction? = nil
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of sort descriptors, in sections by a property. See ``Query``. `transaction` has
/// no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
  sectionBy section: KeyPath<Element, String>, transaction: Transaction? = nil
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that a descriptor describes, in sections by a property. See ``Query``. `transaction` has no effect in a
/// browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>, sectionBy section: KeyPath<Element, String>, transaction: Transaction? = nil
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of a property, in sections by an optional property: nil has the title "". See
/// ``Query``. `animation` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
  sectionBy section: KeyPath<Element, String?>, animation: Animation
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of an optional property, in sections by an optional property: nil has the title
/// "". See ``Query``. `animation` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
  sectionBy section: KeyPath<Element, String?>, animation: Animation
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of sort descriptors, in sections by an optional property: nil has the title "".
/// See ``Query``. `animation` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
  sectionBy section: KeyPath<Element, String?>, animation: Animation
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that a descriptor describes, in sections by an optional property: nil has the title "". See ``Query``.
/// `animation` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>, sectionBy section: KeyPath<Element, String?>, animation: Animation
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of a property, in sections by an optional property: nil has the title "". See
/// ``Query``. `transaction` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
  sectionBy section: KeyPath<Element, String?>, transaction: Transaction? = nil
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of an optional property, in sections by an optional property: nil has the title
/// "". See ``Query``. `transaction` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
  sectionBy section: KeyPath<Element, String?>, transaction: Transaction? = nil
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that match, in the order of sort descriptors, in sections by an optional property: nil has the title "".
/// See ``Query``. `transaction` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
  sectionBy section: KeyPath<Element, String?>, transaction: Transaction? = nil
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// The models that a descriptor describes, in sections by an optional property: nil has the title "". See ``Query``.
/// `transaction` has no effect in a browser.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>, sectionBy section: KeyPath<Element, String?>, transaction: Transaction? = nil
) =
  #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
