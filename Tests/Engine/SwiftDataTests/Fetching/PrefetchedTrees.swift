// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Model final class Show {
  @Attribute(.unique) var slug: String
  var year: Int
  @Relationship(deleteRule: .cascade, inverse: \Casting.film) var castings: [Casting] = []
  @Relationship(inverse: \Genre.films) var genres: [Genre]? = []
  @Relationship(inverse: \Show.original) var sequels: [Show] = []
  var original: Show?
  /// Without an inverse.
  var posters: [Poster] = []

  init(_ slug: String, _ year: Int) {
    self.slug = slug
    self.year = year
  }
}

@Model final class Casting {
  var place: Int
  var film: Show?
  var player: Player?

  init(_ place: Int) { self.place = place }
}

@Model class Player {
  var name: String
  @Relationship(inverse: \Casting.player) var castings: [Casting] = []
  var agent: Agent?

  init(_ name: String) { self.name = name }
}

@Model final class Star: Player {
  var fame: Int

  init(_ name: String, fame: Int) {
    self.fame = fame
    super.init(name)
  }
}

@Model final class Agent {
  var name: String
  @Relationship(inverse: \Player.agent) var players: [Player] = []

  init(_ name: String) { self.name = name }
}

@Model final class Genre {
  var name: String
  var films: [Show] = []

  init(_ name: String) { self.name = name }
}

@Model final class Poster {
  var file: String

  init(_ file: String) { self.file = file }
}

/// Fetches that prefetch random chains of relationships, compared with what objects of another context say.
struct PrefetchedTrees {
  static let types: [any PersistentModel.Type] = [
    Show.self, Casting.self, Player.self, Star.self, Agent.self, Genre.self, Poster.self,
  ]

  let container: ModelContainer
  private var random: SeededGenerator
  private let slugs: [String]

  /// Fills the container.
  init(_ container: ModelContainer, seed: UInt64) throws {
    self.container = container
    var random = SeededGenerator(seed: seed)
    let context = ModelContext(container)
    let agents = (0..<3).map { Agent("agent \($0)") }
    let players = (0..<12).map { $0 % 3 == 0 ? Star("star \($0)", fame: $0) : Player("player \($0)") }
    let genres = (0..<4).map { Genre("genre \($0)") }
    let shows = (0..<10).map { Show("film-\($0)", 2000 + $0 % 4) }
    (agents as [any PersistentModel] + players + genres + shows).forEach { context.insert($0) }
    for player in players where Bool.random(using: &random) { player.agent = agents.randomElement(using: &random) }
    for (number, show) in shows.enumerated() {
      show.genres = genres.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      if number > 0, Bool.random(using: &random) { show.original = shows[Int.random(in: 0..<number, using: &random)] }
      show.posters = (0..<Int.random(in: 0..<3, using: &random)).map { Poster("\(number)-\($0).png") }
      for place in 0..<Int.random(in: 0..<5, using: &random) {
        let casting = Casting(place)
        context.insert(casting)
        casting.film = show
        if Int.random(in: 0..<5, using: &random) > 0 { casting.player = players.randomElement(using: &random) }
      }
    }
    try context.save()
    slugs = shows.map(\.slug)
    self.random = random
  }

  /// A chain of relationships: how it is prefetched, and what it leads to, as text.
  private struct Chain: Sendable {
    let add: @Sendable (inout FetchDescriptor<Show>) -> Void
    let read: @Sendable (Show) -> String
  }

  private static func people(_ castings: [Casting], _ name: (Player) -> String) -> String {
    castings.sorted { $0.place < $1.place }.map { $0.player.map(name) ?? "nobody" }.joined(separator: ",")
  }

  private static let chains: [Chain] = [
    Chain(add: { $0.relationshipKeyPathsForPrefetching.append(\.castings) }) { show in
      show.castings.map(\.place).sorted().description
    },
    Chain(add: { $0.prefetch { $0.castings.player } }) { show in
      people(show.castings) { player in "\(player.name) \((player as? Star)?.fame ?? 0)" }
    },
    Chain(add: { $0.prefetch { $0.castings.player.agent } }) { show in
      people(show.castings) { $0.agent?.name ?? "alone" }
    },
    Chain(add: { $0.prefetch { $0.castings.player.agent.players } }) { show in
      people(show.castings) { $0.agent?.players.map(\.name).sorted().description ?? "alone" }
    },
    Chain(add: { $0.prefetch { $0.castings.player.castings.film } }) { show in
      people(show.castings) { $0.castings.compactMap { $0.film?.slug }.sorted().description }
    },
    Chain(add: { $0.prefetch { $0.genres.films } }) { show in
      (show.genres ?? []).map { "\($0.name): \($0.films.map(\.slug).sorted())" }.sorted().description
    },
    Chain(add: { $0.prefetch { $0.genres.films.posters } }) { show in
      (show.genres ?? []).flatMap { $0.films.flatMap { $0.posters.map(\.file) } }.sorted().description
    },
    Chain(add: { $0.relationshipKeyPathsForPrefetching.append(\.original) }) { $0.original?.slug ?? "new" },
    Chain(add: { $0.prefetch { $0.original.castings.player } }) { show in
      show.original.map { people($0.castings, \.name) } ?? "new"
    },
    Chain(add: { $0.prefetch { $0.original.sequels.posters } }) { show in
      (show.original?.sequels ?? []).map { "\($0.slug): \($0.posters.map(\.file).sorted())" }.sorted().description
    },
    Chain(add: { $0.prefetch { $0.sequels.sequels.original } }) { show in
      show.sequels.flatMap { $0.sequels.map { "\($0.slug) of \($0.original?.slug ?? "")" } }.sorted().description
    },
    Chain(add: { $0.relationshipKeyPathsForPrefetching.append(\.posters) }) {
      $0.posters.map(\.file).sorted().description
    },
  ]

  /// One fetch with random chains.
  ///
  /// - Returns: How many statements the fetch took.
  @discardableResult
  mutating func fetch(_ reader: ModelContext? = nil) throws -> Int {
    let context = reader ?? ModelContext(container)
    var descriptor = FetchDescriptor<Show>(sortBy: [SortDescriptor(\.slug)])
    let chosen = slugs.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      let slug = slugs.randomElement(using: &random) ?? ""
      descriptor.predicate = #Predicate { $0.slug == slug }
    case 1: descriptor.predicate = #Predicate { chosen.contains($0.slug) }
    case 2:
      let shows = try ModelContext(container).fetch(
        FetchDescriptor<Show>(predicate: #Predicate { chosen.contains($0.slug) }))
      let identifiers = shows.map(\.persistentModelID)
      descriptor.predicate = #Predicate { identifiers.contains($0.persistentModelID) }
    case 3:
      let show = try #require(try ModelContext(container).fetch(FetchDescriptor<Show>()).randomElement(using: &random))
      let identifier = show.persistentModelID
      descriptor.predicate = #Predicate { $0.persistentModelID == identifier }
    case 4:
      let year = 2000 + Int.random(in: 0..<4, using: &random)
      descriptor.predicate = #Predicate { $0.year == year }
    default: descriptor.fetchLimit = 3
    }
    let chains = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in Self.chains.randomElement(using: &random)
    }
    for chain in chains { chain.add(&descriptor) }
    let before = container.statistics.statements
    let shows = try context.fetch(descriptor)
    let statements = container.statistics.statements - before
    // What was fetched needs no statement, whatever is read of it.
    let read = try context.withStrictLoading { shows.map { show in chains.map { $0.read(show) } } }
    var plain = FetchDescriptor<Show>(predicate: descriptor.predicate, sortBy: descriptor.sortBy)
    plain.fetchLimit = descriptor.fetchLimit
    let expected = try ModelContext(container).fetch(plain)
    #expect(shows.map(\.slug) == expected.map(\.slug))
    #expect(read == expected.map { show in chains.map { $0.read(show) } })
    return statements
  }
}
