import CoreDataModel
import Foundation

extension ImportRun {
  /// Larger values go into files of their own, where the model allows it.
  static let inlineLimit = 100 * 1024

  /// The values of columns, the large ones in files.
  ///
  /// Only what is written to a row may come here: files cannot be rolled back.
  func withFiles(
    _ values: [SQLValue], _ attribute: AttributeDescription
  ) throws -> [SQLValue] {
    let leaves = LayoutBuilder.leaves(attribute, path: attribute.name)
    return try zip(leaves, values).map { leaf, value in
      // One byte is the sign that tells bytes from references.
      guard leaf.attribute.allowsExternalStorage, case .blob(let bytes) = value,
        bytes.first == 1, bytes.count - 1 > Self.inlineLimit
      else { return value }
      return .blob(try writer.files.write(Data(bytes.dropFirst())))
    }
  }

  /// Notes the files that columns of a row lead to, before these change.
  func replaceFiles(_ columns: [String], of reference: ObjectReference) throws {
    guard !columns.isEmpty, let table = store.layout[reference.entity]?.table else { return }
    let row = try store.connection.rows(
      "SELECT \(columns.map(\.sqlName).joined(separator: ", ")) FROM \(table.sqlName) WHERE Z_PK = ?",
      [.integer(reference.key)])
    for case .blob(let bytes) in row.first ?? [] {
      if let name = ExternalFiles.name(in: bytes) { writer.files.replace(name) }
    }
  }
}
