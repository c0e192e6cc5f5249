// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct ConflictPolicyTests {
  @Model final class Team {
    @Attribute(.unique) var code: String
    var title: String
    @Relationship(inverse: \Player.team) var players: [Player] = []
    init(code: String, title: String) {
      self.code = code
      self.title = title
    }
  }

  @Model final class Player {
    var name: String
    var team: Team?
    init(name: String, team: Team?) {
      self.name = name
      self.team = team
    }
  }

  private func container(_ folder: TestFolder) throws -> ModelContainer {
    let container = try folder.container(Team.self, Player.self)
    let context = ModelContext(container)
    context.insert(Team(code: "A", title: "old"))
    try context.save()
    return container
  }

  @Test func refusingThrowsAndWritesNothing() throws {
    let folder = try TestFolder()
    let container = try container(folder)
    container.uniqueConflictPolicy = .refuse
    let context = ModelContext(container)
    let new = Team(code: "A", title: "new")
    context.insert(new)
    context.insert(Team(code: "B", title: "b"))
    #expect(throws: SwiftDataError.uniqueConflict) { try context.save() }
    #expect(context.hasChanges)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Team>()).map(\.title) == ["old"])
    // The save may be told otherwise.
    try context.save(onConflict: .upsert)
    let titles = try ModelContext(container).fetch(FetchDescriptor<Team>()).map(\.title)
    #expect(titles.sorted() == ["b", "new"])
  }

  @Test(arguments: [false, true]) func keepingLeavesTheRow(isRegistered: Bool) throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    let old = isRegistered ? try context.fetch(FetchDescriptor<Team>()) : []
    let new = Team(code: "A", title: "new")
    let player = Player(name: "p", team: new)
    context.insert(player)
    try context.save(onConflict: .keep)
    #expect(!context.hasChanges)
    #expect(player.team?.title == "old")
    #expect(player.team?.players.map(\.name) == ["p"])
    if let old = old.first { #expect(player.team === old) } else { #expect(new.title == "old") }
    let fresh = try ModelContext(container).fetch(FetchDescriptor<Team>())
    #expect(fresh.map(\.title) == ["old"] && fresh.first?.players.count == 1)
    // The row's object can be changed and saved as ever.
    player.team?.title = "later"
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Team>()).map(\.title) == ["later"])
  }
}
