// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

extension Store {
  /// The values that the history keeps of a deleted row.
  func tombstone(of reference: ObjectReference) throws -> [SQLiteValue] {
    guard let entity = model.entity(named: reference.entity), let place = layout[reference.entity],
      let table = place.table
    else { return [] }
    var columns: [String] = []
    var large: Set<Int> = []
    for attribute in entity.attributes.sorted(by: { $0.name < $1.name })
    where attribute.preservesValueOnDeletion && !attribute.isTransient {
      let names = place.attributes[attribute.name]?.names ?? []
      if attribute.allowsExternalStorage {
        large.formUnion(columns.count..<(columns.count + attribute.leaves.count))
      }
      // The slots are counted by the model, whatever the file has.
      columns +=
        names.count == attribute.leaves.count
        ? names.map(\.sqlName) : Array(repeating: "NULL", count: attribute.leaves.count)
    }
    guard !columns.isEmpty else { return [] }
    var values =
      try connection.rows(
        "SELECT \(columns.joined(separator: ", ")) FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(reference.key)]
      ).first ?? []
    for position in large where values.indices.contains(position) {
      values[position] = largeValue(in: values[position])
    }
    return values
  }

  /// The value that a column of large values has inline or names a file for: the file goes with the row.
  private func largeValue(in column: SQLiteValue) -> SQLiteValue {
    guard case .blob(let bytes) = column else { return column }
    switch ExternalColumn(bytes) {
    case .inline(let start): return .blob(Data(bytes.dropFirst(start)))
    case .file(let name):
      let data = try? Data(contentsOf: externalFiles.file(name).url)
      return data.map { .blob($0) } ?? .null
    }
  }

  /// The columns of an entity whose values may lie in files.
  func columnsWithFiles(of name: String) -> [String] {
    guard let entity = model.entity(named: name), let place = layout[name] else { return [] }
    return entity.attributes.flatMap { attribute in
      zip(place.attributes[attribute.name]?.names ?? [], attribute.leaves)
        .filter(\.1.attribute.allowsExternalStorage).map(\.0)
    }
  }
}
