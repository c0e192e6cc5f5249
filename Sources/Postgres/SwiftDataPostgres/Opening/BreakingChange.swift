// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  /// A change of the tables after which servers of the former version can no longer read, or write what the new one needs.
  struct BreakingChange: Hashable {
    /// What it is about: `Book.title`.
    let subject: String
    let kind: Kind

    enum Kind: Hashable {
      case renamed(from: String)
      case retyped(from: String, to: String)
      case lacksValue
      case noLongerOptional
      case nowOptional
      case removed
      case moved
      case newlyUnique
      case noLongerUnique
    }

    /// What is different, and what to do in two releases.
    var text: String {
      switch kind {
      case .renamed(let former):
        "\(subject) was called \(former): add it beside \(former), write both, and remove \(former) in a later release"
      case .retyped(let former, let type):
        "\(subject) becomes \(type) from \(former): add a property of the new type beside it, write both, and remove the former "
          + "one in a later release"
      case .lacksValue:
        "\(subject) is neither optional nor has a default value, and servers of the former version insert objects without it: "
          + "give it a default value, or make it optional until no such server runs"
      case .noLongerOptional:
        "\(subject) is no longer optional, and servers of the former version may write nil: leave it optional until no such "
          + "server runs"
      case .nowOptional:
        "\(subject) is optional now, and servers of the former version cannot read objects without it: give it a value in each "
          + "object, and make it optional in a release after which no such server runs"
      case .removed:
        "\(subject) is removed and was not optional, so servers of the former version could not read new objects: keep it, with "
          + "a value, until no such server runs"
      case .moved:
        "\(subject) is stored elsewhere now, and servers of the former version go on where it was: add a new property beside it, "
          + "write both, and remove the former one in a later release"
      case .newlyUnique:
        "\(subject) becomes unique, and what servers of the former version save may be refused: add the constraint when no such "
          + "server runs"
      case .noLongerUnique:
        "\(subject) is no longer unique, and servers of the former version rely on it: remove the constraint when no such server "
          + "runs"
      }
    }

    static func error(_ changes: [BreakingChange]) -> SwiftDataError {
      let list = changes.enumerated().map { "(\($0 + 1)) \($1.text)." }.joined(separator: " ")
      return SwiftDataError(
        .migrationNotAdditive,
        "Servers of the former version could not go on after \(changes.count == 1 ? "this change" : "these changes") of the "
          + "tables, and tableChanges is .additive. Nothing was changed. \(list)",
        advice:
          "Split each change: release what is added, wait until no server of the former version runs, then release what is "
          + "removed, or run that migration with tableChanges = .all.")
    }
  }

  extension PostgresStoreOpening {
    /// - Throws: ``SwiftDataError/migrationNotAdditive`` for changes that the configuration does not allow.
    func checkAdditive(_ changes: TableChanges) throws {
      guard configuration.tableChanges == .additive, !changes.breaking.isEmpty else { return }
      throw BreakingChange.error(changes.breaking)
    }
  }
#endif
