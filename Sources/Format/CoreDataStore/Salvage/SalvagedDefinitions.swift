// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// The statements that made a damaged store, as far as they can be read.
///
/// Full-text indexes are left out: they are made of the rows, and SwiftData makes those that are missing.
struct SalvagedDefinitions {
  struct Definition {
    let type: String
    let name: String
    let sql: String
  }

  /// Those of tables.
  private(set) var tables: [Definition] = []
  /// Those of indexes and triggers.
  private(set) var others: [Definition] = []
  /// What there is to say of the definitions that are lost.
  private(set) var missing: String?

  /// - Parameter sound: a store whose definitions complete those that can be read.
  init(_ source: Connection, like sound: Connection?) {
    let own = Self.read(source)
    var known = own.all
    if let sound {
      let names = Set(known.map(\.name))
      known += Self.read(sound).all.filter { !names.contains($0.name) }
    } else if !own.isComplete {
      missing = "Part of the list of tables cannot be read, so whole tables may be missing."
    }
    let virtual = known.filter { $0.sql.uppercased().hasPrefix("CREATE VIRTUAL") }.map(\.name)
    func isSearch(_ definition: Definition) -> Bool {
      virtual.contains { index in
        definition.name == index || definition.name.hasPrefix(index + "_")
          || (definition.type == "trigger" && definition.sql.contains(index))
      }
    }
    for definition in known where !isSearch(definition) && !definition.name.hasPrefix("sqlite_") {
      switch definition.type {
      case "table": tables.append(definition)
      case "index", "trigger": others.append(definition)
      default: continue
      }
    }
  }

  func has(_ table: String) -> Bool { tables.contains { $0.name == table } }

  /// The rows of the schema, from both ends.
  private static func read(_ connection: Connection) -> (all: [Definition], isComplete: Bool) {
    var found: [Definition] = []
    for order in ["ASC", "DESC"] {
      do {
        let statement = try connection.prepare(
          "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid \(order)")
        while try statement.step() {
          guard let type = statement.text(0), let name = statement.text(1), let sql = statement.text(2) else {
            continue
          }
          if !found.contains(where: { $0.name == name }) { found.append(Definition(type: type, name: name, sql: sql)) }
        }
        return (found, true)
      } catch {
        continue
      }
    }
    return (found, false)
  }
}
