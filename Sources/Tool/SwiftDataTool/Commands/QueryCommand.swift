// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataFormat
import CoreDataStore
import Foundation

struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Lists the objects of an entity that meet a condition.",
    discussion: """
      A condition compares properties with values or with each other:

        name == "Rome"  and  (start > "2024-07-01" or not isDone)
        folder.name contains[cd] "cafe"     [c]: ignore case, [d]: accents
        kind in ["a", "b"]                  steps.count > 3
        author == nil                       steps.text contains "salt"  (any of the steps)
        self == 12                          parent == "Folder/p3"

      Operators: == != < <= > >= in contains startswith endswith like (with * and ?). Put text and \
      dates in quotes, and a property whose name is that of an operator in backticks. Objects of \
      subentities are included.
      """)

  @OptionGroup var store: StoreArgument

  @Argument(help: "The name of an entity.")
  var entity: String

  @Option(name: [.long, .customShort("w")], help: "The condition.")
  var `where`: String?

  @Option(
    name: [.long, .customShort("s")], parsing: .unconditional,
    help: "What to sort by: name, -start, folder.name.")
  var sort: String?

  @Option(name: [.long, .customShort("l")], help: "How many objects at most.")
  var limit: Int?

  @Option(name: .long, help: "How many objects to skip.")
  var offset = 0

  @Option(
    name: [.long, .customShort("c")], help: "Which properties: name,folder.name,steps.count.")
  var columns: String?

  @Flag(help: "Print only how many there are.")
  var count = false

  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
    if offset < 0 { throw ValidationError("--offset must not be negative.") }
  }

  func run() throws {
    var query = StoreQuery(entity: entity)
    query.condition = self.where
    query.order = sort
    query.limit = limit
    query.offset = offset
    if let database = self.store.database { return try run(query, database) }
    let store = try store.open()
    if count {
      let count = try store.count(query)
      StandardOutput.line(answer.json ? "{\"count\": \(count)}" : "\(count)")
      return
    }
    let description = try store.entity(named: entity)
    let readers = try paths.map { try PathReader(store, $0) }
    for reader in readers { try reader.check(from: description) }
    if !readers.isEmpty { query.options.properties = Set(readers.map { $0.names[0] }) }
    let cursor = try store.rows(query)
    if answer.json {
      try printJSON(cursor, readers, store)
    } else {
      try printTable(cursor, readers, store, description)
    }
  }

  private func run(_ query: StoreQuery, _ database: DatabaseAddress) throws {
    if count {
      let count = try database.count(query)
      StandardOutput.line(answer.json ? "{\"count\": \(count)}" : "\(count)")
      return
    }
    var query = query
    let names = paths.map { String($0.prefix { $0 != "." }) }
    if !names.isEmpty { query.options.properties = Set(names) }
    let (store, cursor) = try database.rows(query, paths)
    let readers = try paths.map { try PathReader(store, $0) }
    if answer.json {
      try printJSON(cursor, readers, store)
    } else {
      try printTable(cursor, readers, store, store.entity(named: entity))
    }
  }

  private var paths: [String] {
    (columns ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func printJSON(_ cursor: RowCursor, _ readers: [PathReader], _ store: Store) throws {
    StandardOutput.write("[")
    var isFirst = true
    while let object = try cursor.next() {
      StandardOutput.write(isFirst ? "\n  " : ",\n  ")
      isFirst = false
      guard !readers.isEmpty else {
        StandardOutput.write("\(store.json(object))")
        continue
      }
      var members: [JSONValue.Member] = [.init("$id", .string(store.uri(of: object.reference)))]
      for (path, reader) in zip(paths, readers) {
        members.append(.init(path, store.json(try reader.value(of: object))))
      }
      StandardOutput.write("\(JSONValue.object(members))")
    }
    StandardOutput.line(isFirst ? "]" : "\n]")
  }

  private func printTable(
    _ cursor: RowCursor, _ readers: [PathReader], _ store: Store, _ entity: EntityDescription
  ) throws {
    // A block of rows at a time is aligned, so that memory stays bounded.
    var titles = paths
    let isTerminal = isatty(1) == 1
    var objects: [StoredObject] = []
    var isFirst = true
    func printBlock() throws {
      if titles.isEmpty {
        titles = objects.reduce(into: []) { names, object in
          for field in object.values where !names.contains(field.name) { names.append(field.name) }
        }
      }
      var table = TextTable([("id", .left)] + titles.map { ($0, .left) })
      for object in objects {
        let cells = try titles.enumerated().map { index, title in
          let value =
            readers.isEmpty ? object[title] ?? .null : try readers[index].value(of: object)
          return store.text(value)
        }
        table.add(["\(object.reference)"] + cells)
      }
      let lines = table.lines(maximum: isTerminal ? 40 : 200, Style.output)
      for line in isFirst ? lines[...] : lines.dropFirst() { StandardOutput.line(line) }
      isFirst = false
      objects = []
    }
    while let object = try cursor.next() {
      objects.append(object)
      if objects.count == 500 { try printBlock() }
    }
    if !objects.isEmpty { try printBlock() }
    if isFirst { StandardOutput.note("No objects.") }
  }
}
