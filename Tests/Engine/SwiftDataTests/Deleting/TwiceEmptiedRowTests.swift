// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A row that one deletion empties twice: once as the other end of a relationship, and once since it refers to what
/// goes.
@Suite struct TwiceEmptiedRowTests {
  @Model final class Area {
    var name: String
    var zone: Zone?
    init(_ name: String) { self.name = name }
  }

  @Model final class Plot {
    var name: String
    /// Without a way back.
    var area: Area?
    var zone: Zone?
    init(_ name: String) { self.name = name }
  }

  @Model final class Zone {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Area.zone) var areas: [Area] = []
    @Relationship(inverse: \Plot.zone) var plots: [Plot] = []
    init(_ name: String) { self.name = name }
  }

  @Test(arguments: [false, true]) func theHistoryNamesAllThatItHasLost(isWithASave: Bool) throws {
    let folder = try TestFolder()
    let container = try folder.container(Area.self, Plot.self, Zone.self)
    let context = ModelContext(container)
    let (zone, area, plot) = (Zone("z"), Area("a"), Plot("p"))
    for model in [zone, area, plot] as [any PersistentModel] { context.insert(model) }
    area.zone = zone
    plot.area = area
    plot.zone = zone
    try context.save()
    let start = try #require(try context.latestHistoryToken())
    if isWithASave {
      let other = ModelContext(container)
      try other.transaction { try other.delete(model: Zone.self) }
    } else {
      try context.delete(model: Zone.self)
    }
    let news = try context.fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > start }))
    var names: [Set<String>] = []
    for case .update(let update as DefaultHistoryUpdate<Plot>) in news.flatMap(\.changes) {
      names.append(Set(update.updatedPropertyNames))
    }
    #expect(names == [["area", "zone"]])
    let emptied = try #require(try ModelContext(container).fetch(FetchDescriptor<Plot>()).first)
    #expect(emptied.area == nil && emptied.zone == nil)
    // The version that the context knows is the row's.
    context.processPendingChanges()
    plot.name = "q"
    try context.save()
  }
}
