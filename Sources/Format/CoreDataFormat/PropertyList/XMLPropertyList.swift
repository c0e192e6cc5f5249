// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PropertyListValue {
  /// Reads a property list, binary or written as XML.
  ///
  /// Foundation's own reader is not used: a program that links Swift's libraries
  /// statically cannot rely on it.
  ///
  /// ```swift
  /// let list = try PropertyListValue(propertyList: Data("<plist><true/></plist>".utf8))
  /// ```
  ///
  /// - Throws: ``PropertyListError`` if the bytes are neither.
  package init(propertyList data: Data) throws {
    guard !data.starts(with: BinaryPropertyListLayout.magic.prefix(6)) else {
      self = try PropertyListValue(binary: data)
      return
    }
    var reader = XMLPropertyListReader(data)
    self = try reader.read()
  }
}

/// Makes values of the elements of a property list in XML.
struct XMLPropertyListReader {
  private var scanner: XMLTagScanner

  init(_ data: Data) { scanner = XMLTagScanner(data) }

  mutating func read() throws -> PropertyListValue {
    var tag = try scanner.nextTag()
    if tag.name == "plist", tag.kind == .start {
      tag = try scanner.nextTag()
      let value = try value(of: tag, depth: 0)
      _ = try end(of: "plist")
      return value
    }
    return try value(of: tag, depth: 0)
  }

  private mutating func value(of tag: XMLTagScanner.Tag, depth: Int) throws -> PropertyListValue {
    guard tag.kind != .end else { throw scanner.error("</\(tag.name)> ends nothing.") }
    guard depth <= PropertyListLimits.depth else {
      throw scanner.error("More than \(PropertyListLimits.depth) containers lie in one another.")
    }
    let isEmpty = tag.kind == .empty
    switch tag.name {
    case "true", "false":
      if !isEmpty { try end(of: tag.name) }
      return .bool(tag.name == "true")
    case "dict": return isEmpty ? .dictionary([:]) : try dictionary(depth)
    case "array": return isEmpty ? .array([]) : try array(depth)
    case "string", "data", "date", "integer", "real":
      return try scalar(tag.name, isEmpty ? "" : text(of: tag.name))
    default: throw scanner.error("There is no element <\(tag.name)> in property lists.")
    }
  }

  private mutating func array(_ depth: Int) throws -> PropertyListValue {
    var members: [PropertyListValue] = []
    while true {
      let tag = try scanner.nextTag()
      if tag.name == "array", tag.kind == .end { return .array(members) }
      members.append(try value(of: tag, depth: depth + 1))
    }
  }

  private mutating func dictionary(_ depth: Int) throws -> PropertyListValue {
    var entries: [String: PropertyListValue] = [:]
    while true {
      let tag = try scanner.nextTag()
      if tag.name == "dict", tag.kind == .end { return .dictionary(entries) }
      guard tag.name == "key", tag.kind != .end else {
        throw scanner.error("A dictionary has <\(tag.name)> where a key must be.")
      }
      let key = tag.kind == .empty ? "" : try text(of: "key")
      let value = try value(of: try scanner.nextTag(), depth: depth + 1)
      // Of equal keys the first counts, as in binary lists.
      if entries[key] == nil { entries[key] = value }
    }
  }

  private mutating func text(of name: String) throws -> String {
    let text = try scanner.text()
    try end(of: name)
    return text
  }

  private mutating func end(of name: String) throws {
    let tag = try scanner.nextTag()
    guard tag.kind == .end, tag.name == name else {
      throw scanner.error("</\(name)> is missing before <\(tag.name)>.")
    }
  }

  private func scalar(_ name: String, _ text: String) throws -> PropertyListValue {
    if name == "string" { return .string(text) }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch name {
    case "data":
      if let data = Data(base64Encoded: trimmed.filter { !$0.isWhitespace }) { return .data(data) }
    case "integer":
      if let value = Self.integer(trimmed) { return value }
    case "real":
      if let value = Double(trimmed) { return .real(value) }
    default:
      if let date = Self.date(trimmed) { return .date(date) }
    }
    throw scanner.error("The content of <\(name)> is none.")
  }

  private static func integer(_ text: String) -> PropertyListValue? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let isHexadecimal = digits.lowercased().hasPrefix("0x")
    guard
      let magnitude = UInt64(
        isHexadecimal ? digits.dropFirst(2) : digits, radix: isHexadecimal ? 16 : 10),
      digits.first != "+", digits.first != "-"
    else { return nil }
    if isNegative {
      return Int64(exactly: -Int128(magnitude)).map { .integer($0) }
    }
    return Int64(exactly: magnitude).map { .integer($0) } ?? .unsigned(magnitude)
  }

  /// `2024-07-08T12:00:00Z`.
  private static func date(_ text: String) -> Date? {
    let parts = text.split(whereSeparator: { "-T:Z".contains($0) }).map { Int($0) }
    guard parts.count == 6, text.hasSuffix("Z"), let year = parts[0], let month = parts[1],
      let day = parts[2], let hour = parts[3], let minute = parts[4], let second = parts[5],
      (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    // Days of the Gregorian calendar, with years that begin in March.
    let shifted = month > 2 ? year : year - 1
    let months = month > 2 ? month - 3 : month + 9
    let days =
      365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * months + 2) / 5 + day - 1
    // From 1 March of the year 0 to 1 January 2001.
    let seconds = (days - 730_791) * 86_400 + hour * 3600 + minute * 60 + second
    return Date(timeIntervalSinceReferenceDate: Double(seconds))
  }
}
