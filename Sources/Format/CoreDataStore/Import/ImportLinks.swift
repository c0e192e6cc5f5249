// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// The relationships of a file's objects, which are set when all rows are there.
///
/// In a temporary table, as a file may have more than fit in memory.
final class ImportLinks {
  /// In the order in which they are done.
  enum Step: Int64, CaseIterable {
    /// An object that had a target shall have none. A file may state a link at
    /// one end only, so that this must not undo what the other end says. Of a
    /// to-many relationship, the targets that are not listed.
    case clear
    case toOne
    /// Last, as they say the order.
    case toMany
    /// What a list has left out, and cannot be without an owner, must have
    /// another one by now.
    case required
  }

  struct Link {
    let object: ObjectReference
    let relationship: String
    let value: JSONValue
    /// Of the object in the file.
    let place: String
  }

  private let connection: Connection
  private let names: NameCodes
  private(set) var count = 0

  init(_ connection: Connection, _ names: NameCodes) throws {
    self.connection = connection
    self.names = names
    try connection.execute(
      "CREATE TEMP TABLE swiftdata_links (step INTEGER, number INTEGER, entity INTEGER,"
        + " key INTEGER, relationship INTEGER, value TEXT, place TEXT,"
        + " PRIMARY KEY (step, number)) WITHOUT ROWID")
  }

  func add(_ link: Link, _ step: Step) throws {
    count += 1
    try connection.run(
      "INSERT INTO temp.swiftdata_links VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        .integer(step.rawValue), .integer(Int64(count)),
        .integer(names.code(of: link.object.entity)), .integer(link.object.key),
        .integer(names.code(of: link.relationship)), .text("\(link.value)"), .text(link.place),
      ])
  }

  func forEach(_ step: Step, _ body: (Link) throws -> Void) throws {
    let statement = try connection.prepare(
      "SELECT entity, key, relationship, value, place FROM temp.swiftdata_links WHERE step = ?"
        + " ORDER BY number")
    try statement.bind([.integer(step.rawValue)])
    while try statement.step() {
      guard let entity = names.name(of: statement.integer(0)),
        let relationship = names.name(of: statement.integer(2)), let text = statement.text(3)
      else { continue }
      try body(
        Link(
          object: ObjectReference(entity: entity, key: statement.integer(1)),
          relationship: relationship, value: try JSONValue(parsing: Data(text.utf8)),
          place: statement.text(4) ?? ""))
    }
  }
}
