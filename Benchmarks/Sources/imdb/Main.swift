// SPDX-License-Identifier: Apache-2.0

import Foundation

#if Postgres
  import SwiftData
  import SwiftDataPostgres

  /// IMDBench's queries with this package; Benchmarks/imdb.py runs it beside others.
  ///
  ///     imdb seed                        makes the tables and fills them
  ///     imdb run SECONDS IDS QUERY…      runs queries for some seconds each, with the keys in a JSON file; prints
  ///                                      a line of JSON for each
  ///
  /// SWIFTDATA_POSTGRES_URL names the server.
  @main struct Main {
    static func main() throws {
      let arguments = Array(CommandLine.arguments.dropFirst())
      guard let address = ProcessInfo.processInfo.environment["SWIFTDATA_POSTGRES_URL"], let command = arguments.first
      else { return print("imdb seed | imdb run SECONDS IDS QUERY…; SWIFTDATA_POSTGRES_URL names the server") }
      let container = try ModelContainer(
        for: Movie.self, Person.self, Direction.self, Role.self, Viewer.self, Review.self,
        configurations: PostgresConfiguration(
          url: address, namespace: "imdb",
          isHistoryEnabled: ProcessInfo.processInfo.environment["IMDB_HISTORY"] != nil))
      switch command {
      case "seed": try Seeding(context: ModelContext(container)).run()
      case "run": try Run(container, arguments).run()
      default: print("no such command: \(command)")
      }
    }
  }

  struct Run {
    private let queries: Queries
    private let seconds: Double
    private let names: [String]
    private let movies: [PersistentIdentifier]
    private let people: [PersistentIdentifier]
    private let users: [PersistentIdentifier]

    private struct Keys: Decodable {
      let movies: [Int]
      let people: [Int]
      let users: [Int]
    }

    init(_ container: ModelContainer, _ arguments: [String]) throws {
      queries = Queries(container: container)
      seconds = arguments.count > 1 ? Double(arguments[1]) ?? 5 : 5
      let keys = try JSONDecoder().decode(Keys.self, from: Data(contentsOf: URL(fileURLWithPath: arguments[2])))
      names = Array(arguments.dropFirst(3))
      let context = ModelContext(container)
      let store = try context.fetchIdentifiers(FetchDescriptor<Movie>()).first?.storeIdentifier ?? ""
      func identifiers(_ keys: [Int], _ entity: String) throws -> [PersistentIdentifier] {
        try keys.map { try .identifier(for: store, entityName: entity, primaryKey: "p\($0)") }
      }
      movies = try identifiers(keys.movies, "Movie")
      people = try identifiers(keys.people, "Person")
      users = try identifiers(keys.users, "Viewer")
    }

    func run() throws {
      var number = Int.random(in: 0..<1_000_000)
      for name in names {
        func once(_ index: Int) throws -> Data {
          switch name {
          case "get_movie": return try queries.movie(movies[index % movies.count])
          case "get_user": return try queries.user(users[index % users.count])
          case "get_person": return try queries.person(people[index % people.count])
          case "update_movie": return try queries.updateMovie(movies[index % movies.count])
          case "insert_user":
            number += 1
            return try queries.insertUser(number)
          default:
            number += 1
            return try queries.insertMovie(number, people)
          }
        }
        var index = 0
        let warm = ContinuousClock.now
        while ContinuousClock.now - warm < .seconds(seconds / 5) {
          _ = try once(index)
          index += 1
        }
        let sample = String(decoding: try once(0), as: UTF8.self)
        var count = 0
        let begin = ContinuousClock.now
        while ContinuousClock.now - begin < .seconds(seconds) {
          _ = try once(index)
          index += 1
          count += 1
        }
        let time = (ContinuousClock.now - begin) / .seconds(1)
        let line: [String: Any] = ["query": name, "ms": time * 1000 / Double(count), "count": count, "sample": sample]
        print(String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self))
      }
    }
  }
#else
  @main struct Main {
    static func main() { print("Built without the trait 'Postgres': see Benchmarks/imdb.py.") }
  }
#endif
