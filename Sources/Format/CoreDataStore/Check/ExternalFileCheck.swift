// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

extension StoreIntegrityCheck {
  /// What begins as a reference and is longer is taken for a value. In bytes.
  private static let longestReference = 64

  /// Large values beside the store: those that are missing, and files that
  /// nothing refers to.
  func externalFiles(_ findings: inout Findings) throws {
    let external = store.externalFiles
    var referenced: Set<String> = []
    for entity in store.orderedEntities {
      guard let place = store.layout[entity.name], let table = place.table else { continue }
      for attribute in store.model.ownAttributes(of: entity)
      where !attribute.isTransient
        && (attribute.allowsExternalStorage || store.modelOrigin != .cache)
      {
        for column in place.attributes[attribute.name]?.names ?? [] {
          let name = "\(entity.name).\(attribute.name)"
          try findings.attempt(table) { findings in
            let statement = try store.connection.prepare(
              "SELECT t.Z_PK, t.\(column.sqlName) FROM \(table.sqlName) AS t"
                + " WHERE \(ExternalColumn.beginsAsReference("t.\(column.sqlName)"))"
                + " AND length(t.\(column.sqlName)) <= \(Self.longestReference)"
            )
            while try statement.step() {
              guard case .blob(let bytes) = statement.value(1) else { continue }
              guard let file = ExternalColumn(bytes).file else {
                guard attribute.allowsExternalStorage else { continue }
                findings.add(
                  Finding(
                    .error, .externalFile, table: table, key: statement.key(0),
                    "\(name) refers to a file, but not by a file's name.",
                    "It is read as plain bytes. Set the value again in the app."))
                continue
              }
              referenced.insert(file)
              if external.file(file).size == nil {
                findings.add(
                  Finding(
                    .error, .externalFile, table: table, key: statement.key(0),
                    "\(name) is in the file \(file), which does not exist.",
                    "Copy it into \(external.folder.path)."))
              }
            }
          }
        }
      }
    }
    let others = external.all().filter { !referenced.contains($0) }
    guard !others.isEmpty else { return }
    // Columns that the model does not know count as well: a migration keeps those of former schemas.
    try findings.attempt(nil) { _ in
      referenced.formUnion(try ExternalReferences.names(store.catalog, store.connection))
    }
    // What could not be read may refer to any file.
    guard !findings.isIncomplete else { return }
    for file in others where !referenced.contains(file) {
      findings.add(
        Finding(
          .warning, .externalFile, "No row refers to the file \(file) of a large value.",
          "It can be deleted, unless another store of the same name uses the folder."))
    }
  }
}
