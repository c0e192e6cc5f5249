// SPDX-License-Identifier: Apache-2.0

import SourceText

/// Values of dictionaries as those of properties.
enum ValueCastText {
  static let parts = [cast, types]

  private static let cast = """
    /// Turns what a dictionary has into what a property takes.
    enum RealmValue {
      /// The value of an optional; `nil` for `NSNull`, too.
      static func unwrapped(_ value: Any?) -> Any? {
        guard let value, !(value is NSNull) else { return nil }
        guard let optional = value as? any RealmOptionalValue else { return value }
        return unwrapped(optional.realmWrapped)
      }

      /// - Returns: `nil` if the value does not fit.
      static func cast<Value>(_ value: Any?, to type: Value.Type) -> Value? {
        guard let value = unwrapped(value) else { return (type as? any RealmOptionalValue.Type)?.realmNone as? Value }
        if let same = value as? Value { return same }
        if let known = type as? any RealmBuildable.Type { return known.realmBuilt(of: value) as? Value }
        if let raw = type as? any RawRepresentable.Type { return enumeration(raw, value) as? Value }
        return nil
      }

      private static func enumeration<Raw: RawRepresentable>(_ type: Raw.Type, _ value: Any) -> Any? {
        cast(value, to: Raw.RawValue.self).flatMap { Raw(rawValue: $0) }
      }

      static func elements(_ value: Any?) -> [Any?]? {
        guard let value = unwrapped(value) else { return [] }
        if let values = value as? [Any?] { return values }
        return (value as? any Sequence).map { Array(erased: $0) }
      }

      static func isSame<Value>(_ left: Value, _ right: Value) -> Bool {
        func compare<E: Equatable>(_ left: E) -> Bool { left == right as? E }
        return (left as? any Equatable).map { compare($0) } ?? false
      }
    }

    extension [Any?] {
      fileprivate init(erased sequence: some Sequence) { self = sequence.map { $0 as Any? } }
    }
    """

  private static let types = """
    protocol RealmOptionalValue {
      static var realmNone: Any { get }
      var realmWrapped: Any? { get }
    }

    /// Types that are made of others.
    protocol RealmBuildable {
      static func realmBuilt(of value: Any) -> Any?
    }

    extension Optional: RealmOptionalValue, RealmBuildable {
      static var realmNone: Any { Self.none as Any }
      var realmWrapped: Any? { map { $0 as Any } }
      static func realmBuilt(of value: Any) -> Any? {
        RealmValue.cast(value, to: Wrapped.self).map { Self.some($0) as Any }
      }
    }

    extension Array: RealmBuildable {
      static func realmBuilt(of value: Any) -> Any? {
        guard let values = RealmValue.elements(value) else { return nil }
        let cast = values.map { RealmValue.cast($0, to: Element.self) }
        let known = cast.compactMap { $0 }
        return known.count == cast.count ? known : nil
      }
    }

    extension Set: RealmBuildable {
      static func realmBuilt(of value: Any) -> Any? {
        (Array<Element>.realmBuilt(of: value) as? [Element]).map { Set($0) }
      }
    }

    extension Dictionary: RealmBuildable {
      static func realmBuilt(of value: Any) -> Any? {
        guard let values = value as? [AnyHashable: Any] else { return nil }
        var result: [Key: Value] = [:]
        for (key, value) in values {
          guard let key = key as? Key, let cast = RealmValue.cast(value, to: Value.self) else { return nil }
          result[key] = cast
        }
        return result
      }
    }

    extension RealmBuildable where Self: BinaryInteger {
      static func realmBuilt(of value: Any) -> Any? {
        if let number = value as? any BinaryInteger { return Self(exactly: number) }
        if let number = value as? any BinaryFloatingPoint { return Self(exactly: Double(number)) }
        return (value as? NSNumber).flatMap { Self(exactly: $0.int64Value) }
      }
    }

    extension RealmBuildable where Self: BinaryFloatingPoint {
      static func realmBuilt(of value: Any) -> Any? {
        if let number = value as? any BinaryInteger { return Self(number) }
        if let number = value as? any BinaryFloatingPoint { return Self(number) }
        return (value as? NSNumber).map { Self($0.doubleValue) }
      }
    }

    extension Int: RealmBuildable {}
    extension Int8: RealmBuildable {}
    extension Int16: RealmBuildable {}
    extension Int32: RealmBuildable {}
    extension Int64: RealmBuildable {}
    extension Float: RealmBuildable {}
    extension Double: RealmBuildable {}

    extension Bool: RealmBuildable {
      static func realmBuilt(of value: Any) -> Any? {
        if let number = value as? Int { return number != 0 }
        return (value as? NSNumber)?.boolValue
      }
    }

    extension Decimal: RealmBuildable {
      static func realmBuilt(of value: Any) -> Any? {
        if let number = value as? Int { return Decimal(number) }
        if let number = value as? Double { return Decimal(number) }
        if let text = value as? String { return Decimal(string: text) }
        return (value as? NSNumber)?.decimalValue
      }
    }
    """
}

/// Types of values that Realm has and Swift lacks.
enum RealmValueTypeText {
  static let objectID = """
    /// Makes values as Realm's ObjectId: 24 hexadecimal digits, of which the first tell the time.
    enum ObjectID {
      static func generate() -> String {
        let seconds = UInt32(truncatingIfNeeded: Int64(Date().timeIntervalSince1970))
        let bytes = (0..<8).map { _ in UInt8.random(in: 0...255) }
        let time = (0..<4).map { UInt8(truncatingIfNeeded: seconds >> (24 - 8 * UInt32($0))) }
        return (time + bytes).map {
          let digits = String($0, radix: 16)
          return digits.count == 1 ? "0" + digits : digits
        }.joined()
      }
    }
    """

  static let anyValue = AnyValueSource.text(
    named: "RealmAny",
    members: """
        /// Realm's names of the same.
        static var none: RealmAny { .null }
        static func objectId(_ value: String) -> RealmAny { .objectID(value) }
        static func decimal128(_ value: Decimal) -> RealmAny { .decimal(value) }
      """)
}
