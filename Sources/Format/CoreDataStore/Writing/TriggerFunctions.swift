// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite

/// The functions that triggers of derived attributes call.
///
/// They are private to Core Data, which knows by them which values to compute
/// anew. A writer that lacks them could not write at all; here they do
/// nothing, and the app computes derived values when it next saves the row.
enum TriggerFunctions {
  static func register(for catalog: TableCatalog, on connection: Connection) {
    var names: Set<String> = []
    for trigger in catalog.triggers {
      var rest = trigger.sql[...]
      while let start = rest.range(of: "NSCoreData") {
        let name = rest[start.lowerBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        names.insert(String(name))
        rest = rest[name.endIndex...]
      }
    }
    // SQLITE_INNOCUOUS: triggers may call the function.
    let flags = SQLITE_UTF8 | 0x20_0000
    for name in names {
      sqlite3_create_function_v2(
        connection.handle, name, -1, flags, nil,
        { context, _, _ in sqlite3_result_null(context) }, nil, nil, nil)
    }
  }
}
