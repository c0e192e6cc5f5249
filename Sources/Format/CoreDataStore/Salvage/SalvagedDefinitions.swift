// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// The statements that made a damaged store, as far as they can be read.
///
/// Full-text indexes are left out: they are made of the rows, and SwiftData makes those that are missing.
struct SalvagedDefinitions {
  /// Those of tables.
  private(set) var tables: [StoredDefinition] = []
  /// Those of indexes and triggers.
  private(set) var others: [StoredDefinition] = []
  /// What there is to say of the definitions that are lost, or of no use.
  private(set) var remarks: [String] = []
  /// By table: why its definition is of no use.
  private var refused: [String: String] = [:]

  /// - Parameter sound: a store whose definitions complete those that can be read.
  init(_ source: Connection, like sound: Connection?) throws {
    let own = Self.read(source)
    let others = sound.map { Self.read($0).all } ?? []
    let virtual = (own.all + others).filter { $0.sql.uppercased().hasPrefix("CREATE VIRTUAL") }.map(\.name)
    let scratch = try Connection.inMemory()
    for definitions in [own.all, others] { add(definitions, searches: virtual, trying: scratch) }
    for (name, reason) in refused.sorted(by: { $0.key < $1.key }) where !has(name) {
      remarks.append("The table \(Store.oneLine(name)) was left out. \(reason)")
    }
    if sound == nil, !own.isComplete {
      remarks.append("Part of the list of tables cannot be read, so whole tables may be missing.")
    }
  }

  func has(_ table: String) -> Bool { tables.contains { $0.name == table } }

  /// - Parameters:
  ///   - virtual: the names of full-text indexes.
  ///   - scratch: an empty database, in which it turns out what the statement of a table does.
  private mutating func add(_ definitions: [StoredDefinition], searches virtual: [String], trying scratch: Connection) {
    func isSearch(_ definition: StoredDefinition) -> Bool {
      virtual.contains { index in
        definition.name == index || definition.name.hasPrefix(index + "_")
          || (definition.type == "trigger" && definition.sql.contains(index))
      }
    }
    let known = Set((tables + others).map(\.name))
    for definition in definitions
    where !known.contains(definition.name) && !isSearch(definition) && !definition.name.hasPrefix("sqlite_") {
      switch definition.type {
      case "table":
        do {
          try scratch.create(definition)
          tables.append(definition)
        } catch {
          refused[definition.name] = (error as? StoreError)?.what ?? "\(error)"
        }
      case "index", "trigger": others.append(definition)
      default: continue
      }
    }
  }

  /// The rows of the schema, from both ends.
  private static func read(_ connection: Connection) -> (all: [StoredDefinition], isComplete: Bool) {
    var found: [StoredDefinition] = []
    for order in ["ASC", "DESC"] {
      do {
        let statement = try connection.prepare(
          "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid \(order)")
        while try statement.step() {
          guard let type = statement.text(0), let name = statement.text(1), let sql = statement.text(2) else {
            continue
          }
          if !found.contains(where: { $0.name == name }) {
            found.append(StoredDefinition(type: type, name: name, sql: sql))
          }
        }
        return (found, true)
      } catch {
        continue
      }
    }
    return (found, false)
  }
}
