// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ArchivedValue {
  /// Reads the root of an archive.
  ///
  /// Objects of classes that are not known become ``unknown(_:)``, wherever
  /// they are.
  ///
  /// - Throws: ``PropertyListError`` or ``KeyedArchiveError`` if the bytes are
  ///   no archive, are damaged, or hold values that contain themselves.
  package init(keyedArchive data: Data) throws {
    let archive = try KeyedArchive(data)
    var reader = ArchivedValueReader(byteCount: data.count)
    self = try reader.value(archive.root(), depth: 0)
  }
}

/// Follows references; an archive with a circle has no value.
struct ArchivedValueReader {
  /// How many values lie in one another at most.
  static let maximumDepth = 64

  /// An object may be named many times, and so describe more than fits into
  /// memory. Honest archives have a reference of at least two bytes for each
  /// value.
  private var budget: Int

  init(byteCount: Int) { budget = PropertyListLimits.values(inBytes: byteCount) }

  mutating func value(_ item: KeyedArchive.Item, depth: Int) throws -> ArchivedValue {
    budget -= 1
    guard budget >= 0 else { throw KeyedArchiveError("It names the same objects too often.") }
    switch item {
    case .null: return .null
    case .value(let value): return scalar(value)
    case .object(let object): return try self.value(object, depth: depth)
    }
  }

  private func scalar(_ value: PropertyListValue) -> ArchivedValue {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .unsigned(let value): .unsigned(value)
    case .real(let value): .double(value)
    case .float(let value): .double(Double(value))
    case .date(let value): .date(value)
    case .data(let value): .data(value)
    case .string(let value): .string(value)
    case .uid, .array, .set, .dictionary: .unknown(value.kind)
    }
  }

  private mutating func value(
    _ object: KeyedArchive.Object, depth: Int
  ) throws -> ArchivedValue {
    guard depth < Self.maximumDepth else {
      throw KeyedArchiveError(
        "More than \(Self.maximumDepth) values lie in one another.", object: object.number)
    }
    if let simple = try FoundationObjects.value(of: object) {
      switch simple {
      case .string(let value): return .string(value)
      case .data(let value): return .data(value)
      case .date(let value): return .date(value)
      case .uuid(let value): return .uuid(value)
      case .url(let value): return .url(value)
      case .decimal(let value): return .decimal(value)
      }
    }
    if object.isKind(of: "NSNull") { return .null }
    if object.isKind(of: "NSArray") { return .array(try members(of: object, depth: depth)) }
    if object.isKind(of: "NSSet") { return .set(try members(of: object, depth: depth)) }
    if object.isKind(of: "NSDictionary") {
      var entries: [ArchivedValue.Entry] = []
      for (key, value) in try object.entries() {
        entries.append(
          ArchivedValue.Entry(
            key: try self.value(key, depth: depth + 1),
            value: try self.value(value, depth: depth + 1)))
      }
      return .dictionary(entries)
    }
    return .unknown(object.className)
  }

  private mutating func members(
    of object: KeyedArchive.Object, depth: Int
  ) throws -> [ArchivedValue] {
    var members: [ArchivedValue] = []
    for item in try object.members() { members.append(try value(item, depth: depth + 1)) }
    return members
  }
}
