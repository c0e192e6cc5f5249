// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  @Model private final class Grove {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Tree.grove) var trees: [Tree] = []

    init(_ name: String) { self.name = name }
  }

  @Model private final class Tree {
    @Attribute(.unique) var number: Int
    var grove: Grove?
    @Relationship(deleteRule: .cascade, inverse: \Leaf.tree) var leaves: [Leaf] = []

    init(_ number: Int) { self.number = number }
  }

  @Model private final class Leaf {
    var number: Int
    var tree: Tree?

    init(_ number: Int) { self.number = number }
  }

  /// A server that counts the statements that reach it, whoever sends them.
  private enum CountingServer {
    /// `nil` if it lacks pg_stat_statements.
    static let address: String? = start()

    private static func start() -> String? {
      // Nobody else's server is started in its place.
      guard TestServer.socket?.hasPrefix(TestServer.folder) == true else { return nil }
      let folder = TestServer.folder + "-counting"
      let options = "-c fsync=off -c synchronous_commit=off -c shared_preload_libraries=pg_stat_statements"
      TestServer.removeAtExit(folder)
      guard let (status, output) = try? TestServer.run("start", folder, options: options), status == 0 else {
        print("The server has no pg_stat_statements: the test that needs it is skipped.")
        return nil
      }
      return output
    }
  }

  /// The number of statements of a save depends on its classes, not on its rows.
  extension PostgresTests {
    @Suite struct StatementCountTests {
      private let schema = Schema([Grove.self, Tree.self, Leaf.self])

      /// A thousand rows of three classes that refer to one another.
      private func fill(_ context: ModelContext, from first: Int) {
        for number in 0..<10 {
          let grove = Grove("\(number)")
          context.insert(grove)
          for row in 0..<9 {
            let tree = Tree(first + number * 9 + row)
            context.insert(tree)
            tree.grove = grove
            for position in 0..<10 {
              let leaf = Leaf(position)
              context.insert(leaf)
              leaf.tree = tree
            }
          }
        }
      }

      /// Keys of three tables, three insertions, the history, the beginning and the commit.
      @Test func aThousandRowsTakeNineStatements() throws {
        let container = try ModelContainer(for: schema, configurations: [PostgresConfiguration.test(schema)])
        for round in 0..<2 {
          let context = ModelContext(container)
          fill(context, from: round * 1_000)
          let before = container.statistics
          try context.save()
          #expect((container.statistics - before).statements <= 9)
        }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Leaf>()) == 1_800)
      }

      @Test(.enabled(if: CountingServer.address != nil, "there is no private server with pg_stat_statements"))
      func theServerCountsNineStatements() throws {
        let address = try #require(CountingServer.address)
        let control = try TestConnection(address)
        try control.run("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        let namespace = "counted_" + UUID().uuidString.prefix(8).lowercased()
        let configuration = PostgresConfiguration(url: address, schema: schema, namespace: namespace)
        let container = try ModelContainer(for: schema, configurations: [configuration])
        let context = ModelContext(container)
        fill(context, from: 0)
        try control.run("SELECT pg_stat_statements_reset()")
        try context.save()
        // What the server asks itself, to check foreign keys, is not at the top level; what tells other processes of the
        // save comes later, and names no table. Of the questions for keys, the server forgets the names.
        let rows = try control.run(
          """
          SELECT calls, query FROM pg_stat_statements
          WHERE toplevel AND (strpos(query, '\(namespace).') > 0 OR query ~ '^(BEGIN|COMMIT)|pg_advisory_xact_lock')
          """)
        let calls = rows.compactMap { $0[0].flatMap { Int($0) } }.reduce(0, +)
        #expect(calls > 5 && calls <= 9, "\(rows)")
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Leaf>()) == 900)
      }
    }
  }
#endif
