// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ModelArchiveReader {
  /// The default value of an attribute: a number becomes what the attribute's
  /// type is.
  mutating func defaultValue(
    _ item: KeyedArchive.Item?, of type: AttributeType, depth: Int = 0
  ) throws -> DefaultValue? {
    try spend()
    switch item {
    case nil, .null: return nil
    case .value(let value): return number(value, of: type) ?? scalar(value)
    case .object(let object): return try defaultValue(object, depth: depth)
    }
  }

  private func number(_ value: PropertyListValue, of type: AttributeType) -> DefaultValue? {
    switch (type, value) {
    case (.boolean, .integer(let value)): return .bool(value != 0)
    case (.integer16, .bool(let value)), (.integer32, .bool(let value)),
      (.integer64, .bool(let value)):
      return .integer(value ? 1 : 0)
    case (.integer16, _), (.integer32, _), (.integer64, _):
      return integer(value).map { .integer($0) }
    case (.double, _), (.float, _): return value.double.map { .double($0) }
    case (.decimal, .integer(let value)): return .decimal(Decimal(value))
    case (.decimal, _): return value.double.flatMap { decimal($0) }.map { .decimal($0) }
    default: return nil
    }
  }

  private func integer(_ value: PropertyListValue) -> Int64? {
    value.integer ?? value.double.flatMap { Int64(exactly: $0) }
  }

  /// Not every double is in the range of decimal numbers.
  private func decimal(_ value: Double) -> Decimal? {
    guard value == 0 || (1e-100...1e100).contains(value.magnitude) else { return nil }
    return Decimal(string: "\(value)", locale: nil)
  }

  private func scalar(_ value: PropertyListValue) -> DefaultValue? {
    switch value {
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .unsigned(let value): .double(Double(value))
    case .real(let value): .double(value)
    case .float(let value): .double(Double(value))
    case .string(let value): .string(value)
    case .date(let value): .date(value)
    case .data(let value): .data(value)
    case .null: nil
    case .uid, .array, .set, .dictionary: .other(value.kind)
    }
  }

  private mutating func defaultValue(
    _ object: KeyedArchive.Object, depth: Int
  ) throws -> DefaultValue? {
    guard depth < Self.maximumDepth else { throw error("A default value holds itself.") }
    if object.isKind(of: "NSNull") { return nil }
    // A default value that cannot be read does not make the model unreadable.
    if let simple = try? FoundationObjects.value(of: object) {
      switch simple {
      case .string(let value): return .string(value)
      case .data(let value): return .data(value)
      case .date(let value): return .date(value)
      case .uuid(let value): return .uuid(value)
      case .url(let value): return .url(value)
      case .decimal(let value): return .decimal(value)
      }
    }
    if object.isKind(of: "NSArray") || object.isKind(of: "NSSet") {
      var members: [DefaultValue] = []
      for item in try items(in: object) {
        if let member = try defaultValue(item, of: .undefined, depth: depth + 1) {
          members.append(member)
        }
      }
      return .array(members)
    }
    if object.isKind(of: "NSDictionary") {
      var dictionary: [String: DefaultValue] = [:]
      for (key, item) in try entries(of: object) {
        dictionary[key] = try defaultValue(item, of: .undefined, depth: depth + 1)
      }
      return .dictionary(dictionary)
    }
    return .other(object.className)
  }
}

// MARK: - User info

extension ModelArchiveReader {
  mutating func userInfo(_ object: KeyedArchive.Object) throws -> [String: UserInfoValue] {
    guard let dictionary = try object.object("NSUserInfo"), dictionary.isKind(of: "NSDictionary")
    else { return [:] }
    return try userInfo(entriesOf: dictionary, depth: 0)
  }

  private mutating func userInfo(
    entriesOf dictionary: KeyedArchive.Object, depth: Int
  ) throws -> [String: UserInfoValue] {
    var result: [String: UserInfoValue] = [:]
    for (key, item) in try entries(of: dictionary) {
      result[key] = try userInfo(item, depth: depth + 1)
    }
    return result
  }

  private mutating func userInfo(
    _ item: KeyedArchive.Item, depth: Int
  ) throws -> UserInfoValue {
    guard depth < Self.maximumDepth else { throw error("User info holds itself.") }
    if let string = try item.string { return .string(string) }
    switch item {
    case .value(.bool(let value)): return .bool(value)
    case .value(let value): return value.double.map { .number($0) } ?? .other(value.kind)
    case .null: return .other("NSNull")
    case .object(let object):
      if object.isKind(of: "NSArray") || object.isKind(of: "NSSet") {
        var members: [UserInfoValue] = []
        for member in try items(in: object) {
          members.append(try userInfo(member, depth: depth + 1))
        }
        return .array(members)
      }
      if object.isKind(of: "NSDictionary") {
        return .dictionary(try userInfo(entriesOf: object, depth: depth))
      }
      return .other(object.className)
    }
  }
}
