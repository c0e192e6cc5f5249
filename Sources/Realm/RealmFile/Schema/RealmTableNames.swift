// SPDX-License-Identifier: Apache-2.0

/// What names of tables mean.
enum RealmTableNames {
  private static let prefix = "class_"
  static let metadata = "metadata"
  static let primaryKeys = "pk"

  /// Tables of a synchronisation that is no more, and of its permissions.
  private static let internalNames: Set<String> = [
    metadata, primaryKeys, "class___Class", "class___Permission", "class___Realm",
    "class___Role", "class___User", "class___ResultSets", "sync_internal_schemas",
    "client_reset_metadata",
  ]

  /// The name of the class; that of the table if it is not one of a class.
  static func className(_ table: String) -> String {
    table.hasPrefix(prefix) ? String(table.dropFirst(prefix.count)) : table
  }

  static func isInternal(_ table: String) -> Bool {
    internalNames.contains(table) || table.hasPrefix("flx_") || table.hasPrefix("!")
  }
}
