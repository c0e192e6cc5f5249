// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Values that are recognised when they come back: what a recording instance
/// answers with. There are two of each type, so that a function of one (such
/// as `!flag`) is told from the value itself.
enum MarkedValue {
  static func make<V>(_ type: V.Type, variant: Int) -> V? { any(type, variant) as? V }

  private static func any(_ type: any Any.Type, _ variant: Int) -> Any? {
    if let optional = type as? any OptionalValue.Type {
      return any(optional.wrappedType, variant)
    }
    let number = 23_041 + variant * 7_919
    switch type {
    case is Bool.Type: return variant % 2 == 0
    case is String.Type: return " ÄbC\(number)\u{301}\n"
    case is Double.Type: return Double(number) + 0.123
    case is Float.Type: return Float(number) + 0.25
    case is Decimal.Type: return Decimal(number) / 8
    case is Date.Type: return Date(timeIntervalSinceReferenceDate: Double(number) + 0.5)
    case is Data.Type: return Data([1, 2, UInt8(truncatingIfNeeded: variant), 255])
    case is UUID.Type:
      return UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(truncatingIfNeeded: variant)))
    case is URL.Type: return URL(string: "https://marked.invalid/\(number)?Ä=1")
    case let integer as any FixedWidthInteger.Type: return integer.init(truncatingIfNeeded: number)
    default: return enumCase(type, variant)
    }
  }

  /// The first or the second case of an enum without payloads.
  private static func enumCase(_ type: any Any.Type, _ variant: Int) -> Any? {
    let cases = TypeReflection.cases(ofEnum: type)
    guard !cases.isEmpty, !cases.contains(where: \.hasPayload) else { return nil }
    func open<E>(_ type: E.Type) -> Any {
      withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { memory in
        // No payload: the tag is all there is.
        memory.storeBytes(of: min(variant % 2, cases.count - 1), as: Int.self)
        return memory.load(as: E.self)
      }
    }
    return _openExistential(type, do: open)
  }

  /// Whether what came back is what was handed out. A type of which no marked
  /// value can be made is never recognised: its key path must be the declared
  /// one.
  static func isSame(_ result: Any, _ answer: Any?) -> Bool {
    guard let answer else { return false }
    if let object = answer as? any PersistentModel {
      if let found = result as? any PersistentModel { return found === object }
      if let found = result as? [any PersistentModel] { return found.count == 1 && found[0] === object }
      return false
    }
    if let left = result as? AnyHashable, let right = answer as? AnyHashable { return left == right }
    // An enum that is not Hashable by itself: compared by its case.
    return "\(result)" == "\(answer)" && type(of: result) == type(of: answer)
  }
}
