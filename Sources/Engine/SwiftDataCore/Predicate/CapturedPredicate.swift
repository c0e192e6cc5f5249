// SPDX-License-Identifier: Apache-2.0

import Foundation

#if !canImport(Darwin)
  extension PredicateExpressions {
    /// A predicate captured by another. Foundation's `Value` serves only for
    /// Codable values, which predicates are not on Linux.
    public struct CapturedPredicate<each Input>: StandardPredicateExpression,
      CustomStringConvertible
    {
      /// The captured value.
      public let value: Predicate<repeat each Input>

      /// The operation with its operands.
      public init(_ value: Predicate<repeat each Input>) { self.value = value }

      /// Evaluates the operation in memory, with the given bindings.
      public func evaluate(_ bindings: PredicateBindings) throws -> Predicate<repeat each Input> {
        value
      }

      /// `Predicate(…)`, around the expression that was captured.
      public var description: String { "Predicate(\(value.expression))" }

      /// Encodes nothing.
      ///
      /// - Throws: `EncodingError`, always: a captured predicate cannot be encoded.
      public func encode(to encoder: any Encoder) throws { throw CapturedCoding.error(encoder) }
      /// Decodes nothing.
      ///
      /// - Throws: `DecodingError`, always: a captured predicate cannot be decoded.
      public init(from decoder: any Decoder) throws { throw CapturedCoding.error(decoder) }
    }

    /// An `Expression` captured by a predicate or by another expression.
    public struct CapturedExpression<each Input, Result>: StandardPredicateExpression,
      CustomStringConvertible
    {
      /// The captured value.
      public let value: Expression<repeat each Input, Result>

      /// The operation with its operands.
      public init(_ value: Expression<repeat each Input, Result>) { self.value = value }

      /// Evaluates the operation in memory, with the given bindings.
      public func evaluate(_ bindings: PredicateBindings) throws
        -> Expression<repeat each Input, Result>
      { value }

      /// `Expression(…)`, around the expression that was captured.
      public var description: String { "Expression(\(value.expression))" }

      /// Encodes nothing.
      ///
      /// - Throws: `EncodingError`, always: a captured expression cannot be encoded.
      public func encode(to encoder: any Encoder) throws { throw CapturedCoding.error(encoder) }
      /// Decodes nothing.
      ///
      /// - Throws: `DecodingError`, always: a captured expression cannot be decoded.
      public init(from decoder: any Decoder) throws { throw CapturedCoding.error(decoder) }
    }
  }

  private enum CapturedCoding {
    static let explanation = "A captured predicate or expression cannot be encoded."

    static func error(_ encoder: any Encoder) -> any Error {
      EncodingError.invalidValue(
        explanation, .init(codingPath: encoder.codingPath, debugDescription: explanation))
    }

    static func error(_ decoder: any Decoder) -> any Error {
      DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: explanation))
    }
  }
#endif
