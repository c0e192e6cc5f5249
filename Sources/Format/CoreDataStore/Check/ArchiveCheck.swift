// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

extension AttributeDescription {
  /// Whether an archive, as data, may be the very value: the model names no
  /// class. What other transformers make is looked at elsewhere.
  fileprivate var mayHoldData: Bool {
    guard hasArchivingTransformer else { return true }
    return valueClassName.map { ["NSData", "NSObject", "Data"].contains($0) } ?? true
  }
}

extension StoreIntegrityCheck {
  /// Values that a transformer has archived twice: the app that reads them
  /// gets an archive where it expects its object.
  func archives(_ findings: inout Findings) throws {
    guard store.modelOrigin == .cache else { return }
    for entity in store.orderedEntities {
      guard let place = store.layout[entity.name], let table = place.table else { continue }
      for attribute in store.model.ownAttributes(of: entity)
      where attribute.type == .transformable && !attribute.isTransient && !attribute.mayHoldData {
        guard case .column(let column)? = place.attributes[attribute.name] else { continue }
        let name = "\(entity.name).\(attribute.name)"
        try findings.attempt(table) { findings in
          try wrappedTwice(name, attribute, table, column, place, &findings)
        }
      }
    }
  }

  private func wrappedTwice(
    _ name: String, _ attribute: AttributeDescription, _ table: String, _ column: String,
    _ place: EntityTable, _ findings: inout Findings
  ) throws {
    // Only bytes that hold the mark of a property list twice are read, and
    // references to files.
    let value = "t.\(column.sqlName)"
    let mark = "x'62706C6973743030'"
    let statement = try store.connection.prepare(
      "SELECT t.Z_PK, \(value) FROM \(table.sqlName) AS t WHERE typeof(\(value)) = 'blob' AND ("
        + "instr(substr(\(value), instr(\(value), \(mark)) + 8), \(mark)) > 0"
        + " OR (length(\(value)) = 38 AND substr(\(value), 1, 1) = x'02')) AND \(condition(place))")
    while try statement.step() {
      guard case .blob(let bytes) = statement.value(1),
        let content = store.decoder.content(of: attribute, bytes),
        case .data(let inner)? = try? ArchivedValue(keyedArchive: content),
        inner.starts(with: Array("bplist".utf8)),
        (try? ArchivedValue(keyedArchive: inner)) != nil
      else { continue }
      findings.add(
        Finding(
          .warning, .wrappedTwice, table: table, key: statement.key(0),
          "\(name) is an archive inside another archive.",
          "A program that did not know the transformer archived the bytes again."
            + " Set the value again in the app."))
    }
  }
}
