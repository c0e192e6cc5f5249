// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// The SQL of both dialects side by side, as `Golden/Statements.txt` and `Golden/Writes.txt` have it.
  /// `RENEW_GOLDEN_SQL=1` writes them anew.
  extension PostgresTests {
    @Suite struct GoldenTests {
      /// What is asked for, in words that are the record's headings.
      private static let predicates: [(String, Predicate<Customer>)] = {
        let name = "Zoë"
        let score = 2.5
        let spent = Decimal(12)
        let since = Date(timeIntervalSinceReferenceDate: 1)
        let names = ["a", "b", "Zoë"]
        let number = 3
        return [
          ("a text equals", #Predicate { $0.name == name }),
          ("a text does not equal", #Predicate { $0.name != "x" }),
          ("a text comes before", #Predicate { $0.name < name }),
          ("a number is within", #Predicate { $0.score > score && $0.score <= 10 }),
          ("a decimal is less", #Predicate { $0.spent < spent }),
          ("a date is later", #Predicate { $0.since >= since }),
          ("not", #Predicate { !($0.name == name || $0.score == score) }),
          ("one of a list", #Predicate { names.contains($0.name) }),
          ("contains", #Predicate { $0.name.contains("o") }),
          ("begins", #Predicate { $0.name.starts(with: name) }),
          ("contains, as people search", #Predicate { $0.name.localizedStandardContains("zoe") }),
          ("is empty", #Predicate { $0.name.isEmpty }),
          ("arithmetic", #Predicate { $0.score * 2 + 1 > score }),
          ("a choice", #Predicate { ($0.score > score ? $0.name : $0.mail) == name }),
          ("some of many", #Predicate { $0.orders.contains { $0.number == number } }),
          ("all of many", #Predicate { $0.orders.allSatisfy { $0.number > number } }),
          ("how many", #Predicate { $0.orders.count > number }),
          ("how many that", #Predicate { $0.orders.filter { $0.user == nil }.count == number }),
          ("always", #Predicate { _ in true }),
        ]
      }()

      private static let orders: [(String, Predicate<Order>)] = {
        let name: String? = "Zoë"
        let nobody: String? = nil
        return [
          ("an optional equals", #Predicate { $0.user == name }),
          ("an optional is nil", #Predicate { $0.user == nobody }),
          ("a value or another one", #Predicate { ($0.user ?? "none") == "none" }),
          ("of a related object", #Predicate { $0.customer?.name == "Zoë" }),
          ("no related object", #Predicate { $0.customer == nil }),
          ("a whole number is odd", #Predicate { $0.number % 2 == 1 }),
        ]
      }()

      private static let sorts: [(String, [SortDescriptor<Customer>])] = [
        ("by a number", [SortDescriptor(\.score)]),
        ("by a number, falling", [SortDescriptor(\.score, order: .reverse)]),
        ("by a text", [SortDescriptor(\.name, comparator: .lexical)]),
        (
          "by a text, as people sort",
          [SortDescriptor(\.name, comparator: .localizedStandard), SortDescriptor(\.since)]
        ),
      ]

      private struct Pair {
        let file: ModelContext
        let database: ModelContext
        let namespace: String

        /// What both stores are asked, after they have been asked it.
        func text<T: PersistentModel>(_ name: String, _ descriptor: FetchDescriptor<T>) throws -> String {
          _ = try file.fetch(descriptor)
          _ = try database.fetch(descriptor)
          func line(_ context: ModelContext) throws -> String {
            let explanation = try context.explain(descriptor)
            return explanation.sql.replacing(namespace + ".", with: "") + "   \(explanation.parameters)"
          }
          return "\(name)\n  file:     \(try line(file))\n  database: \(try line(database))\n"
        }
      }

      private func compare(_ text: String, with name: String) throws {
        let record = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).txt")
        if ProcessInfo.processInfo.environment["RENEW_GOLDEN_SQL"] != nil {
          try FileManager.default.createDirectory(
            at: record.deletingLastPathComponent(), withIntermediateDirectories: true)
          try text.write(to: record, atomically: true, encoding: .utf8)
        }
        let recorded = try String(contentsOf: record, encoding: .utf8).components(separatedBy: "\n\n")
        let found = text.components(separatedBy: "\n\n")
        #expect(recorded.count == found.count)
        for (old, new) in zip(recorded, found) where old != new {
          Issue.record("Recorded:\n\(old)\nnow:\n\(new)\nRENEW_GOLDEN_SQL=1 records it.")
        }
      }

      /// Tables, indexes and their changes, and what saves and changes in bulk write.
      @Test func writesAreTheRecordedOnes() throws {
        let folder = try TestFolder()
        let text = try GoldenWrites.text(file: folder.file("golden.store")) { try PostgresConfiguration.test($0) }
        try compare(text, with: "Writes")
      }

      @Test func statementsAreTheRecordedOnes() throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        let database = try ModelContainer(for: schema, configurations: [configuration])
        let file = try ModelContainer(for: schema, configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
        let pair = Pair(
          file: ModelContext(file), database: ModelContext(database), namespace: configuration.namespace)
        var blocks: [String] = []
        for (name, predicate) in Self.predicates {
          blocks.append(try pair.text(name, FetchDescriptor(predicate: predicate)))
        }
        for (name, predicate) in Self.orders {
          blocks.append(try pair.text(name, FetchDescriptor(predicate: predicate)))
        }
        for (name, sort) in Self.sorts { blocks.append(try pair.text(name, FetchDescriptor(sortBy: sort))) }
        var page = FetchDescriptor<Customer>(sortBy: [SortDescriptor(\.score)])
        page.fetchLimit = 10
        page.fetchOffset = 20
        blocks.append(try pair.text("a page", page))
        try compare(blocks.joined(separator: "\n"), with: "Statements")
      }
    }
  }
#endif
