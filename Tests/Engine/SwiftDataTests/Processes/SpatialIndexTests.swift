// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import ProcessSupport
import Testing

/// A spatial index is made as a sorted one, and that is said once.
@Suite struct SpatialIndexTests {
  @Test func theLogSaysWhatIsMadeInstead() throws {
    let folder = try TestFolder()
    let process = try SecondProcess("StoreProcess", "spatial", folder.file().path, saysErrors: true)
    var lines: [String] = []
    while let line = process.line() { lines.append(line) }
    process.end()
    let remarks = lines.filter { $0.contains("SwiftData.Indexes") }
    #expect(remarks.count == 1, "\(lines)")
    #expect(remarks.first?.contains("Place.rtree(latitude, longitude)") == true)
    #expect(lines.contains("opened"))
    let sql = try DatabaseQueue(path: folder.file().path).read {
      try String.fetchAll($0, sql: "SELECT sql FROM sqlite_schema WHERE name LIKE '%RTree%'")
    }
    #expect(sql.count == 1 && sql.first?.hasPrefix("CREATE INDEX") == true)
  }
}
