// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions {
  /// The identifier of a model that a predicate has captured: `list` in `$0.list == list`.
  ///
  /// A model that was captured before its first save has another identifier afterwards. The predicate goes on standing for
  /// the model, as that of a query which is fetched again and again does.
  public struct CapturedIdentifier: StandardPredicateExpression, CustomStringConvertible {
    /// The type of the result.
    public typealias Output = PersistentIdentifier?

    private let identifier: PersistentIdentifier?

    /// The captured model's identifier, or `nil` if there is no model.
    public init(_ identifier: PersistentIdentifier?) { self.identifier = identifier }

    /// The identifier that the model has now.
    public var value: PersistentIdentifier? { identifier?.current }

    /// Evaluates the operation in memory, with the given bindings.
    public func evaluate(_ bindings: PredicateBindings) throws -> PersistentIdentifier? { value }

    /// Reads the identifier, or `nil`, as ``encode(to:)`` writes it.
    ///
    /// - Throws: `DecodingError` if there is neither.
    public init(from decoder: any Decoder) throws {
      identifier = try decoder.singleValueContainer().decode(PersistentIdentifier?.self)
    }

    /// Writes the identifier that the model has now as a single value.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }

    /// `CapturedIdentifier(…)` around the identifier.
    public var description: String { "CapturedIdentifier(\(value.map { "\($0)" } ?? "nil"))" }
  }
}
