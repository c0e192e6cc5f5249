// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions {
  /// A value where an optional of its type is wanted: `name` in `$0.name == selection?.name`.
  public struct OptionalPromotion<Wrapped: PredicateExpression>: PredicateExpression {
    /// The type of the result.
    public typealias Output = Wrapped.Output?

    /// The expression that becomes an optional.
    public let wrapped: Wrapped

    /// The operation with its operands.
    public init(_ wrapped: Wrapped) { self.wrapped = wrapped }

    /// Evaluates the operation in memory, with the given bindings.
    public func evaluate(_ bindings: PredicateBindings) throws -> Wrapped.Output? {
      try wrapped.evaluate(bindings)
    }
  }
}

extension PredicateExpressions.OptionalPromotion: Sendable where Wrapped: Sendable {}
extension PredicateExpressions.OptionalPromotion: Codable where Wrapped: Codable {}
extension PredicateExpressions.OptionalPromotion: StandardPredicateExpression
where Wrapped: StandardPredicateExpression {}

extension PredicateExpressions.OptionalPromotion: CustomStringConvertible {
  /// `OptionalPromotion(…)` around the operand.
  public var description: String { "OptionalPromotion(\(wrapped))" }
}

extension PredicateExpressions {
  /// `[]`, as in `($0.stops ?? []).contains { … }`. Foundation's `Value` serves only for `Codable` elements.
  public struct EmptyLiteral<Output: ExpressibleByArrayLiteral>: StandardPredicateExpression,
    CustomStringConvertible
  {
    /// The operation with its operands.
    public init() {}

    /// Evaluates the operation in memory, with the given bindings.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output { [] }

    public init(from decoder: any Decoder) throws {}
    public func encode(to encoder: any Encoder) throws {}

    /// Always `EmptyLiteral()`.
    public var description: String { "EmptyLiteral()" }
  }

  public static func _emptyLiteral<Output>() -> EmptyLiteral<Output> { EmptyLiteral() }
}

#if !canImport(Darwin)
  extension PredicateExpressions {
    /// The predicate of `predicate.evaluate($0)`.
    public static func _captured<each Input>(_ predicate: Predicate<repeat each Input>)
      -> CapturedPredicate<repeat each Input>
    { CapturedPredicate(predicate) }

    /// The expression of `expression.evaluate($0)`.
    public static func _captured<each Input, Result>(
      _ expression: Expression<repeat each Input, Result>
    ) -> CapturedExpression<repeat each Input, Result> { CapturedExpression(expression) }
  }
#else
  extension PredicateExpressions {
    /// On Darwin predicates are Codable, and Foundation's own node serves.
    public static func _captured<T>(_ value: T) -> Value<T> { Value(value) }
  }
#endif

// `#Predicate` for models writes `_equal` and `_notEqual` for `==` and `!=` of two typed sides. They have names of
// their own, so that Foundation's macro, which type-checks everything at once, does not pay for more overloads.
extension PredicateExpressions {
  public static func _equal<LHS: PredicateExpression, RHS: PredicateExpression>(
    lhs: LHS, rhs: RHS
  ) -> Equal<LHS, RHS> where LHS.Output == RHS.Output, LHS.Output: Equatable {
    Equal(lhs: lhs, rhs: rhs)
  }

  @_disfavoredOverload
  public static func _equal<LHS: PredicateExpression, RHS: PredicateExpression>(
    lhs: LHS, rhs: RHS
  ) -> Equal<OptionalPromotion<LHS>, RHS> where LHS.Output? == RHS.Output, LHS.Output: Equatable {
    Equal(lhs: OptionalPromotion(lhs), rhs: rhs)
  }

  @_disfavoredOverload
  public static func _equal<LHS: PredicateExpression, RHS: PredicateExpression>(
    lhs: LHS, rhs: RHS
  ) -> Equal<LHS, OptionalPromotion<RHS>> where LHS.Output == RHS.Output?, RHS.Output: Equatable {
    Equal(lhs: lhs, rhs: OptionalPromotion(rhs))
  }

  /// A captured value is promoted where it is captured, as Foundation's macro has it: translators of others know that.
  public static func _equal<LHS: PredicateExpression, Wrapped: Equatable>(
    lhs: LHS, rhs: Value<Wrapped>
  ) -> Equal<LHS, Value<Wrapped?>> where LHS.Output == Wrapped? {
    Equal(lhs: lhs, rhs: Value(rhs.value))
  }

  public static func _equal<RHS: PredicateExpression, Wrapped: Equatable>(
    lhs: Value<Wrapped>, rhs: RHS
  ) -> Equal<Value<Wrapped?>, RHS> where RHS.Output == Wrapped? {
    Equal(lhs: Value(lhs.value), rhs: rhs)
  }

  /// `== nil` for values that are not `Equatable`: no value, no `true`.
  @_disfavoredOverload
  public static func _equal<LHS: PredicateExpression, Wrapped>(
    lhs: LHS, rhs: NilLiteral<Wrapped>
  ) -> Equal<OptionalFlatMap<LHS, Wrapped, Value<Bool>, Bool>, NilLiteral<Bool>>
  where LHS.Output == Wrapped? {
    Equal(lhs: build_flatMap(lhs) { _ in Value(true) }, rhs: NilLiteral())
  }

  public static func _notEqual<LHS: PredicateExpression, RHS: PredicateExpression>(
    lhs: LHS, rhs: RHS
  ) -> NotEqual<LHS, RHS> where LHS.Output == RHS.Output, LHS.Output: Equatable {
    NotEqual(lhs: lhs, rhs: rhs)
  }

  @_disfavoredOverload
  public static func _notEqual<LHS: PredicateExpression, RHS: PredicateExpression>(
    lhs: LHS, rhs: RHS
  ) -> NotEqual<OptionalPromotion<LHS>, RHS>
  where LHS.Output? == RHS.Output, LHS.Output: Equatable {
    NotEqual(lhs: OptionalPromotion(lhs), rhs: rhs)
  }

  @_disfavoredOverload
  public static func _notEqual<LHS: PredicateExpression, RHS: PredicateExpression>(
    lhs: LHS, rhs: RHS
  ) -> NotEqual<LHS, OptionalPromotion<RHS>>
  where LHS.Output == RHS.Output?, RHS.Output: Equatable {
    NotEqual(lhs: lhs, rhs: OptionalPromotion(rhs))
  }

  public static func _notEqual<LHS: PredicateExpression, Wrapped: Equatable>(
    lhs: LHS, rhs: Value<Wrapped>
  ) -> NotEqual<LHS, Value<Wrapped?>> where LHS.Output == Wrapped? {
    NotEqual(lhs: lhs, rhs: Value(rhs.value))
  }

  public static func _notEqual<RHS: PredicateExpression, Wrapped: Equatable>(
    lhs: Value<Wrapped>, rhs: RHS
  ) -> NotEqual<Value<Wrapped?>, RHS> where RHS.Output == Wrapped? {
    NotEqual(lhs: Value(lhs.value), rhs: rhs)
  }

  /// `!= nil` for values that are not `Equatable`.
  @_disfavoredOverload
  public static func _notEqual<LHS: PredicateExpression, Wrapped>(
    lhs: LHS, rhs: NilLiteral<Wrapped>
  ) -> NotEqual<OptionalFlatMap<LHS, Wrapped, Value<Bool>, Bool>, NilLiteral<Bool>>
  where LHS.Output == Wrapped? {
    NotEqual(lhs: build_flatMap(lhs) { _ in Value(true) }, rhs: NilLiteral())
  }
}

extension PredicateExpressions {
  /// `root.keyPath`.
  ///
  /// Foundation's `build_KeyPath` wants a `Sendable` key path. One to a property of a model that is isolated to an
  /// actor is none, and yet its value can be kept and compared anywhere: what only that actor may do is to read
  /// through it, and the store reads columns.
  public static func _keyPath<Root: PredicateExpression, Value>(
    root: Root, keyPath: Swift.KeyPath<Root.Output, Value>
  ) -> KeyPath<Root, Value> {
    build_KeyPath(root: root, keyPath: _sendable(keyPath))
  }
}

/// Marks a key path as `Sendable`, which does not change its layout in memory.
@usableFromInline
func _sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> any KeyPath<Root, Value> & Sendable {
  // A key path never changes; the standard library does not say that it can be sent. The layout is the same: the marker has none.
  unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}

// Foundation's nodes create a range of both bounds first, and trap where the upper one is less than the lower
// one. In `($0.from...$0.to).contains(day)` the bounds are those of a row. Two comparisons say the same, are `false` where
// the bounds are the wrong way round, and every translator of predicates knows them.

extension PredicateExpressions {
  /// `(lower...upper).contains(element)`, as `element >= lower && element <= upper`.
  public static func build_contains<Lower, Upper, Element>(
    _ range: ClosedRange<Lower, Upper>, _ element: Element
  ) -> Conjunction<Comparison<Element, Lower>, Comparison<Element, Upper>> where Element.Output == Lower.Output {
    contains(range.lower, range.upper, element, .lessThanOrEqual)
  }

  /// `(lower..<upper).contains(element)`, as `element >= lower && element < upper`.
  public static func build_contains<Lower, Upper, Element>(
    _ range: Range<Lower, Upper>, _ element: Element
  ) -> Conjunction<Comparison<Element, Lower>, Comparison<Element, Upper>> where Element.Output == Lower.Output {
    contains(range.lower, range.upper, element, .lessThan)
  }

  private static func contains<Lower, Upper, Element>(
    _ lower: Lower, _ upper: Upper, _ element: Element, _ end: ComparisonOperator
  ) -> Conjunction<Comparison<Element, Lower>, Comparison<Element, Upper>>
  where
    Element: PredicateExpression, Lower: PredicateExpression, Upper: PredicateExpression,
    Element.Output == Lower.Output, Element.Output == Upper.Output, Element.Output: Comparable
  {
    Conjunction(
      lhs: Comparison(lhs: element, rhs: lower, op: .greaterThanOrEqual),
      rhs: Comparison(lhs: element, rhs: upper, op: end))
  }
}
