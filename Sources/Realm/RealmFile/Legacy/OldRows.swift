// SPDX-License-Identifier: Apache-2.0

/// The rows of a table, or of a subtable, of a format below 10.
final class OldRows: RowSource {
  /// Subtables within subtables.
  private static let maximumDepth = 32

  private let columns: [RealmColumnLayout]
  private let backlinks: [BacklinkLayout]
  private let gate: PassGate
  private let depth: Int
  private var readers: [Int: OldColumnReader] = [:]

  init(_ columns: [RealmColumnLayout], _ backlinks: [BacklinkLayout], _ pass: Pass, depth: Int = 0) {
    self.columns = columns
    self.backlinks = backlinks
    gate = PassGate(pass)
    self.depth = depth
  }

  /// The number of rows, which is that of the first column.
  func count() throws -> Int {
    if let first = columns.firstIndex(where: { $0.form.type != .mixed }) {
      return try reader(first).count()
    }
    return backlinks.isEmpty ? 0 : try backlinkReader(0).count()
  }

  func value(column: Int, position: Int) throws -> RealmValue {
    let pass = gate.pass(column: column, ordinal: position)
    let layout = columns[column]
    switch layout.form.type {
    case .subtable:
      guard let reference = try reader(column).reference(position) else { return .list([]) }
      return .list(try subtable(layout, reference, pass))
    case .linkList:
      return try layout.collection(reader(column).reference(position), clusters: false, pass)
    default: return try reader(column).value(position, in: pass)
    }
  }

  func cursor(column: Int, position: Int) throws -> CollectionCursor? {
    let layout = columns[column]
    guard layout.collection != nil, let root = try reader(column).reference(position) else {
      return nil
    }
    let pass = gate.pass(column: column, ordinal: position)
    guard layout.form.type == .subtable else {
      return try layout.cursor(root, clusters: false, pass)
    }
    let places = try OldSpec.places(root, layout.rows, pass)
    guard places.count == 1, let only = places.first, let root = only.root,
      !OldColumnReader.isComposite(only.form.type)
    else {
      // Dates, for one, are two trees beside each other.
      return .values(try subtable(layout, root, pass)[...])
    }
    return .elements(ElementCursor(root, only.form, pass))
  }

  func backlinks(column: Int, position: Int) throws -> [RealmObjectKey] {
    let pass = gate.pass(column: -1 - column, ordinal: position)
    let (node, index) = try backlinkReader(column).numbers(position)
    return try node.backlinks(index, pass)
  }

  /// The rows of a subtable: values if it has one column, else dictionaries.
  private func subtable(
    _ layout: RealmColumnLayout, _ reference: Int, _ pass: Pass
  ) throws -> [RealmValue] {
    guard depth < Self.maximumDepth else { throw RealmFileError.tooDeep(at: reference) }
    let places = try OldSpec.places(reference, layout.rows, pass)
    let rows = OldRows(places, [], pass, depth: depth + 1)
    let count = try rows.count()
    guard count <= ElementCursor.limit else { throw ElementCursor.tooLarge }
    return try (0..<count).map { row in
      guard places.count != 1 else { return try rows.value(column: 0, position: row) }
      return .dictionary(
        try places.indices.map { index in
          RealmEntry(
            key: .string(layout.rowNames[index]),
            value: try rows.value(column: index, position: row))
        })
    }
  }

  private func reader(_ column: Int) throws -> OldColumnReader {
    if let reader = readers[column] { return reader }
    let reader = try OldColumnReader(columns[column], gate.pass)
    readers[column] = reader
    return reader
  }

  private func backlinkReader(_ column: Int) throws -> OldColumnReader {
    if let reader = readers[-1 - column] { return reader }
    let reader = try OldColumnReader(backlinks[column].column, gate.pass)
    readers[-1 - column] = reader
    return reader
  }
}

/// Reads one column of a format below 10.
final class OldColumnReader {
  private let layout: RealmColumnLayout
  private let main: OldColumn
  private let nanoseconds: OldColumn?

  /// Whether a column is more than one tree of values.
  static func isComposite(_ type: StorageType) -> Bool {
    switch type {
    case .timestamp, .subtable, .linkList, .enumeratedString, .backlink, .mixed: true
    default: false
    }
  }

  init(_ layout: RealmColumnLayout, _ pass: Pass) throws {
    self.layout = layout
    guard let root = layout.root else {
      throw RealmFileError.damaged("A column of a table is missing.")
    }
    var form = layout.form
    switch form.type {
    case .timestamp:
      let parts = try pass.node(at: root)
      guard parts.count == 2 else { throw parts.damaged("Dates have seconds and nanoseconds.") }
      main = OldColumn(
        try parts.required(0), ElementForm(type: .int, isNullable: true, isOld: true), pass)
      nanoseconds = OldColumn(
        try parts.required(1), ElementForm(type: .int, isNullable: false, isOld: true), pass)
      return
    case .subtable, .linkList, .backlink:
      form = ElementForm(type: .int, isNullable: false, isOld: true)
      main = OldColumn(root, form, pass)
    case .enumeratedString:
      let texts = layout.texts.map {
        OldTexts($0, isNullable: form.isNullable, pass.source)
      }
      main = OldColumn(root, form, pass, texts: texts)
    case .mixed:
      throw RealmFileError.unsupported("A column of mixed values in a format below 10.", at: root)
    default:
      main = OldColumn(root, form, pass)
    }
    nanoseconds = nil
  }

  func count() throws -> Int { try main.count() }

  func value(_ row: Int, in pass: Pass) throws -> RealmValue {
    guard let nanoseconds else { return try main.value(row, in: pass) }
    guard case .int(let seconds) = try main.value(row, in: pass) else { return .null }
    let (node, index) = try nanoseconds.numbers(row)
    return try TimestampLeaf.value(seconds, node.integer(index), at: node.offset)
  }

  /// Where a row's collection begins; `nil` if it is empty.
  func reference(_ row: Int) throws -> Int? {
    let (node, index) = try main.numbers(row)
    return try node.reference(index)
  }

  func numbers(_ row: Int) throws -> (node: ArrayNode, index: Int) { try main.numbers(row) }
}
