// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation
import SwiftDataRealm

/// `swiftdata realm inspect`
struct RealmInspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows the format, classes and objects of a Realm file.")

  @OptionGroup var realm: RealmArgument
  @OptionGroup var answer: AnswerOptions

  @Flag(help: "Also list the tables that Realm keeps for itself.")
  var all = false

  func run() throws {
    let file = try realm.open()
    let tables = file.tables.filter { all || !$0.type.isInternal }
    if answer.json {
      StandardOutput.line(json(file, tables).pretty)
    } else {
      for line in lines(file, tables) { StandardOutput.line(line) }
    }
  }

  private func lines(_ file: RealmFile, _ tables: [RealmTable]) -> [String] {
    let style = Style.output
    var lines = [style.apply(.bold, realm.url.lastPathComponent)]
    func add(_ name: String, _ value: String) {
      lines.append(
        "  " + style.apply(.dim, name.padding(toLength: 12, withPad: " ", startingAt: 0)) + value)
    }
    let writer = RealmFormats.writer(file.schema.format)
    add("format", "\(file.schema.format)" + (writer.map { " (\($0))" } ?? ""))
    add("schema", file.schema.version.map { "version \($0)" } ?? "without version")
    add("encrypted", file.isEncrypted ? "yes" : "no")
    let size = try? FileManager.default.attributesOfItem(atPath: realm.file)[.size] as? NSNumber
    if let size { add("size", byteText(size.uint64Value)) }
    lines.append("")
    var table = TextTable([
      ("class", .left), ("objects", .right), ("properties", .right), ("", .left),
    ])
    for entry in tables {
      let notes = [
        entry.type.kind == .topLevel ? nil : entry.type.kind.rawValue,
        entry.type.primaryKey.map { "primary key \($0)" },
        entry.type.isInternal ? "Realm's own" : nil,
      ]
      table.add([
        entry.name, "\(entry.count)", "\(entry.type.properties.count)",
        notes.compactMap { $0 }.joined(separator: ", "),
      ])
    }
    return lines + table.lines(indent: "  ", style)
  }

  private func json(_ file: RealmFile, _ tables: [RealmTable]) -> JSONValue {
    .object([
      .init("format", .integer(file.schema.format)),
      .init("schemaVersion", file.schema.version.map { .integer($0) } ?? .null),
      .init("encrypted", .bool(file.isEncrypted)),
      .init(
        "classes",
        .array(
          tables.map { table in
            .object([
              .init("name", .string(table.name)),
              .init("table", .string(table.type.tableName)),
              .init("kind", .string(table.type.kind.rawValue)),
              .init("primaryKey", .text(table.type.primaryKey)),
              .init("objects", .integer(table.count)),
            ])
          })),
    ])
  }
}

/// The software that wrote a format.
enum RealmFormats {
  static func writer(_ format: Int) -> String? {
    switch format {
    case 24: "Realm Swift 10.49 and later"
    case 23: "Realm Swift 10.35 to 10.48"
    case 22: "Realm Swift 10.8 to 10.34"
    case 20: "Realm Swift 10.0 to 10.7"
    case 11: "Realm Swift 5.4 and 5.5"
    case 10: "Realm Swift 5.0 to 5.3"
    case 9: "Realm Swift 3 and 4"
    case 5...8: "Realm Swift 1 to 3"
    case 2...4: "Realm before version 1"
    default: nil
    }
  }
}
