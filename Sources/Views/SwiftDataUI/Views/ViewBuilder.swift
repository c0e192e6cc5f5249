// SPDX-License-Identifier: Apache-2.0

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
