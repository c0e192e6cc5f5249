// SPDX-License-Identifier: Apache-2.0

/// What a row reads its values from.
protocol RowSource: AnyObject {
  /// The value of a column.
  ///
  /// - Parameter position: the object's place within the source.
  func value(column: Int, position: Int) throws -> RealmValue
  /// Goes through a collection; `nil` if it is empty.
  func cursor(column: Int, position: Int) throws -> CollectionCursor?
  /// The keys of the objects that link to one.
  func backlinks(column: Int, position: Int) throws -> [RealmObjectKey]
}

/// Hands out what values are read with.
///
/// A value that is read for the first time is on the way through the file,
/// on which nothing is met twice. When it is read again, it is not.
final class PassGate {
  let pass: Pass
  private var last: [Int: Int] = [:]

  init(_ pass: Pass) { self.pass = pass }

  /// - Parameter ordinal: the number of the object on the way.
  func pass(column: Int, ordinal: Int) -> Pass {
    if let last = last[column], last >= ordinal { return Pass(pass.source) }
    last[column] = ordinal
    return pass
  }
}
