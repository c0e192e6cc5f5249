// SPDX-License-Identifier: Apache-2.0

extension SQLiteDatabase {
  /// Runs `body` as a part of the transaction, which is undone if it throws.
  func writeInside<R>(_ body: (SQLiteConnection) throws -> R) throws -> R {
    try withWriter { writer in
      // Without one, a savepoint would be a transaction of its own.
      try writer.requireTransaction()
      let files = externalFiles.mark
      try writer.execute("SAVEPOINT OSD_INSIDE")
      do {
        let result = try body(writer)
        try writer.execute("RELEASE OSD_INSIDE")
        return result
      } catch {
        if writer.isInTransaction {
          try? writer.execute("ROLLBACK TO OSD_INSIDE")
          try? writer.execute("RELEASE OSD_INSIDE")
        }
        writer.memory.reset()
        externalFiles.rollBack(to: files)
        throw error
      }
    }
  }
}
