// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile

/// Writes files of formats 2 to 9: tables made of columns.
///
/// Rows have the keys 0, 1, 2 …
struct OldRealmWriter {
  let format: UInt8
  private var writer: RealmWriter
  private let limit: Int

  init(format: UInt8, treeLimit: Int = 1000) {
    self.format = format
    limit = treeLimit
    writer = RealmWriter(treeLimit: treeLimit)
  }

  /// - Returns: the bytes of the file.
  static func file(
    _ tables: [WrittenTable], format: UInt8, treeLimit: Int = 1000, streamed: Bool = false
  ) -> [UInt8] {
    var old = OldRealmWriter(format: format, treeLimit: treeLimit)
    let top = old.group(tables)
    return streamed
      ? old.writer.node.streamed(top: top, format: format) : old.writer.node.file(top: top, format: format)
  }

  /// The type's number in these formats.
  private func number(_ column: WrittenColumn) -> Int64 {
    if column.type == .link { return column.collection == nil ? 12 : 13 }
    if column.collection != nil { return 5 }
    if column.isEnumerated { return 3 }
    return column.type == .timestamp && format < 5 ? 7 : column.typeNumber
  }

  /// The links that lead to a table.
  private struct Incoming {
    let origin: Int
    let column: Int
    var sources: [Int64: [Int64]] = [:]
  }

  private mutating func group(_ tables: [WrittenTable]) -> Int {
    var incoming: [[Incoming]] = tables.map { _ in [] }
    for (origin, table) in tables.enumerated() {
      for (index, column) in table.columns.enumerated() where column.type == .link {
        guard let target = column.target else { continue }
        var found = Incoming(origin: origin, column: index)
        for row in table.rows {
          for key in RealmWriter.links(row.values[index]) { found.sources[key, default: []].append(row.key) }
        }
        incoming[target].append(found)
      }
    }
    let roots = tables.indices.map { Int64(self.table(tables[$0], incoming[$0])) }
    let names = Int64(writer.node.names(tables.map(\.name)))
    let list = Int64(writer.node.references(roots))
    return writer.node.references([names, list, NodeWriter.tagged(Int64(writer.node.end + 64))])
  }

  private mutating func table(_ table: WrittenTable, _ incoming: [Incoming]) -> Int {
    let columns = table.columns
    var texts: [Int: [RealmValue]] = [:]
    for (index, column) in columns.enumerated() where column.isEnumerated {
      texts[index] = table.rows.map { $0.values[index] }.reduce(into: []) {
        if !$0.contains($1) { $0.append($1) }
      }
    }
    var enumerations: [Int64] = []
    for (index, column) in columns.enumerated() {
      guard let values = texts[index] else { continue }
      enumerations.append(Int64(tree(.string, column.isOptional, values)))
    }
    var subspecs: [Int64] = []
    for column in columns {
      switch number(column) {
      case 12, 13: subspecs.append(NodeWriter.tagged(Int64(column.target ?? 0)))
      case 5:
        var element = column
        element.collection = nil
        element.name = "!ARRAY_VALUE"
        subspecs.append(Int64(spec([element])))
      default: break
      }
    }
    for end in incoming {
      subspecs += [NodeWriter.tagged(Int64(end.origin)), NodeWriter.tagged(Int64(end.column))]
    }
    let spec = Int64(self.spec(columns, incoming.count, subspecs, enumerations))
    var roots: [Int64] = []
    for (index, column) in columns.enumerated() {
      let values = table.rows.map { $0.values[index] }
      roots.append(Int64(root(column, values, texts[index])))
      // A search index, which nobody reads.
      if column.isIndexed { roots.append(Int64(writer.node.references([0]))) }
    }
    for end in incoming {
      roots.append(
        Int64(
          references(table.rows) { writer, row in
            let keys = end.sources[row.key] ?? []
            if keys.count < 2 { return keys.first.map(NodeWriter.tagged) ?? 0 }
            return Int64(writer.tree(.int, false, keys.map { .int($0) }))
          }))
    }
    let list = Int64(writer.node.references(roots))
    return writer.node.references([spec, list])
  }

  private mutating func spec(
    _ columns: [WrittenColumn], _ backlinks: Int = 0, _ subspecs: [Int64] = [], _ enumerations: [Int64] = []
  ) -> Int {
    let marks = columns.map { column -> Int64 in
      let isNullable = column.isOptional && column.type != .link && column.collection == nil
      return (isNullable ? 16 : 0) | (column.isIndexed ? 1 : 0)
    }
    var parts = [
      Int64(writer.node.integers(columns.map(number) + Array(repeating: 14, count: backlinks))),
      Int64(writer.node.names(columns.map(\.name))),
      Int64(writer.node.integers(marks + Array(repeating: 0, count: backlinks))),
    ]
    if !subspecs.isEmpty || !enumerations.isEmpty {
      parts.append(subspecs.isEmpty ? 0 : Int64(writer.node.references(subspecs)))
    }
    if !enumerations.isEmpty { parts.append(Int64(writer.node.references(enumerations))) }
    return writer.node.references(parts)
  }

  // MARK: Columns

  private mutating func root(
    _ column: WrittenColumn, _ values: [RealmValue], _ texts: [RealmValue]?
  ) -> Int {
    if column.type == .link, column.collection != nil {
      return references(values) { old, value in
        guard case .list(let links) = value, !links.isEmpty else { return 0 }
        let rows = links.map { link -> RealmValue in
          guard case .link(let link) = link else { return .int(0) }
          return .int(link.key.rawValue)
        }
        return Int64(old.tree(.int, false, rows))
      }
    }
    if column.collection != nil {
      return references(values) { old, value in
        guard case .list(let elements) = value, !elements.isEmpty else { return 0 }
        let root = Int64(old.tree(column.type, column.isOptional, elements))
        return Int64(old.writer.node.references([root]))
      }
    }
    if let texts {
      return tree(
        .int, false, values.map { .int(Int64(texts.firstIndex(of: $0) ?? 0)) })
    }
    return tree(column.type, column.isOptional, values)
  }

  /// A column of references.
  private mutating func references<Value>(
    _ values: [Value], _ reference: (inout OldRealmWriter, Value) -> Int64
  ) -> Int {
    let leaves = stride(from: 0, to: max(values.count, 1), by: limit).map { start in
      let part = values[start..<min(start + limit, values.count)]
      let slots = part.map { reference(&self, $0) }
      return (offset: Int64(writer.node.references(slots)), count: part.count)
    }
    return writer.node.tree(leaves, limit: limit)
  }

  private mutating func tree(
    _ type: RealmProperty.ValueType, _ isOptional: Bool, _ values: [RealmValue]
  ) -> Int {
    if type == .timestamp, format >= 5 {
      let dates = values.map { value -> RealmTimestamp? in
        guard case .timestamp(let date) = value else { return nil }
        return date
      }
      let seconds = tree(.int, true, dates.map { $0.map { .int($0.seconds) } ?? .null })
      let nanoseconds = tree(.int, false, dates.map { .int(Int64($0?.nanoseconds ?? 0)) })
      return writer.node.references([Int64(seconds), Int64(nanoseconds)])
    }
    let leaves = stride(from: 0, to: max(values.count, 1), by: limit).map { start in
      let part = Array(values[start..<min(start + limit, values.count)])
      return (offset: Int64(leaf(type, isOptional, part)), count: part.count)
    }
    return writer.node.tree(leaves, limit: limit)
  }

  private mutating func leaf(
    _ type: RealmProperty.ValueType, _ isOptional: Bool, _ values: [RealmValue]
  ) -> Int {
    switch type {
    case .timestamp:
      // Seconds alone.
      let numbers = values.map { value -> Int64? in
        guard case .timestamp(let date) = value else { return nil }
        return date.seconds
      }
      return isOptional ? writer.nullable(numbers) : writer.node.integers(numbers.map { $0 ?? 0 })
    case .bool:
      let numbers = values.map { value -> Int64? in
        guard case .bool(let value) = value else { return nil }
        return value ? 1 : 0
      }
      return isOptional ? writer.nullable(numbers) : writer.node.integers(numbers.map { $0 ?? 0 })
    case .string: return strings(values, isOptional)
    case .data: return binaries(values, isOptional)
    default: return writer.leaf(type, isOptional, values, isElement: false)
    }
  }

  private mutating func strings(_ values: [RealmValue], _ isOptional: Bool) -> Int {
    let texts = values.map { value -> [UInt8]? in
      guard case .string(let text) = value else { return nil }
      return Array(text.utf8)
    }
    let longest = texts.map { $0?.count ?? 0 }.max() ?? 0
    if longest == 0, !isOptional { return writer.node.fixed([], width: 0, count: values.count) }
    if longest <= 15 { return writer.node.shortStrings(texts) }
    let ended = texts.map { $0.map { $0 + [0] } }
    // Here a set bit means that there is a text.
    return longest <= 63 ? medium(ended, marks: isOptional ? { $0 == nil ? 0 : 1 } : nil) : big(ended)
  }

  private mutating func binaries(_ values: [RealmValue], _ isOptional: Bool) -> Int {
    let contents = values.map { value -> [UInt8]? in
      guard case .data(let data) = value else { return nil }
      return Array(data)
    }
    let longest = contents.map { $0?.count ?? 0 }.max() ?? 0
    guard longest <= 64 else { return big(contents) }
    return medium(contents, marks: isOptional || format > 4 ? { $0 == nil ? 1 : 0 } : nil)
  }

  /// - Parameter marks: what tells values from nulls, if anything does.
  private mutating func medium(_ contents: [[UInt8]?], marks: (([UInt8]?) -> Int64)?) -> Int {
    var ends: [Int64] = []
    var all: [UInt8] = []
    for content in contents {
      all += content ?? []
      ends.append(Int64(all.count))
    }
    var parts = [Int64(writer.node.integers(ends)), Int64(writer.node.blob(all))]
    if let marks { parts.append(Int64(writer.node.integers(contents.map(marks)))) }
    return writer.node.references(parts)
  }

  private mutating func big(_ contents: [[UInt8]?]) -> Int {
    let blobs = contents.map { $0.map { Int64(writer.node.blob($0)) } ?? 0 }
    return writer.node.references(blobs, .context)
  }
}
