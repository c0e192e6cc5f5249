// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ArchivedValue {
  /// The value in an archive as Foundation's `NSKeyedArchiver` writes it.
  ///
  /// Equal values give equal bytes.
  ///
  /// - Throws: ``KeyedArchiveError`` if there is an ``unknown(_:)`` in the
  ///   value, or values lie in one another deeper than can be read again.
  package func keyedArchive() throws -> Data {
    var writer = ArchivedValueWriter()
    let root = try writer.add(self, depth: 0)
    return try writer.archive.archive(root: root)
  }
}

struct ArchivedValueWriter {
  var archive = KeyedArchiveWriter()
  private var null: PropertyListValue?

  mutating func add(_ value: ArchivedValue, depth: Int) throws -> PropertyListValue {
    switch value {
    case .null: return addNull()
    case .bool(let value): return archive.add(.bool(value))
    case .integer(let value): return archive.add(.integer(value))
    case .unsigned(let value): return archive.add(.unsigned(value))
    case .double(let value): return archive.add(.real(value))
    case .decimal(let value): return FoundationObjects.add(.decimal(value), to: &archive)
    case .string(let value): return FoundationObjects.add(.string(value), to: &archive)
    case .date(let value): return FoundationObjects.add(.date(value), to: &archive)
    case .data(let value): return FoundationObjects.add(.data(value), to: &archive)
    case .uuid(let value): return FoundationObjects.add(.uuid(value), to: &archive)
    case .url(let value): return FoundationObjects.add(.url(value), to: &archive)
    case .array(let members): return try add(members, .array, depth: depth)
    case .set(let members): return try add(members, .set, depth: depth)
    case .dictionary(let entries): return try add(entries, depth: depth)
    case .unknown(let className):
      throw KeyedArchiveError("An object of \(className) cannot be written.")
    }
  }

  private mutating func add(
    _ members: [ArchivedValue], _ archivedClass: ArchivedClass, depth: Int
  ) throws -> PropertyListValue {
    try check(depth)
    // Reserved first, so that the root is the archive's first object.
    let reference = archive.reserve()
    var references: [PropertyListValue] = []
    references.reserveCapacity(members.count)
    for member in members { references.append(try add(member, depth: depth + 1)) }
    archive.set(reference, archivedClass, ["NS.objects": .array(references)])
    return reference
  }

  private mutating func add(
    _ entries: [ArchivedValue.Entry], depth: Int
  ) throws -> PropertyListValue {
    try check(depth)
    let reference = archive.reserve()
    var keys: [PropertyListValue] = []
    var values: [PropertyListValue] = []
    for entry in entries {
      keys.append(try add(entry.key, depth: depth + 1))
      values.append(try add(entry.value, depth: depth + 1))
    }
    archive.set(reference, .dictionary, ["NS.keys": .array(keys), "NS.objects": .array(values)])
    return reference
  }

  private mutating func addNull() -> PropertyListValue {
    if let null { return null }
    let reference = archive.add(.null, [:])
    null = reference
    return reference
  }

  private func check(_ depth: Int) throws {
    guard depth < ArchivedValueReader.maximumDepth else {
      throw KeyedArchiveError(
        "More than \(ArchivedValueReader.maximumDepth) values lie in one another.")
    }
  }
}
