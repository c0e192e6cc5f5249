// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import Testing

/// What a save writes that is larger than the writer's usual cache of 16 MiB.
struct LargeSaveTests {
  /// Indexes over values in no order touch their pages again and again. A page that the cache has no room for goes to the
  /// log each time.
  @Test func eachPageIsWrittenAboutOnce() throws {
    let folder = try TestFolder()
    let process = try SecondProcess("CostProcess", "large-save", folder.file().path, "60000")
    let line = try #require(process.line())
    guard line != "uncounted" else {
      print("Written bytes are not counted on this system.")
      return
    }
    let figures = line.split(separator: " ").compactMap { Double($0) }
    try #require(figures.count == 2, "\(line)")
    let (written, database) = (figures[0], figures[1])
    #expect(database > 30 * 1_048_576)
    // To the log, and from there to the database.
    #expect(written < 2.2 * database, "\(line)")
  }
}
