// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

extension SQLiteRowStore {
  /// From now on each transaction waits until the disk has it.
  package func waitForDisk() throws {
    guard database.file != nil, !database.isReadOnly else { return }
    try database.withWriter { writer in
      try writer.executeOnce("PRAGMA synchronous = FULL")
      // On Apple's systems `fsync` does not wait for the disk. Elsewhere this has no effect.
      try writer.executeOnce("PRAGMA fullfsync = 1")
      try writer.executeOnce("PRAGMA checkpoint_fullfsync = 1")
    }
  }

  /// SQLite's level for the writer, for tests.
  package var synchronousLevel: Int64? {
    get throws { try database.withWriter { try $0.integer("PRAGMA synchronous") } }
  }
}
