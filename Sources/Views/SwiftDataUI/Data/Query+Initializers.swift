// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension Query where Result == [Element] {
  /// The models that match, in the order of a property.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
    animation: Animation
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendableKeyPath(keyPath), order: order)]), nil,
      convert: { $0.models })
  }

  /// The models that match, in the order of a property.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
    animation: Animation
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendableKeyPath(keyPath), order: order)]), nil,
      convert: { $0.models })
  }

  /// The models that match, in the order of sort descriptors.
  public init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [], animation: Animation
  ) {
    self.init(FetchDescriptor(predicate: filter, sortBy: descriptors), nil, convert: { $0.models })
  }

  /// Fetches the results of a descriptor.
  public init(_ descriptor: FetchDescriptor<Element>, animation: Animation) {
    self.init(descriptor, nil, convert: { $0.models })
  }

  /// The models that match, in the order of a property.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
    transaction: Transaction? = nil
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendableKeyPath(keyPath), order: order)]), nil,
      convert: { $0.models })
  }

  /// The models that match, in the order of a property.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
    transaction: Transaction? = nil
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendableKeyPath(keyPath), order: order)]), nil,
      convert: { $0.models })
  }

  /// The models that match, in the order of sort descriptors.
  public init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [], transaction: Transaction? = nil
  ) {
    self.init(FetchDescriptor(predicate: filter, sortBy: descriptors), nil, convert: { $0.models })
  }

  /// Fetches the results of a descriptor.
  public init(_ descriptor: FetchDescriptor<Element>, transaction: Transaction? = nil) {
    self.init(descriptor, nil, convert: { $0.models })
  }
}

/// Key paths of properties capture nothing, so they can be sent; the standard library does not say so.
func sendableKeyPath<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> any KeyPath<Root, Value> & Sendable {
  unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}
