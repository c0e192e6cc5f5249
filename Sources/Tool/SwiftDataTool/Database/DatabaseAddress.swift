// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

#if Web
  import SwiftDataStudio
#endif

/// The address of a database instead of a file.
struct DatabaseAddress {
  let url: String
  let namespace: String

  /// - Returns: `nil` for the path of a file.
  init?(_ text: String, namespace: String) {
    let lower = text.lowercased()
    guard lower.hasPrefix("postgres://") || lower.hasPrefix("postgresql://") else { return nil }
    url = text
    self.namespace = namespace
  }

  /// What messages call it: never the address, which may have a password.
  var name: String { "database (namespace \(namespace))" }

  /// - Throws: where the command works on files only.
  func refuse(_ command: String, _ advice: String) -> StoreError {
    StoreError(.unsupported, "'\(command)' works on files only.", file: name, advice: advice)
  }
}

#if Web && Postgres
  extension DatabaseAddress {
    func studio() throws -> any StudioAccess { try DatabaseStudio(self) }
  }
#elseif Web
  extension DatabaseAddress {
    func studio() throws -> any StudioAccess { throw Self.missingTrait }
  }
#endif

#if !Postgres
  extension DatabaseAddress {
    /// What every command says without the trait.
    static let missingTrait = StoreError(
      .unsupported, "This 'swiftdata' was built without databases.",
      advice: "Build it with the trait 'Postgres': swift build -c release --traits Tool,Postgres --product swiftdata")

    func copy(rows: DatabaseRows) throws -> Store { throw Self.missingTrait }
    func inspect(json: Bool) throws { throw Self.missingTrait }
    func isForeign() throws -> Bool { throw Self.missingTrait }
    func existingSource() throws -> String { throw Self.missingTrait }
    func existingOutline() throws -> String { throw Self.missingTrait }
    func count(_ query: StoreQuery) throws -> Int { throw Self.missingTrait }
    func rows(_ query: StoreQuery, _ paths: [String]) throws -> (Store, RowCursor) { throw Self.missingTrait }
    func findings() throws -> [Finding] { throw Self.missingTrait }
    func `import`(
      _ source: URL?, _ format: Importer.Format, _ importer: Importer, _ progress: (Int, Int) -> Void
    ) throws -> Importer.Result { throw Self.missingTrait }
    func receive(
      author: String, verifies: Bool, _ fill: (URL) throws -> Void, _ progress: (Int, Int) -> Void
    ) throws { throw Self.missingTrait }
  }
#endif

/// Which rows of a database a command needs.
enum DatabaseRows {
  case none
  /// The first rows of each table, to tell what values look like.
  case some
  case all
}
