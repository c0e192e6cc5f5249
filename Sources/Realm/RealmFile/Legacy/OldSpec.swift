// SPDX-License-Identifier: Apache-2.0

/// The columns of a table of a format below 10, as its description says.
struct OldSpec {
  private static let maximumDepth = 32
  private static let maximumColumns = 0xFFFF

  var names: [String] = []
  var columns: [RealmColumnLayout] = []
  /// Those of ``columns``.
  var attributes: [ColumnAttributes] = []
  /// The numbers of ``columns`` among all.
  var keys: [Int64] = []
  var backlinks: [BacklinkLayout] = []
  /// In their order, backlinks too: the number of a column is its key.
  private var order: [RealmColumnLayout] = []

  init(_ node: ArrayNode, _ pass: Pass, depth: Int = 0) throws {
    guard depth < Self.maximumDepth else { throw RealmFileError.tooDeep(at: node.offset) }
    guard (3...5).contains(node.count) else {
      throw node.damaged("A description of columns has three to five parts, not \(node.count).")
    }
    let types = try pass.requiredChild(node, 0)
    let names = try StringLeaf(
      pass.requiredChild(node, 1), ElementForm(type: .string, isNullable: false), pass)
    let marks = try pass.requiredChild(node, 2)
    var parts = Entries(try node.count > 3 ? pass.child(node, 3) : nil)
    var texts = Entries(try node.count > 4 ? pass.child(node, 4) : nil)
    guard types.count <= Self.maximumColumns, marks.count == types.count,
      names.count <= types.count
    else {
      throw node.damaged(
        "There are types of \(types.count) columns, marks of \(marks.count) and names of \(names.count)."
      )
    }
    for index in 0..<types.count {
      let number = try types.integer(index)
      guard let raw = Int(exactly: number), let type = StorageType(rawValue: raw),
        type.rawValue <= StorageType.backlink.rawValue
      else { throw types.damaged("Column \(index) is of the unknown type \(number).") }
      let mark = ColumnAttributes(rawValue: Int(truncatingIfNeeded: try marks.integer(index)))
      var column = RealmColumnLayout(
        form: ElementForm(type: type, isNullable: mark.contains(.nullable), isOld: true))
      column.isIndexed = mark.contains(.indexed)
      if type == .backlink {
        let origin = RealmTableKey(try parts.key())
        let originColumn = try parts.number()
        let layout = BacklinkLayout(column: column, origin: origin, originColumn: originColumn)
        backlinks.append(layout)
        order.append(column)
        continue
      }
      switch type {
      case .link, .linkList:
        column.form.target = RealmTableKey(try parts.key())
        column.form.isNullable = true
        if type == .linkList { column.collection = .list }
      case .subtable:
        let spec = try OldSpec(
          pass.node(at: parts.reference()), pass, depth: depth + 1)
        column.collection = .list
        column.rows = spec.columns
        column.rowNames = spec.names
      case .enumeratedString: column.texts = try texts.reference()
      default: break
      }
      guard columns.count < names.count,
        case .string(let name) = try names.value(at: columns.count, in: pass)
      else { throw node.damaged("Column \(index) has no name.") }
      self.names.append(name)
      columns.append(column)
      order.append(column)
      keys.append(Int64(index))
      attributes.append(mark)
    }
    self.names = Self.distinct(self.names)
  }

  /// Realm names columns as these do when it upgrades a file.
  private static func distinct(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.enumerated().map { index, name in
      var candidate = name
      if name.isEmpty {
        candidate = "col_\(index)"
      } else if taken.contains(name) {
        candidate = "\(name)_\(index)"
      }
      while !taken.insert(candidate).inserted { candidate += "_" }
      return candidate
    }
  }

  /// Puts in where the columns of a table are.
  mutating func locate(_ columns: ArrayNode) throws {
    var next = 0
    var (values, links) = (0, 0)
    for column in order {
      let root = try columns.reference(next)
      if column.form.type == .backlink {
        backlinks[links].column.root = root
        links += 1
      } else {
        self.columns[values].root = root
        values += 1
      }
      // A search index is beside its column.
      next += column.isIndexed ? 2 : 1
    }
  }

  /// The columns of one subtable.
  ///
  /// - Parameter offset: where its list of columns is.
  static func places(
    _ offset: Int, _ columns: [RealmColumnLayout], _ pass: Pass
  ) throws -> [RealmColumnLayout] {
    let node = try pass.node(at: offset)
    guard node.count >= columns.count else {
      throw node.damaged("A subtable has \(node.count) columns, not \(columns.count).")
    }
    var places = columns
    var next = 0
    for index in places.indices {
      places[index].root = try node.reference(next)
      next += places[index].isIndexed ? 2 : 1
    }
    return places
  }
}

/// Goes through what a description says about some of the columns only.
private struct Entries {
  private let node: ArrayNode?
  private var next = 0

  init(_ node: ArrayNode?) { self.node = node }

  private mutating func slot() throws -> Slot {
    guard let node else {
      throw RealmFileError.damaged("A part of a table's description is missing.")
    }
    next += 1
    return try node.slot(next - 1)
  }

  mutating func number() throws -> Int64 {
    switch try slot() {
    case .number(let number): return number
    case .empty: return 0
    case .reference: throw RealmFileError.damaged("A part of a table's description is not a number.")
    }
  }

  mutating func key() throws -> UInt32 {
    guard let key = UInt32(exactly: try number()) else {
      throw RealmFileError.damaged("A column refers to a table with an impossible number.")
    }
    return key
  }

  mutating func reference() throws -> Int {
    guard case .reference(let offset) = try slot() else {
      throw RealmFileError.damaged("A part of a table's description is missing.")
    }
    return offset
  }
}
