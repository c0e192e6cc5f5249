// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value that Foundation archives as an object with fields of its own.
enum FoundationValue {
  case string(String)
  case data(Data)
  case date(Date)
  case uuid(UUID)
  /// As text: not every address is one for this platform.
  case url(String)
  case decimal(Decimal)
}

/// How the simple classes of Foundation are archived.
enum FoundationObjects {
  /// The value of an object; `nil` if it is of another class.
  ///
  /// - Throws: ``KeyedArchiveError`` if it is of such a class, but its fields
  ///   are not.
  static func value(of object: KeyedArchive.Object) throws -> FoundationValue? {
    let value: FoundationValue?
    if object.isKind(of: "NSString") {
      value = try KeyedArchive.Item.object(object).string.map { .string($0) }
    } else if object.isKind(of: "NSData") {
      value = try KeyedArchive.Item.object(object).data.map { .data($0) }
    } else if object.isKind(of: "NSDate") {
      value = try object.double("NS.time").map {
        .date(Date(timeIntervalSinceReferenceDate: $0))
      }
    } else if object.isKind(of: "NSUUID") {
      value = try object.data("NS.uuidbytes").flatMap { uuid($0) }.map { .uuid($0) }
    } else if object.isKind(of: "NSURL") {
      value = try url(object).map { .url($0) }
    } else if object.isKind(of: "NSDecimalNumber") {
      value = .decimal(try decimal(object))
    } else {
      return nil
    }
    guard let value else {
      throw KeyedArchiveError("\(object.className) has no value.", object: object.number)
    }
    return value
  }

  static func add(
    _ value: FoundationValue, to writer: inout KeyedArchiveWriter
  ) -> PropertyListValue {
    switch value {
    case .string(let value): return writer.add(.string(value))
    case .data(let value): return writer.add(.data(value))
    case .date(let value):
      return writer.add(.date, ["NS.time": .real(value.timeIntervalSinceReferenceDate)])
    case .uuid(let value):
      return writer.add(
        .uuid, ["NS.uuidbytes": .data(withUnsafeBytes(of: value.uuid) { Data($0) })])
    case .url(let value):
      return writer.add(
        .url, ["NS.base": KeyedArchiveWriter.null, "NS.relative": writer.add(.string(value))])
    case .decimal(let value):
      return writer.add(.decimal, decimalFields(value))
    }
  }

  private static func uuid(_ data: Data) -> UUID? {
    guard data.count == 16 else { return nil }
    return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// A chain of bases that leads back is cut off.
  private static func url(_ object: KeyedArchive.Object, depth: Int = 0) throws -> String? {
    guard let relative = try object.string("NS.relative") else { return nil }
    guard depth < 8, let base = try object.object("NS.base"),
      let start = try url(base, depth: depth + 1).flatMap({ URL(string: $0) })
    else { return relative }
    return URL(string: relative, relativeTo: start)?.absoluteString ?? relative
  }

  // MARK: Decimal numbers

  /// A mantissa of up to eight 16-bit digits, the lowest first, times a power
  /// of ten.
  private static func decimal(_ object: KeyedArchive.Object) throws -> Decimal {
    let length = try object.integer("NS.length") ?? 0
    let exponent = try object.integer("NS.exponent") ?? 0
    let isNegative = try object.bool("NS.negative") ?? false
    let mantissa = try object.data("NS.mantissa").map { [UInt8]($0) } ?? []
    let isBigEndian = try object.integer("NS.mantissa.bo") == 2
    guard (0...8).contains(length), (-128...127).contains(exponent), mantissa.count >= length * 2
    else {
      throw KeyedArchiveError("A decimal number is out of range.", object: object.number)
    }
    if length == 0 { return isNegative ? .nan : 0 }
    var value = Decimal(0)
    for index in (0..<Int(length)).reversed() {
      let (first, second) = (mantissa[index * 2], mantissa[index * 2 + 1])
      let (low, high) = isBigEndian ? (second, first) : (first, second)
      value = value * 65_536 + Decimal(Int(high) << 8 | Int(low))
    }
    return Decimal(
      sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: value)
  }

  private static func decimalFields(_ value: Decimal) -> [String: PropertyListValue] {
    var digits: [UInt16] = []
    var rest = value.isNaN ? 0 : value.significand.magnitude
    while rest > 0, digits.count < 8 {
      var quotient = Decimal()
      var divided = rest / 65_536
      NSDecimalRound(&quotient, &divided, 0, .down)
      digits.append(UInt16(truncating: (rest - quotient * 65_536) as NSDecimalNumber))
      rest = quotient
    }
    var mantissa = Data()
    for index in 0..<8 {
      let digit = index < digits.count ? digits[index] : 0
      mantissa += [UInt8(truncatingIfNeeded: digit), UInt8(truncatingIfNeeded: digit >> 8)]
    }
    return [
      "NS.exponent": .integer(digits.isEmpty ? 0 : Int64(value.exponent)),
      "NS.length": .integer(Int64(digits.count)),
      "NS.negative": .bool(value.isNaN || value.sign == .minus), "NS.compact": .bool(true),
      "NS.mantissa": .data(mantissa), "NS.mantissa.bo": .integer(1),
    ]
  }
}
