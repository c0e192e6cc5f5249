// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

extension ArchivedValue {
  /// A Swift value as an archive of Foundation's objects has it; `nil` for
  /// types that have no such form.
  init?(plain value: Any) {
    switch value {
    case let value as Bool: self = .bool(value)
    case let value as String: self = .string(value)
    case let value as Double: self = .double(value)
    case let value as Float: self = .double(Double(value))
    case let value as Date: self = .date(value)
    case let value as Data: self = .data(value)
    case let value as UUID: self = .uuid(value)
    case let value as URL: self = .url(value.absoluteString)
    case let value as Decimal: self = .decimal(value)
    case let value as any BinaryInteger:
      if let signed = Int64(exactly: value) {
        self = .integer(signed)
      } else if let unsigned = UInt64(exactly: value) {
        self = .unsigned(unsigned)
      } else {
        return nil
      }
    case let value as [Any]:
      guard let members = Self.members(value) else { return nil }
      self = .array(members)
    case let value as Set<AnyHashable>:
      guard let members = Self.members(value.map(\.base)) else { return nil }
      self = .set(members)
    case let value as [AnyHashable: Any]:
      var entries: [Entry] = []
      for (key, value) in value {
        guard let key = ArchivedValue(plain: key.base), let value = ArchivedValue(plain: value)
        else { return nil }
        entries.append(Entry(key: key, value: value))
      }
      self = .dictionary(entries)
    default:
      // An optional inside, or nothing that can be archived.
      guard let optional = value as? any OptionalValue else { return nil }
      guard let wrapped = Mirror(reflecting: optional).children.first?.value else {
        self = .null
        return
      }
      self.init(plain: wrapped)
    }
  }

  private static func members(_ values: [Any]) -> [ArchivedValue]? {
    var members: [ArchivedValue] = []
    for value in values {
      guard let member = ArchivedValue(plain: value) else { return nil }
      members.append(member)
    }
    return members
  }

  /// The opposite: numbers are `Int` or `Double`. `nil` if there is a null or
  /// an object of another class in it.
  var plain: Any? {
    switch self {
    case .null, .unknown: return nil
    case .bool(let value): return value
    case .integer(let value): return Int(exactly: value) ?? value
    case .unsigned(let value): return value
    case .double(let value): return value
    case .decimal(let value): return value
    case .string(let value): return value
    case .date(let value): return value
    case .data(let value): return value
    case .uuid(let value): return value
    case .url(let value): return URL(string: value)
    case .array(let members): return Self.plain(members)
    case .set(let members):
      guard let members = Self.plain(members) as? [AnyHashable] else { return nil }
      return Set(members)
    case .dictionary(let entries):
      var dictionary: [AnyHashable: Any] = [:]
      for entry in entries {
        guard let key = entry.key.plain as? AnyHashable, let value = entry.value.plain else {
          return nil
        }
        dictionary[key] = value
      }
      return dictionary
    }
  }

  /// Nothing if one of them has no such form: none may get lost.
  private static func plain(_ members: [ArchivedValue]) -> [Any]? {
    var values: [Any] = []
    for member in members {
      guard let value = member.plain else { return nil }
      values.append(value)
    }
    return values
  }
}
