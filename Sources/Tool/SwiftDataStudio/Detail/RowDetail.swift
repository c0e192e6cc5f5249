// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation

/// All that is known of one object.
package struct RowDetail: Hashable, Sendable {
  package struct Property: Hashable, Sendable, Identifiable {
    package let column: GridColumn
    package let value: GridCell
    /// The whole value, on several lines if it has some; cut if it is very long.
    package let text: String
    /// What a field holds when the value is edited: as `swiftdata export` writes it.
    package let input: String
    /// Bytes of a picture that browsers show, as a `data:` address.
    package let picture: String?
    /// The first bytes, in hexadecimal.
    package let bytes: String?
    /// Of a to-many relationship: the first targets.
    package let targets: [Target]

    package var id: String { column.name }
  }

  package struct Target: Hashable, Sendable, Identifiable {
    package let reference: ObjectReference
    package let title: String?

    package var id: ObjectReference { reference }
  }

  /// A relationship without inverse that leads here.
  package struct Incoming: Hashable, Sendable, Identifiable {
    package let entity: String
    package let relationship: String
    package let count: Int

    package var id: String { "\(entity).\(relationship)" }
  }

  package let reference: ObjectReference
  package let identifier: String
  package let title: String?
  /// Z_OPT: how often the row was saved.
  package let version: Int64?
  package let properties: [Property]
  package let incoming: [Incoming]
}

extension RowDetail {
  static let longestText = 20_000
  static let targetsShown = 50
  static let largestPicture = 400_000

  /// `nil` if there is no such row.
  init?(_ reference: ObjectReference, _ source: any RowSource) throws {
    let store = source.store
    guard let named = store.model.entity(named: reference.entity) else { return nil }
    var options = RowCursor.Options()
    options.includesSubentities = true
    options.includesToMany = false
    options.longestValue = Self.largestPicture
    try source.bring([reference.key], of: named, longest: options.longestValue)
    let cursor = try RowCursor(store, named, options, filter: "t0.Z_PK = ?", values: [.integer(reference.key)])
    guard let object = try cursor.next(), let entity = store.model.entity(named: object.reference.entity) else {
      return nil
    }
    self.reference = object.reference
    identifier = store.uri(of: object.reference)
    version = object.version
    let titles = Titles(source)
    title = try titles.titles(of: [object.reference])[object.reference]
    let columns = GridColumn.all(of: entity, in: store)
    let toOne = try titles.titles(
      of: object.values.compactMap { field -> ObjectReference? in
        if case .object(let reference) = field.value { reference } else { nil }
      })
    let maker = CellMaker(store: store, longestText: Self.longestText)
    properties = try columns.map { column in
      if case .toMany = column.kind {
        return try Self.targets(column, object.reference, source, titles)
      }
      let value = object[column.name] ?? .null
      var cell = maker.cell(value)
      if case .object(let target) = value { cell = .object(target, title: toOne[target]) }
      let data = Self.data(value, store)
      if let data, case .data = value {
        let sizes = try source.sizes([column.name], of: entity, [object.reference.key])
        cell = .bytes(
          sizes[column.name]?[object.reference.key] ?? UInt64(data.count), isExternal: false)
      }
      return Property(
        column: column, value: cell, text: Self.text(value, store), input: Self.input(value, store),
        picture: data.flatMap(Self.picture), bytes: data.map(Self.hexadecimal), targets: [])
    }
    incoming = try Self.incoming(object.reference, entity, source)
  }

  private static func targets(
    _ column: GridColumn, _ reference: ObjectReference, _ source: any RowSource, _ titles: Titles
  ) throws -> Property {
    var request = GridRequest(entity: column.destination ?? "")
    request.relation = .targets(of: reference, relationship: column.name)
    var found: [ObjectReference] = []
    let counts = try TargetCounts(source).counts(column.name, of: reference.entity, [reference.key])
    if let selection = try? GridSelection(request, source) {
      let rows = try source.rows(
        "SELECT t0.Z_PK, t0.Z_ENT FROM \(selection.from)\(selection.filter) ORDER BY t0.Z_PK LIMIT \(targetsShown)",
        selection.values)
      found = rows.compactMap { row in
        guard let key = row[0].key else { return nil }
        let entity = row[1].key.flatMap { source.store.entitiesByNumber[$0] } ?? request.entity
        return ObjectReference(entity: entity, key: key)
      }
    }
    let names = try titles.titles(of: found)
    return Property(
      column: column, value: .objects(counts[reference.key] ?? found.count), text: "", input: "", picture: nil,
      bytes: nil, targets: found.map { Target(reference: $0, title: names[$0]) })
  }

  private static func data(_ value: StoredValue, _ store: Store) -> Data? {
    switch value {
    case .data(let data): data
    case .external(let file):
      (file.size ?? .max) <= UInt64(largestPicture) ? try? store.data(of: file) : nil
    default: nil
    }
  }

  /// Pictures are told by how they begin; what a browser might take for a document is none.
  private static func picture(_ data: Data) -> String? {
    guard data.count < largestPicture else { return nil }
    let start = Array(data.prefix(12))
    let type: String
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      type = "png"
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      type = "jpeg"
    } else if start.starts(with: Array("GIF8".utf8)) {
      type = "gif"
    } else if start.starts(with: Array("RIFF".utf8)), Array(start.suffix(4)) == Array("WEBP".utf8) {
      type = "webp"
    } else {
      return nil
    }
    return "data:image/\(type);base64,\(data.base64EncodedString())"
  }

  private static func hexadecimal(_ data: Data) -> String {
    data.prefix(128).enumerated().map { index, byte in
      let digits = String(byte, radix: 16)
      return (digits.count == 1 ? "0" + digits : digits) + (index % 16 == 15 ? "\n" : " ")
    }.joined().trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func text(_ value: StoredValue, _ store: Store) -> String {
    let text: String
    switch value {
    case .string(let value), .url(let value): text = value
    case .composite, .json, .archived, .array: text = store.json(value).pretty
    default: text = store.text(value)
    }
    return text.utf8.count <= longestText ? text : String(text.prefix(longestText)) + "…"
  }

  /// What a field holds of a value before anything is typed.
  static func original(_ value: StoredValue, _ store: Store) -> DraftValue {
    if case .null = value { .none } else { .text(input(value, store)) }
  }

  private static func input(_ value: StoredValue, _ store: Store) -> String {
    switch value {
    case .null, .data, .external: ""
    case .object(let reference): "\(reference)"
    case .string(let value), .url(let value): value
    default:
      if case .string(let text) = store.json(value) { text } else { "\(store.json(value))" }
    }
  }

  private static func incoming(
    _ reference: ObjectReference, _ entity: EntityDescription, _ source: any RowSource
  ) throws -> [Incoming] {
    let store = source.store
    let family = Set(([entity] + store.model.ancestors(of: entity)).map(\.name))
    var result: [Incoming] = []
    for owner in store.model.entities {
      for relationship in store.model.ownRelationships(of: owner)
      where family.contains(relationship.destination) && store.model.inverse(of: relationship) == nil
        && !relationship.isTransient
      {
        var request = GridRequest(entity: owner.name)
        request.relation = .owners(of: reference, relationship: "\(owner.name).\(relationship.name)")
        guard let selection = try? GridSelection(request, source) else { continue }
        let count = try source.integer(
          "SELECT count(*) FROM \(selection.from)\(selection.filter)", selection.values)
        if let count, count > 0 {
          result.append(Incoming(entity: owner.name, relationship: relationship.name, count: Int(count)))
        }
      }
    }
    return result.sorted { $0.id < $1.id }
  }
}
