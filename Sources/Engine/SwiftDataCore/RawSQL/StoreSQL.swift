// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An SQL statement in which models and properties are named in Swift, and values become
/// parameters.
///
/// ```swift
/// let sql: StoreSQL = """
///   SELECT \(\Track.genre), avg(\(\Track.plays)) FROM \(Track.self)
///   WHERE \(\Track.title) LIKE \(pattern) GROUP BY 1
///   """
/// ```
///
/// An interpolated model type becomes the name of its table, a key path the name of its (first)
/// column. Any other value becomes a bound parameter, and never a part of the text. `Z_PK` is the
/// key of a row; `Z_ENT` distinguishes the entities in one table.
public struct StoreSQL: ExpressibleByStringInterpolation, @unchecked Sendable {
  // Unchecked: constants only, of which key paths do not say that they can be sent.
  package enum _Piece {
    case text(String)
    case table(any PersistentModel.Type)
    case column(any PersistentModel.Type, AnyKeyPath)
    case value(Any)
  }

  package let _pieces: [_Piece]

  /// Creates a statement without values.
  public init(stringLiteral value: String) { _pieces = [.text(value)] }
  /// Creates a statement from a string literal with models, properties and values.
  public init(stringInterpolation: StringInterpolation) { _pieces = stringInterpolation.pieces }

  /// The pieces of a string literal, as the compiler hands them over.
  public struct StringInterpolation: StringInterpolationProtocol {
    var pieces: [_Piece] = []

    /// Creates an empty statement; the numbers are not used.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a part of the literal, as SQL.
    public mutating func appendLiteral(_ literal: String) { pieces.append(.text(literal)) }

    /// The table of a class.
    public mutating func appendInterpolation<M: PersistentModel>(_ type: M.Type) {
      pieces.append(.table(type))
    }

    /// The column of a property.
    public mutating func appendInterpolation<M: PersistentModel, V>(_ keyPath: KeyPath<M, V>) {
      pieces.append(.column(M.self, keyPath))
    }

    /// Adds a value as a bound parameter. It is never a part of the text, so quotes in it do no harm.
    public mutating func appendInterpolation<V: Codable>(_ value: V) {
      pieces.append(.value(value))
    }

    /// A model: the key of its row.
    public mutating func appendInterpolation<M: PersistentModel>(_ model: M) {
      pieces.append(.value(model.persistentModelID))
    }
  }
}
