// SPDX-License-Identifier: Apache-2.0

import Foundation

// On Darwin this is Foundation's own. `ExpressionEvaluate`, its counterpart
// for `Expression`, exists everywhere.
#if !canImport(Darwin)
  extension PredicateExpressions {
    /// `predicate.evaluate(input)` inside another predicate.
    public struct PredicateEvaluate<
      Condition: PredicateExpression, each Input: PredicateExpression
    >: PredicateExpression
    where Condition.Output == Predicate<repeat (each Input).Output> {
      /// The type of the result.
      public typealias Output = Bool

      /// The predicate that is evaluated.
      public let predicate: Condition
      /// The arguments of the evaluation.
      public let input: (repeat each Input)

      /// The operation with its operands.
      public init(predicate: Condition, input: repeat each Input) {
        self.predicate = predicate
        self.input = (repeat each input)
      }

      /// Evaluates the operation in memory, with the given bindings.
      public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try predicate.evaluate(bindings).evaluate(repeat try (each input).evaluate(bindings))
      }
    }

    /// Creates the node: what `#Predicate` expands the operation to.
    public static func build_evaluate<Condition, each Input>(
      _ predicate: Condition, _ input: repeat each Input
    ) -> PredicateEvaluate<Condition, repeat each Input> {
      PredicateEvaluate<Condition, repeat each Input>(
        predicate: predicate, input: repeat each input)
    }
  }

  extension PredicateExpressions.PredicateEvaluate: CustomStringConvertible {
    /// `PredicateEvaluate(…)` with the predicate and what it is evaluated with.
    public var description: String { "PredicateEvaluate(predicate: \(predicate), input: \(input))" }
  }

  extension PredicateExpressions.PredicateEvaluate: Sendable
  where Condition: Sendable, repeat each Input: Sendable {}

  extension PredicateExpressions.PredicateEvaluate: Codable
  where Condition: Codable, repeat each Input: Codable {
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(predicate)
      repeat try container.encode(each input)
    }

    public init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      predicate = try container.decode(Condition.self)
      input = (repeat try container.decode((each Input).self))
    }
  }

  extension PredicateExpressions.PredicateEvaluate: StandardPredicateExpression
  where Condition: StandardPredicateExpression, repeat each Input: StandardPredicateExpression {}
#endif
