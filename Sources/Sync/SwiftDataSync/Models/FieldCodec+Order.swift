// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// Sets, and dictionaries whose keys are neither texts nor whole numbers, are written in an order that each process
/// chooses anew. Their texts differ then, and nobody has edited anything.
extension FieldCodec {
  /// Whether two texts say the same value of a type: they differ only in the order of lists, and the type calls them
  /// equal. Neither alone is enough: the order of an array counts, and a type may compare only a part of itself.
  static func areSame<Value: Decodable>(_ a: SyncValue, _ b: SyncValue, as type: Value.Type) -> Bool {
    if a == b { return true }
    // One of them may be from before the attribute had this type.
    if isSamePlain(a, b, as: type) { return true }
    guard case .text(let first) = a, case .text(let second) = b, first.utf8.count == second.utf8.count,
      unordered(a) == unordered(b), let one = try? decode(a, as: type), let other = try? decode(b, as: type)
    else { return false }
    return (one as? any Equatable).map { areEqual($0, other) } ?? false
  }

  /// The same of types whose values have no order: a value may have been written with a former type of the attribute.
  static func isSamePlain<Value: Decodable>(_ a: SyncValue, _ b: SyncValue, as type: Value.Type) -> Bool {
    if a == b { return true }
    if case .text = a, case .text = b, !takesPlainTexts(type) { return false }
    guard a != .null, b != .null, let current = current(a, as: type) else { return false }
    return current == Self.current(b, as: type)
  }

  private static func areEqual<Value: Equatable>(_ a: Value, _ b: Any) -> Bool { (b as? Value) == a }

  /// A text of JSON with all lists sorted.
  static func unordered(_ value: SyncValue) -> SyncValue {
    guard case .text(let text) = value,
      let json = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    else { return value }
    return .text(unordered(json))
  }

  private static func unordered(_ json: Any) -> String {
    switch json {
    case let list as [Any]: "[\(list.map { unordered($0) }.sorted().joined(separator: ","))]"
    case let object as [String: Any]:
      "{\(object.map { "\($0.key.debugDescription):\(unordered($0.value))" }.sorted().joined(separator: ","))}"
    case let text as String: text.debugDescription
    default: "\(json)"
    }
  }
}
