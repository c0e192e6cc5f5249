// SPDX-License-Identifier: Apache-2.0

extension ModelContext: CustomDebugStringConvertible {
  /// The author of the context and the numbers of its unsaved changes:
  /// `ModelContext(author: "import", inserted: 2, changed: 0, deleted: 1)`.
  public var debugDescription: String {
    var parts: [String] = []
    if isMain { parts.append("main") }
    if let author { parts.append("author: \(String(reflecting: author))") }
    parts.append("inserted: \(_core.unsaved.inserted.models.count)")
    parts.append("changed: \(_core.unsaved.updated.models.count)")
    parts.append("deleted: \(_core.unsaved.deleted.models.count)")
    return "ModelContext(\(parts.joined(separator: ", ")))"
  }
}
