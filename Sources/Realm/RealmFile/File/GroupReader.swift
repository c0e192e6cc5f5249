// SPDX-License-Identifier: Apache-2.0

/// Reads what tables a file has.
struct GroupReader {
  private static let maximumTables = 0xFFFF
  /// The table that Realm notes the progress of an upgrade in.
  private static let progressTable = "!UPDATE_PROGRESS"

  let source: any ByteSource

  func tables(_ header: RealmFileHeader) throws -> [RealmTableLayout] {
    guard let top = header.top else { return [] }
    let pass = Pass(source)
    let node = try pass.node(at: top)
    guard (2...16).contains(node.count), node.header.hasReferences else {
      throw node.damaged("The file's list of groups is malformed.")
    }
    let names = try StringLeaf(
      pass.requiredChild(node, 0), ElementForm(type: .string, isNullable: false), pass)
    let roots = try pass.requiredChild(node, 1)
    guard roots.count <= Self.maximumTables, names.count >= roots.count else {
      throw node.damaged("There are \(roots.count) tables, and names of \(names.count).")
    }
    let reader = TableReader(format: header.format, pass: pass)
    var tables: [RealmTableLayout] = []
    for index in 0..<roots.count {
      // What was removed leaves an empty place.
      guard case .reference(let offset) = try roots.slot(index) else { continue }
      guard case .string(let name) = try names.value(at: index, in: pass) else {
        throw node.damaged("Table \(index) has no name.")
      }
      if header.format.isOld, name == Self.progressTable {
        throw RealmFileError.interruptedUpgrade(at: offset)
      }
      tables.append(
        try RealmFileError.located(table: name) {
          try reader.table(named: name, at: offset, index: index)
        })
    }
    return tables
  }
}
