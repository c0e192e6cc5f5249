import CoreDataModel
import Foundation

extension StoreCheck {
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
          let statement = try store.connection.prepare(
            "SELECT t.Z_PK, t.\(column.sqlName) FROM \(table.sqlName) AS t"
              + " WHERE substr(t.\(column.sqlName), 1, 1) = x'02' AND length(t.\(column.sqlName)) <= 64"
          )
          while try statement.step() {
            guard case .blob(let bytes) = statement.value(1) else { continue }
            guard let file = ExternalFiles.name(in: bytes) else {
              guard attribute.allowsExternalStorage else { continue }
              findings.add(
                Finding(
                  .error, .externalFile, table: table, key: statement.key(0),
                  "\(name) refers to a file by what is no name of one.",
                  "It is read as bytes; set the value again in the app."))
              continue
            }
            referenced.insert(file)
            if external.file(file).size == nil {
              findings.add(
                Finding(
                  .error, .externalFile, table: table, key: statement.key(0),
                  "\(name) is in the file \(file), which is not there.",
                  "Copy it into \(external.folder.path)."))
            }
          }
        }
      }
    }
    for file in external.all() where !referenced.contains(file) {
      findings.add(
        Finding(
          .warning, .externalFile, "Nothing refers to the file \(file) beside the store.",
          "It can be deleted if the app has no older store there."))
    }
  }
}
