// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SharedFixtures
import SwiftDataStudio
import Testing

/// Stores of other programs, without their apps.
@Suite struct FixtureTests {
  static let isAbsent = SharedFixtures.stores == nil

  @Test(.enabled(if: !isAbsent, "\(SharedFixtures.absence)"), arguments: SharedFixtures.all)
  func showsEverythingAndChangesNothing(_ fixture: URL) async throws {
    let folder = try StoreFolder(copying: fixture)
    let before = try folder.contents()
    let store = StudioStore(folder.store)
    let overview = try await store.overview()
    #expect(!overview.entities.isEmpty)
    let connection = try Store(reading: fixture).connection
    for entity in overview.entities {
      let request = GridRequest(entity: entity.name)
      let columns = try await store.columns(of: entity.name)
      let count = try await store.count(request)
      if let table = entity.table, entity.superentity == nil {
        let rows = try connection.integer("SELECT count(*) FROM \"\(table)\"")
        #expect(rows.map(Int.init) == count, "\(entity.name)")
      }
      #expect(count == entity.allRows)
      let first = try await store.firstPage(request, limit: 50)
      let page = try await store.page(request, 0..<50)
      #expect(first == page)
      #expect(page.rows.count == min(50, count))
      for row in page.rows { #expect(row.cells.count == columns.count) }
      let last = try await store.page(request, max(0, count - 3)..<count)
      #expect(last.rows.count == min(3, count))
      // By each column, the same rows in another order.
      for column in columns {
        guard let order = column.order else { continue }
        var sorted = request
        sorted.order = order
        let page = try await store.page(sorted, 0..<20)
        let number = try await store.count(sorted)
        #expect(number == count, "\(entity.name) by \(order)")
        let direct = try await store.firstPage(sorted, limit: 20)
        #expect(direct == page, "\(entity.name) by \(order)")
      }
      for row in page.rows.prefix(5) {
        let detail = try #require(try await store.detail(row.reference))
        #expect(detail.reference == row.reference)
        try await follow(detail, row, store)
      }
    }
    let diagram = try await store.diagram()
    #expect(diagram.boxes.count == overview.entities.count)
    var history = try await store.history(entity: nil)
    var transactions = history.transactions.count
    while history.hasMore, let oldest = history.transactions.last {
      history = try await store.history(entity: nil, before: oldest.number)
      transactions += history.transactions.count
    }
    if overview.hasHistory {
      #expect(try connection.integer("SELECT count(*) FROM ATRANSACTION").map(Int.init) == transactions)
    }
    _ = try await store.check()
    _ = try await store.sizes()
    #expect(try await store.swift().contains("@Model"))
    for format in ExportRequest.Format.allCases where format != .data {
      let file = try await store.export(ExportRequest(format, entity: format == .csv ? overview.entities[0].name : nil))
      #expect(try Data(contentsOf: file.url).count > 0)
      file.remove()
    }
    let answer = try await store.run("SELECT count(*) FROM Z_PRIMARYKEY")
    #expect(answer.rows.count == 1)
    #expect(try folder.contents() == before)
  }

  /// Relationships lead to as many rows as their cells say, and back.
  private func follow(_ detail: RowDetail, _ row: DataGridRow, _ store: StudioStore) async throws {
    for (property, cell) in zip(detail.properties, row.cells) {
      switch cell {
      case .objects(let count):
        var request = GridRequest(entity: try #require(property.column.destination))
        request.relation = .targets(of: detail.reference, relationship: property.column.name)
        let found = try await store.count(request)
        #expect(found == count, "\(detail.reference).\(property.column.name)")
        let page = try await store.page(request, 0..<500)
        #expect(Set(property.targets.map(\.reference)).isSubset(of: Set(page.rows.map(\.reference))) || count > 500)
      case .object(let target, _):
        var request = GridRequest(entity: detail.reference.entity)
        request.relation = .owners(
          of: target, relationship: "\(detail.reference.entity).\(property.column.name)")
        let page = try await store.page(request, 0..<10_000)
        #expect(page.rows.contains { $0.reference == detail.reference })
      default: continue
      }
    }
  }
}
