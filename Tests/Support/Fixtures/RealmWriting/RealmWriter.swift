// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile

/// What a column of a written file is.
struct WrittenColumn {
  var name: String
  var type: RealmProperty.ValueType
  var collection: RealmProperty.Collection?
  var isOptional = false
  /// The number of the table that links lead to.
  var target: Int?
  var isIndexed = false
  var hasIntegerKeys = false
  /// Whether texts are stored once and numbered.
  var isEnumerated = false

  var typeNumber: Int64 {
    switch type {
    case .int: 0
    case .bool: 1
    case .string: 2
    case .data: 4
    case .mixed: 6
    case .timestamp: 8
    case .float: 9
    case .double: 10
    case .decimal: 11
    case .link: 12
    case .objectID: 15
    case .anyLink: 16
    case .uuid: 17
    case .rows, .unsupported: 5
    }
  }

  var attributes: Int64 {
    var bits: Int64 = isOptional ? 16 : 0
    if isIndexed { bits |= 1 }
    switch collection {
    case .list: bits |= 32
    case .dictionary: bits |= 64
    case .set: bits |= 128
    case nil: break
    }
    return bits
  }
}

/// What a table of a written file has.
struct WrittenTable {
  var name: String
  var kind = RealmClass.Kind.topLevel
  var columns: [WrittenColumn]
  var primaryKey: Int?
  /// Keys in ascending order.
  var rows: [(key: Int64, values: [RealmValue])]
  /// More than fit into memory: how many there are, and what makes one of them.
  var made: (count: Int, row: (Int) -> (key: Int64, values: [RealmValue]))?

  var count: Int { made?.count ?? rows.count }

  func rows(_ range: Range<Int>) -> [(key: Int64, values: [RealmValue])] {
    guard let made else { return Array(rows[range]) }
    return range.map(made.row)
  }
}

/// The other ends of a column's links, in the table that they lead to.
struct WrittenBacklinks {
  let origin: Int
  let column: Int
  /// By the target's key.
  var sources: [Int64: [Int64]] = [:]
}

/// Writes files of format 24.
struct RealmWriter {
  var node = NodeWriter()
  /// The most elements of a leaf; Realm has 1,000 and 256.
  var treeLimit = 1000
  var clusterLimit = 256
  /// The longest blob without pieces.
  var blobLimit = (1 << 24) - 16

  /// Whether links have their other ends, as Realm writes them.
  var writesBacklinks = false
  private var backlinks: [[WrittenBacklinks]] = []
  private var tableColumns: [[WrittenColumn]] = []

  init(treeLimit: Int = 1000) { self.treeLimit = treeLimit }

  /// - Returns: the bytes of the file.
  static func file(
    _ tables: [WrittenTable], treeLimit: Int = 1000, streamed: Bool = false,
    backlinks: Bool = false
  ) -> [UInt8] {
    var writer = RealmWriter(treeLimit: treeLimit)
    writer.writesBacklinks = backlinks
    let top = writer.group(tables)
    return streamed ? writer.node.streamed(top: top) : writer.node.file(top: top)
  }

  mutating func group(_ tables: [WrittenTable]) -> Int {
    backlinks = tables.map { _ in [] }
    if writesBacklinks { findBacklinks(tables) }
    let roots = tables.enumerated().map { Int64(table($1, $0)) }
    let names = node.names(tables.map(\.name))
    let list = node.references(roots)
    let size = NodeWriter.tagged(Int64(node.end + 64))
    return node.references([Int64(names), Int64(list), size])
  }

  /// What names a column: the leaf's number is another one than the column's.
  static func key(_ column: WrittenColumn, _ index: Int, _ count: Int) -> Int64 {
    let leaf = Int64(count - 1 - index)
    return leaf | column.typeNumber << 16 | (column.attributes & 0xFF) << 22
      | Int64(index + 1) << 30
  }

  private mutating func findBacklinks(_ tables: [WrittenTable]) {
    for (origin, table) in tables.enumerated() {
      for (index, column) in table.columns.enumerated() where column.type == .link {
        guard let target = column.target else { continue }
        var found = WrittenBacklinks(origin: origin, column: index)
        for row in table.rows(0..<table.count) {
          for key in Self.links(row.values[index]) { found.sources[key, default: []].append(row.key) }
        }
        backlinks[target].append(found)
      }
    }
    tableColumns = tables.map(\.columns)
  }

  static func links(_ value: RealmValue) -> [Int64] {
    switch value {
    case .link(let link): [link.key.rawValue]
    case .list(let values), .set(let values): values.flatMap(links)
    case .dictionary(let entries): entries.flatMap { links($0.value) }
    default: []
    }
  }

  /// What names the other end of a column's links.
  private func key(ofBacklink index: Int, in table: Int, _ columns: Int) -> Int64 {
    Int64(columns + index) | 14 << 16 | Int64(columns + index + 1) << 30
  }

  private mutating func table(_ table: WrittenTable, _ index: Int) -> Int {
    let columns = table.columns
    var keys = columns.indices.map { Self.key(columns[$0], $0, columns.count) }
    var texts: [Int: [String]] = [:]
    for (index, column) in columns.enumerated() where column.isEnumerated {
      var seen: [String] = []
      for row in table.rows {
        if case .string(let text) = row.values[index], !seen.contains(text) { seen.append(text) }
      }
      texts[index] = seen
    }
    let incoming = backlinks.indices.contains(index) ? backlinks[index] : []
    let publicKeys = keys
    keys += incoming.indices.map { key(ofBacklink: $0, in: index, columns.count) }
    let types = columns.map {
      $0.collection == .dictionary && !$0.hasIntegerKeys ? $0.typeNumber | 2 << 16 : $0.typeNumber
    }
    var enumerations: Int64 = 0
    if !texts.isEmpty {
      enumerations = Int64(
        node.references(
          columns.indices.map { index in
            texts[index].map { Int64(node.shortStrings($0.map { Array($0.utf8) })) } ?? 0
          }))
    }
    let parts = [
      Int64(node.integers(types + incoming.map { _ in 14 })),
      Int64(node.names(columns.map(\.name))),
      Int64(node.integers(columns.map(\.attributes) + incoming.map { _ in 0 })), 0, enumerations,
      Int64(node.integers(keys)),
    ]
    let spec = node.references(parts)
    var targets = [Int64](repeating: 0x7FFF_FFFF, count: keys.count)
    for (index, column) in columns.enumerated() {
      if let target = column.target { targets[columns.count - 1 - index] = Int64(target) }
    }
    var opposites = [Int64](repeating: Int64.max, count: keys.count)
    for (position, end) in incoming.enumerated() {
      let origin = tableColumns[end.origin]
      targets[columns.count + position] = Int64(end.origin)
      opposites[columns.count + position] = Self.key(
        origin[end.column], end.column, origin.count)
    }
    if !tableColumns.isEmpty {
      for (position, column) in columns.enumerated() {
        guard let target = column.target,
          let end = backlinks[target].firstIndex(where: {
            $0.origin == index && $0.column == position
          })
        else { continue }
        opposites[columns.count - 1 - position] = key(
          ofBacklink: end, in: target, tableColumns[target].count)
      }
    }
    let root = cluster(table, texts, incoming)
    let kind: Int64 = table.kind == .embedded ? 1 : table.kind == .asymmetric ? 2 : 0
    return node.references([
      Int64(spec), 0, Int64(root), NodeWriter.tagged(Int64(index)),
      0, NodeWriter.tagged(Int64(keys.count)), NodeWriter.tagged(1),
      Int64(node.integers(targets)), Int64(node.integers(opposites)),
      NodeWriter.tagged((table.rows(max(0, table.count - 1)..<table.count).last?.key ?? -1) + 1), 0,
      table.primaryKey.map { NodeWriter.tagged(publicKeys[$0]) } ?? 0, NodeWriter.tagged(kind), 0,
    ])
  }

  /// Objects in leaves, and one inner node above if there are several.
  private mutating func cluster(
    _ table: WrittenTable, _ texts: [Int: [String]], _ incoming: [WrittenBacklinks]
  ) -> Int {
    let starts = stride(from: 0, to: max(table.count, 1), by: clusterLimit)
    var leaves: [(start: Int64, count: Int, offset: Int64)] = []
    for start in starts {
      let rows = table.rows(start..<min(start + clusterLimit, table.count))
      let base = table.count > clusterLimit ? rows.first?.key ?? 0 : 0
      let keys = rows.map { UInt64(bitPattern: $0.key - base) }
      let isCompact = keys.enumerated().allSatisfy { UInt64($0.offset) == $0.element }
      var slots = [isCompact ? NodeWriter.tagged(Int64(rows.count)) : Int64(node.unsigned(keys))]
      for index in table.columns.indices.reversed() {
        let values = rows.map { $0.values[index] }
        slots.append(Int64(columnLeaf(table.columns[index], values, texts[index])))
      }
      for end in incoming {
        slots.append(Int64(backlinkLeaf(rows.map { end.sources[$0.key] ?? [] })))
      }
      leaves.append((base, rows.count, Int64(node.references(slots))))
    }
    var level = leaves
    var depth: Int64 = 1
    while level.count > 1 {
      level = stride(from: 0, to: level.count, by: 256).map { start in
        let part = Array(level[start..<min(start + 256, level.count)])
        let base = level.count > 256 ? part[0].start : 0
        let isCompact = part.enumerated().allSatisfy {
          Int64($0.offset) << (8 * depth) == $0.element.start - base
        }
        let keys =
          isCompact ? 0 : Int64(node.unsigned(part.map { UInt64(bitPattern: $0.start - base) }))
        let total = part.reduce(0) { $0 + $1.count }
        let offset = node.references(
          [keys, NodeWriter.tagged(depth), NodeWriter.tagged(Int64(total))] + part.map(\.offset),
          .inner)
        return (base, total, Int64(offset))
      }
      depth += 1
    }
    return Int(level[0].offset)
  }

  /// One key beside a one, or a tree of several.
  private mutating func backlinkLeaf(_ sources: [[Int64]]) -> Int {
    let values = sources.map { keys -> Int64 in
      if keys.isEmpty { return 0 }
      if keys.count == 1 { return NodeWriter.tagged(keys[0]) }
      return Int64(tree(.int, false, keys.map { .int($0) }))
    }
    return node.references(values)
  }

  private mutating func columnLeaf(
    _ column: WrittenColumn, _ values: [RealmValue], _ texts: [String]?
  ) -> Int {
    if column.collection != nil {
      return node.references(values.map { Int64(collection(column, $0)) })
    }
    if let texts {
      return node.integers(
        values.map { value in
          guard case .string(let text) = value else { return 0 }
          return Int64(texts.firstIndex(of: text) ?? 0)
        })
    }
    return leaf(column.type, column.isOptional, values, isElement: false)
  }

  /// - Returns: 0 for an empty collection.
  private mutating func collection(_ column: WrittenColumn, _ value: RealmValue) -> Int {
    switch value {
    case .list(let values), .set(let values):
      return values.isEmpty ? 0 : tree(column.type, column.isOptional, values)
    case .dictionary(let entries):
      return entries.isEmpty ? 0 : dictionary(entries, column.hasIntegerKeys ? .int : .string)
    default: return 0
    }
  }

  mutating func dictionary(_ entries: [RealmEntry], _ keys: RealmProperty.ValueType) -> Int {
    let first = Int64(tree(keys, false, entries.map(\.key)))
    let second = Int64(tree(.mixed, true, entries.map(\.value)))
    return node.references([first, second])
  }

  /// A tree of elements: a leaf, or inner nodes of both forms above leaves.
  mutating func tree(_ type: RealmProperty.ValueType, _ isOptional: Bool, _ values: [RealmValue])
    -> Int
  {
    let level = stride(from: 0, to: max(values.count, 1), by: treeLimit).map { start in
      let part = Array(values[start..<min(start + treeLimit, values.count)])
      return (
        offset: Int64(leaf(type, isOptional, part, isElement: true)), count: part.count
      )
    }
    return node.tree(level, limit: treeLimit)
  }
}
