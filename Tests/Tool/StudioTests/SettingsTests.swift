// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataStudio
import Testing

/// What a person sets: columns and queries.
@Suite struct SettingsTests {
  @Test func columnsAreInTheirOrder() async throws {
    let folder = try StoreFolder.library()
    let columns = try #require(try await StudioStore(folder.store).schema()["Book"])
    var layout = ColumnLayout()
    #expect(layout.shown(columns) == columns)
    let names = columns.map(\.name)
    layout.move(names[2], by: -2, among: columns)
    #expect(layout.sorted(columns).map(\.name) == [names[2], names[0], names[1]] + names[3...])
    layout.move(names[2], by: -1, among: columns)
    layout.move(names[2], by: 1_000, among: columns)
    #expect(layout.sorted(columns).last?.name == names[2])
    layout.move("nothing", by: 1, among: columns)
    layout.setHidden(true, names[0])
    #expect(layout.shown(columns).count == columns.count - 1)
    layout.setWidth(1, of: names[1])
    #expect(layout.width(of: names[1]) == 48)
    // A column that the layout does not know comes last.
    var older = ColumnLayout()
    older.move(names[1], by: -1, among: Array(columns.dropLast()))
    #expect(older.sorted(columns).last?.name == names.last)
    #expect(try JSONDecoder().decode(ColumnLayout.self, from: JSONEncoder().encode(layout)) == layout)
  }

  @Test func severalProcessesLoseNothing() async throws {
    let folder = try StoreFolder()
    let file = folder.url.appendingPathComponent("settings/studio.json")
    let stores = (0..<4).map { "/stores/\($0)" }
    // Each has an object of its own, as each process has.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in stores {
        group.addTask {
          let settings = StudioSettings(file: file)
          for number in 0..<25 {
            try settings.change(store) { $0.queries.append(.init(name: "\(number)", path: "/sql")) }
          }
        }
      }
      try await group.waitForAll()
    }
    for store in stores { #expect(StudioSettings(file: file).settings(of: store).queries.count == 25) }
  }

  @Test func aFileThatIsNotReadableIsNotReplaced() throws {
    let folder = try StoreFolder()
    let file = folder.url.appendingPathComponent("studio.json")
    try Data("{\"stores\": 3".utf8).write(to: file)
    let settings = StudioSettings(file: file)
    let store = "/store"
    #expect(settings.settings(of: store) == StudioSettings.OfStore())
    #expect { try settings.change(store) { $0.queries = [] } } throws: { "\($0)".contains("not readable") }
    #expect(try Data(contentsOf: file) == Data("{\"stores\": 3".utf8))
  }
}
