// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Values that are recognised when they come back: what a recording instance
/// answers with. There are several of each type, so that a function of one (such
/// as `!flag`) is told from the value itself.
enum MarkedValue {
  enum Form: Equatable {
    /// One of many that have nothing in common.
    case number(Int)
    /// Far from all others, and long: `min(due, .now)` and `text.prefix(80)` give something else.
    case high
    /// Far in the other direction: `max(0, amount)` gives something else.
    case low
    /// Zero, or nothing: `title.isEmpty ? "Untitled" : title` gives something else.
    case empty
  }

  /// - Returns: For an optional type, no `nil`, which could be cast to it.
  static func make<V>(_ type: V.Type, _ form: Form) -> V? { any(type, form).flatMap { $0 as? V } }

  /// `nil` of an optional type.
  static func absent<V>(_ type: V.Type) -> V? { (type as? any OptionalValue.Type)?.nilValue as? V }

  /// How many values of a type are marked that has few of them.
  static func count(_ type: any Any.Type) -> Int { TypeReflection.cases(ofEnum: unwrapped(type)).count }

  private static func unwrapped(_ type: any Any.Type) -> any Any.Type {
    (type as? any OptionalValue.Type)?.wrappedType ?? type
  }

  private static func any(_ type: any Any.Type, _ form: Form) -> Any? {
    if let optional = type as? any OptionalValue.Type { return any(optional.wrappedType, form) }
    switch form {
    case .number(let number): return numbered(type, number)
    case .high, .low, .empty: return extreme(type, form) ?? numbered(type, 0)
    }
  }

  private static func numbered(_ type: any Any.Type, _ variant: Int) -> Any? {
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

  /// A number that bounds are unlikely to be beyond, though a program can still do a little with it.
  private static let far = 1_000_000_007

  private static func extreme(_ type: any Any.Type, _ form: Form) -> Any? {
    let number = form == .empty ? 0 : form == .high ? far : -far
    switch type {
    case is String.Type:
      return form == .empty ? "" : form == .high ? String(repeating: "zY \u{301}ä", count: 500) : "Q"
    case is Double.Type: return Double(number)
    case is Float.Type: return Float(number)
    case is Decimal.Type: return Decimal(number)
    case is Date.Type:
      return form == .empty ? Date(timeIntervalSince1970: 0) : form == .high ? .distantFuture : .distantPast
    case is Data.Type: return form == .empty ? Data() : Data(repeating: 7, count: form == .high ? 5_000 : 1)
    case is UUID.Type where form == .empty:
      return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    case let integer as any FixedWidthInteger.Type: return extremeInteger(integer, form)
    default: return nil
    }
  }

  private static func extremeInteger<I: FixedWidthInteger>(_ type: I.Type, _ form: Form) -> Any {
    let high = I(exactly: far) ?? I.max / 2
    return form == .empty ? I(0) : form == .high ? high : I.isSigned ? 0 - high : I(1)
  }

  /// One of the cases of an enum without payloads.
  private static func enumCase(_ type: any Any.Type, _ variant: Int) -> Any? {
    let cases = TypeReflection.cases(ofEnum: type)
    guard !cases.isEmpty, !cases.contains(where: \.hasPayload) else { return nil }
    func open<E>(_ type: E.Type) -> Any {
      withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { memory in
        // No payload: the tag is all there is.
        memory.storeBytes(of: variant % cases.count, as: Int.self)
        return memory.load(as: E.self)
      }
    }
    return _openExistential(type, do: open)
  }

  /// Whether what came back is what was handed out. A type of which no marked
  /// value can be made is never recognised: its key path must be the declared
  /// one.
  static func isSame(_ result: Any, _ answer: Any?) -> Bool {
    guard let answer = answer.flatMap({ KeyPathRecorder.flattened($0) }) else { return false }
    if let object = answer as? any PersistentModel {
      if let found = result as? any PersistentModel { return found === object }
      if let found = result as? [any PersistentModel] { return found.count == 1 && found[0] === object }
      return false
    }
    // `UInt(amount)` is as hashable as `amount`, and ends the process with some values.
    guard type(of: result) == type(of: answer) else { return false }
    if let left = result as? AnyHashable, let right = answer as? AnyHashable { return left == right }
    // An enum that is not Hashable by itself: compared by its case.
    return "\(result)" == "\(answer)"
  }

  /// As above, of structs, in which there may be numbers that equal nothing.
  static func isSameComposite(_ result: Any, _ answer: Any?) -> Bool {
    answer.map { type(of: result) == type(of: $0) && String(reflecting: result) == String(reflecting: $0) } ?? false
  }
}
