// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

extension StoreIntegrityCheck {
  /// Transformable values in a form that their transformer hardly made.
  func transformables(_ findings: inout Findings) throws {
    guard store.modelOrigin == .cache else { return }
    for entity in store.orderedEntities {
      guard let place = store.layout[entity.name], let table = place.table else { continue }
      for attribute in store.model.ownAttributes(of: entity)
      where attribute.type == .transformable && !attribute.isTransient {
        guard let column = place.attributes[attribute.name]?.names.first else { continue }
        let name = "\(entity.name).\(attribute.name)"
        // Behind the sign that tells bytes from references to files.
        let start = attribute.allowsExternalStorage ? 2 : 1
        let isArchive = "substr(t.\(column.sqlName), \(start), 8) = x'62706C6973743030'"
        let isFile =
          attribute.allowsExternalStorage ? "substr(t.\(column.sqlName), 1, 1) = x'02'" : "0"
        let numbers = place.numbers.map(String.init).joined(separator: ", ")
        let isArchived = TransformerNames.areArchives(attribute.transformerName)
        let statement = try store.connection.prepare(
          "SELECT t.Z_PK\(isArchived ? "" : ", t.\(column.sqlName)") FROM \(table.sqlName) AS t"
            + " WHERE typeof(t.\(column.sqlName)) = 'blob' AND NOT \(isFile)"
            + " AND \(isArchived ? "NOT " : "")\(isArchive) AND t.Z_ENT IN (\(numbers))")
        while try statement.step() {
          if isArchived {
            findings.add(
              Finding(
                .warning, .unfitValue, table: table, key: statement.key(0),
                "\(name) is no keyed archive, which its value transformer makes.",
                "An app may fail when it reads it; set the value again in the app."))
          } else if case .blob(let bytes) = statement.value(1),
            case .data? = try? ArchivedValue(keyedArchive: bytes.dropFirst(start - 1))
          {
            findings.add(
              Finding(
                .warning, .unfitValue, table: table, key: statement.key(0),
                "\(name) is bytes in a keyed archive, which the value transformer "
                  + "\(attribute.transformerName ?? "") hardly made.",
                "A program without the transformer may have wrapped them; set the value again in the app."
              ))
          }
        }
      }
    }
  }
}
