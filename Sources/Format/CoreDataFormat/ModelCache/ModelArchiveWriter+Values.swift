// SPDX-License-Identifier: Apache-2.0

extension ModelArchiveWriter {
  /// What cannot be archived is left out: the class of ``DefaultValue/other(_:)``
  /// is known, but not its content.
  mutating func defaultValue(_ value: DefaultValue?) -> PropertyListValue {
    switch value {
    case nil, .other: return KeyedArchiveWriter.null
    case .integer(let value): return writer.add(.integer(value))
    case .double(let value): return writer.add(.real(value))
    case .bool(let value): return writer.add(.bool(value))
    case .string(let value): return FoundationObjects.add(.string(value), to: &writer)
    case .data(let value): return FoundationObjects.add(.data(value), to: &writer)
    case .date(let value): return FoundationObjects.add(.date(value), to: &writer)
    case .uuid(let value): return FoundationObjects.add(.uuid(value), to: &writer)
    case .url(let value): return FoundationObjects.add(.url(value), to: &writer)
    case .decimal(let value): return FoundationObjects.add(.decimal(value), to: &writer)
    case .array(let members): return array(members.map { defaultValue($0) }, .array)
    case .dictionary(let entries):
      return dictionary(
        entries.sorted { $0.key < $1.key }.map { (key: $0.key, value: defaultValue($0.value)) })
    }
  }

  mutating func userInfo(_ entries: [String: UserInfoValue]) -> PropertyListValue {
    dictionary(
      entries.sorted { $0.key < $1.key }.map { (key: $0.key, value: userInfo($0.value)) },
      .dictionary)
  }

  private mutating func userInfo(_ value: UserInfoValue) -> PropertyListValue {
    switch value {
    case .string(let value): return writer.add(.string(value))
    case .number(let value):
      return writer.add(Int64(exactly: value).map { .integer($0) } ?? .real(value))
    case .bool(let value): return writer.add(.bool(value))
    case .array(let members): return array(members.map { userInfo($0) }, .array)
    case .dictionary(let entries): return userInfo(entries)
    case .other: return writer.add(.null, [:])
    }
  }
}
