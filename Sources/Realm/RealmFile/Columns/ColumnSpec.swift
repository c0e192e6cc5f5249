// SPDX-License-Identifier: Apache-2.0

/// The columns of a table, as its description says; formats from 10 on.
struct ColumnSpec {
  private static let maximumColumns = 0xFFFF

  var names: [String] = []
  var columns: [RealmColumnLayout] = []
  var keys: [Int64] = []
  var attributes: [ColumnAttributes] = []
  var backlinks: [BacklinkLayout] = []

  /// - Parameters:
  ///   - node: the description.
  ///   - tables: for each leaf, the table at the other end of a link.
  ///   - opposites: for each leaf, the column there.
  init(_ node: ArrayNode, tables: ArrayNode?, opposites: ArrayNode?, _ pass: Pass) throws {
    guard node.count >= 5, node.count <= 8 else {
      throw node.damaged("A description of columns has six parts, not \(node.count).")
    }
    let types = try pass.requiredChild(node, 0)
    let texts = try StringLeaf(
      pass.requiredChild(node, 1), ElementForm(type: .string, isNullable: false), pass)
    let marks = try pass.requiredChild(node, 2)
    let enumerations = try pass.child(node, 4)
    guard node.count > 5 else { throw node.damaged("The columns of a table have no keys.") }
    let keys = try pass.requiredChild(node, 5)
    guard types.count <= Self.maximumColumns, marks.count == types.count,
      keys.count == types.count, texts.count <= types.count
    else {
      throw node.damaged(
        "There are types of \(types.count) columns, marks of \(marks.count), keys of \(keys.count) and names of \(texts.count)."
      )
    }
    for index in 0..<types.count {
      let number = try types.integer(index)
      let key = ColumnKey(rawValue: try keys.integer(index))
      var mark = ColumnAttributes(rawValue: Int(truncatingIfNeeded: try marks.integer(index)))
      guard var type = StorageType(rawValue: Int(number & 0xFFFF)) else {
        throw types.damaged("Column \(index) is of the unknown type \(number & 0xFFFF).")
      }
      if type == .linkList {
        // An upgrade to format 24 leaves the old type behind.
        type = .link
        mark.insert(.list)
      }
      var column = RealmColumnLayout(
        form: ElementForm(type: type, isNullable: mark.contains(.nullable)),
        collection: mark.collection)
      column.leafIndex = key.leafIndex
      column.isIndexed = mark.contains(.indexed)
      if type == .link || type == .backlink {
        guard let tables, let opposites else {
          throw node.damaged("It is not known where the links of column \(index) lead to.")
        }
        let table = RealmTableKey(
          UInt32(truncatingIfNeeded: try tables.integer(key.leafIndex)) & 0x7FFF_FFFF)
        if type == .backlink {
          backlinks.append(
            BacklinkLayout(
              column: column, origin: table,
              originColumn: try opposites.integer(key.leafIndex)))
          continue
        }
        column.form.target = table
      }
      if column.collection == .dictionary {
        let keyType = Int(truncatingIfNeeded: number >> 16)
        guard keyType == StorageType.string.rawValue || keyType == StorageType.int.rawValue,
          let keyType = StorageType(rawValue: keyType)
        else { throw types.damaged("A dictionary has keys of the unknown type \(keyType).") }
        column.keys = keyType
      }
      if let enumerations, columns.count < enumerations.count {
        column.texts = try enumerations.reference(columns.count)
      }
      guard columns.count < texts.count,
        case .string(let name) = try texts.value(at: columns.count, in: pass)
      else { throw node.damaged("Column \(index) has no name.") }
      names.append(name)
      columns.append(column)
      self.keys.append(key.rawValue)
      attributes.append(mark)
    }
  }
}

/// What names a column within its table, formats from 10 on.
struct ColumnKey {
  /// The key that stands for no column.
  static let none: Int64 = 0x7FFF_FFFF_FFFF_FFFF

  let rawValue: Int64

  /// The number of the column's leaf in a leaf of objects.
  var leafIndex: Int { Int(rawValue & 0xFFFF) }
  /// The number of the type.
  var type: Int { Int(rawValue >> 16 & 0x3F) }
  var attributes: ColumnAttributes { ColumnAttributes(rawValue: Int(rawValue >> 22 & 0xFF)) }
}
