// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension Query where Result == SectionedResults<Element, String> {
  /// The models that match, in the order of a property, in sections by a property. `animation` has no effect in a
  /// browser.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
    sectionBy section: KeyPath<Element, String>, animation: Animation
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendableKeyPath(keyPath), order: order)]),
      .by(section),
      convert: { $0.sections })
  }

  /// The models that match, in the order of an optional property, in sections by a property. `animation` has no effect
  /// in a browser.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
    sectionBy section: KeyPath<Element, String>, animation: Animation
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendableKeyPath(keyPath), order: order)]),
      .by(section),
      convert: { $0.sections })
  }

  /// The models that match, in the order of sort descriptors, in sections by a property. `animation` has no effect in a
  /// browser.
  public init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
    sectionBy section: KeyPath<Element, String>, animation: Animation
  ) {
    self.init(FetchDescriptor(predicate: filter, sortBy: descriptors), .by(section), convert: { $0.sections })
  }

  /// The models that a descriptor describes, in sections by a property. `animation` has no effect in a browser.
  public init(_ descriptor: FetchDescriptor<Element>, sectionBy section: KeyPath<Element, String>, animation: Animation)
  {
    self.init(descriptor, .by(section), convert: { $0.sections })
  }

  /// The models that match, in the order of a property, in sections by a property. `transaction` has no effect in a
  /// browser.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
    sectionBy section: KeyPath<Element, String>, transaction: Transaction? = nil
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendableKeyPath(keyPath), order: order)]),
      .by(section),
      convert: { $0.sections })
  }

  /// The models that match, in the order of an optional property, in sections by a property. `transaction` has no
  /// effect in a browser.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
    sectionBy section: KeyPath<Element, String>, transaction: Transaction? = nil
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendableKeyPath(keyPath), order: order)]),
      .by(section),
      convert: { $0.sections })
  }

  /// The models that match, in the order of sort descriptors, in sections by a property. `transaction` has no effect in
  /// a browser.
  public init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
    sectionBy section: KeyPath<Element, String>, transaction: Transaction? = nil
  ) {
    self.init(FetchDescriptor(predicate: filter, sortBy: descriptors), .by(section), convert: { $0.sections })
  }

  /// The models that a descriptor describes, in sections by a property. `transaction` has no effect in a browser.
  public init(
    _ descriptor: FetchDescriptor<Element>, sectionBy section: KeyPath<Element, String>, transaction: Transaction? = nil
  ) {
    self.init(descriptor, .by(section), convert: { $0.sections })
  }
}

extension Query where Result == SectionedResults<Element, String> {
  /// The models that match, in the order of a property, in sections by an optional property: nil has the title "".
  /// `animation` has no effect in a browser.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
    sectionBy section: KeyPath<Element, String?>, animation: Animation
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendableKeyPath(keyPath), order: order)]),
      .by(section),
      convert: { $0.sections })
  }

  /// The models that match, in the order of an optional property, in sections by an optional property: nil has the
  /// title "". `animation` has no effect in a browser.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
    sectionBy section: KeyPath<Element, String?>, animation: Animation
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendableKeyPath(keyPath), order: order)]),
      .by(section),
      convert: { $0.sections })
  }

  /// The models that match, in the order of sort descriptors, in sections by an optional property: nil has the title
  /// "". `animation` has no effect in a browser.
  public init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
    sectionBy section: KeyPath<Element, String?>, animation: Animation
  ) {
    self.init(FetchDescriptor(predicate: filter, sortBy: descriptors), .by(section), convert: { $0.sections })
  }

  /// The models that a descriptor describes, in sections by an optional property: nil has the title "". `animation` has
  /// no effect in a browser.
  public init(
    _ descriptor: FetchDescriptor<Element>, sectionBy section: KeyPath<Element, String?>, animation: Animation
  ) {
    self.init(descriptor, .by(section), convert: { $0.sections })
  }

  /// The models that match, in the order of a property, in sections by an optional property: nil has the title "".
  /// `transaction` has no effect in a browser.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
    sectionBy section: KeyPath<Element, String?>, transaction: Transaction? = nil
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendableKeyPath(keyPath), order: order)]),
      .by(section),
      convert: { $0.sections })
  }

  /// The models that match, in the order of an optional property, in sections by an optional property: nil has the
  /// title "". `transaction` has no effect in a browser.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
    sectionBy section: KeyPath<Element, String?>, transaction: Transaction? = nil
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendableKeyPath(keyPath), order: order)]),
      .by(section),
      convert: { $0.sections })
  }

  /// The models that match, in the order of sort descriptors, in sections by an optional property: nil has the title
  /// "". `transaction` has no effect in a browser.
  public init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
    sectionBy section: KeyPath<Element, String?>, transaction: Transaction? = nil
  ) {
    self.init(FetchDescriptor(predicate: filter, sortBy: descriptors), .by(section), convert: { $0.sections })
  }

  /// The models that a descriptor describes, in sections by an optional property: nil has the title "". `transaction`
  /// has no effect in a browser.
  public init(
    _ descriptor: FetchDescriptor<Element>, sectionBy section: KeyPath<Element, String?>,
    transaction: Transaction? = nil
  ) {
    self.init(descriptor, .by(section), convert: { $0.sections })
  }
}

extension QuerySectioning {
  static func by(_ keyPath: KeyPath<Element, String>) -> QuerySectioning {
    QuerySectioning(keyPath: keyPath, order: [SortDescriptor(sendableKeyPath(keyPath))]) { $0[keyPath: keyPath] }
  }

  /// Models without a title are in the section "".
  static func by(_ keyPath: KeyPath<Element, String?>) -> QuerySectioning {
    QuerySectioning(keyPath: keyPath, order: [SortDescriptor(sendableKeyPath(keyPath))]) { $0[keyPath: keyPath] ?? "" }
  }
}

extension Array {
  /// The element type that the macro `@Query` writes.
  public typealias _QueryElement = Element
}

extension SectionedResults {
  /// The element type that the macro `@Query` writes.
  public typealias _QueryElement = Element
}
