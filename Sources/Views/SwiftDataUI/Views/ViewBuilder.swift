// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Makes one view of the statements of a closure. See Apple's documentation of `ViewBuilder`.
@resultBuilder
public enum ViewBuilder {
  /// Takes a view that is a statement of the closure.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  /// Makes an ``EmptyView`` of a closure without statements.
  public static func buildBlock() -> EmptyView { EmptyView() }

  /// Hands on the view of a closure with one statement.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  /// Makes one view of several statements, however many there are.
  @_disfavoredOverload
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
  {
    TupleView((repeat each content))
  }

  /// Makes an optional view of an `if` without `else`.
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  /// Takes the first branch of an `if` or `switch`.
  public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
    _ConditionalContent(.first(first))
  }

  /// Takes the other branch of an `if` or `switch`.
  public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
    _ConditionalContent(.second(second))
  }

  /// Hides the type of a view that is only there in some versions of a system.
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

/// A view that shows nothing.
public struct EmptyView: Sendable {
  /// None: there is nothing to show.
  public typealias Body = Never
  /// Creates a view that shows nothing.
  public init() {}
}

extension EmptyView: View, PrimitiveView {
  func update(_ node: Node) {}
}

/// Several views, as ``ViewBuilder`` combines them.
public struct TupleView<T> {
  /// The views, in their order.
  public var value: T

  /// Creates a view of several, each of its own type.
  public init<each Content: View>(_ value: (repeat each Content)) where T == (repeat each Content) {
    self.value = value
    TupleVisit<T>.note {
      { value, node in
        var index = 0
        repeat node.child(&index, each value)
      }
    }
  }
}

/// Hands each part of a ``TupleView`` to a node. Known by the type of the parts, which only an initializer can take
/// apart: a closure in each view would take more room than many parts.
private final class TupleVisit<T>: Sendable {
  typealias Visit = @MainActor (T, Node) -> Void
  let visit: Visit

  private init(_ visit: @escaping Visit) { self.visit = visit }

  static func note(_ make: () -> Visit) {
    knownVisits.withLock { known in
      if known[ObjectIdentifier(T.self)] == nil { known[ObjectIdentifier(T.self)] = TupleVisit(make()) }
    }
  }

  static var known: TupleVisit? {
    // What is found by a type was made for it.
    knownVisits.withLock { $0[ObjectIdentifier(T.self)].map { unsafeDowncast($0, to: TupleVisit<T>.self) } }
  }
}

private let knownVisits = Mutex<[ObjectIdentifier: AnyObject & Sendable]>([:])

extension TupleView: View, PrimitiveView {
  /// None: shown as the views within.
  public typealias Body = Never

  func update(_ node: Node) { TupleVisit<T>.known?.visit(value, node) }
}

/// One of two views, as `if` … `else` in a ``ViewBuilder`` makes them. What each branch remembers goes when the other is shown.
public struct _ConditionalContent<First, Second> {
  enum Storage {
    case first(First)
    case second(Second)
  }

  let storage: Storage

  init(_ storage: Storage) { self.storage = storage }
}

extension _ConditionalContent: View where First: View, Second: View {
  /// None: shown as the branch that was taken.
  public typealias Body = Never
}

extension _ConditionalContent: PrimitiveView where First: View, Second: View {
  func update(_ node: Node) {
    switch storage {
    case .first(let view): node.child(0, view)
    case .second(let view): node.child(1, view)
    }
  }
}

extension Optional: View where Wrapped: View {
  /// None: shown as the view, if there is one.
  public typealias Body = Never
}

extension Optional: PrimitiveView where Wrapped: View {
  func update(_ node: Node) {
    if let self { node.child(0, self) }
  }
}

/// Several views; modifiers apply to each of them.
public struct Group<Content> {
  let content: Content
}

extension Group: View where Content: View {
  /// None: shown as the views within.
  public typealias Body = Never

  /// Creates a group of views, which stay views of what is around it.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Group: PrimitiveView, WrappingView where Content: View {}
