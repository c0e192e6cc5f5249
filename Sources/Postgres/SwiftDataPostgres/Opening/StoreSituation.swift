// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// A store, seen with a program's models.
  struct StoreSituation {
    let contents: NamespaceContents
    let standing: SchemaStanding
    /// What the properties were; `nil` if the store has just these models, or does not say.
    let origins: PropertyOrigins?
    let ddl: PostgresDDL

    private let opening: PostgresStoreOpening

    init(_ opening: PostgresStoreOpening, _ contents: NamespaceContents, _ connection: PostgresConnection) throws {
      let standing = SchemaStanding(
        contents.record, stored: contents.version, opening.kept, version: opening.version)
      var record: SchemaRecord?
      if let layout = contents.record, standing != .same {
        record = try SchemaRecord.read(connection, namespace: opening.configuration.namespace, layout: layout)
      }
      try self.init(opening, contents, standing, record)
    }

    /// - Parameter record: What the models were; not needed if they are the same.
    init(
      _ opening: PostgresStoreOpening, _ contents: NamespaceContents, _ standing: SchemaStanding,
      _ record: SchemaRecord?
    ) throws {
      self.opening = opening
      self.contents = contents
      self.standing = standing
      var names = PostgresKnownNames()
      if standing == .same {
        if let layout = contents.record { names = PostgresKnownNames(exactly: layout, opening.kept) }
        origins = nil
      } else {
        origins = record.map { PropertyOrigins(FormerSchema($0, usesKept: true), opening.kept) }
        if let origins { names = origins.names }
      }
      let layout = try StoreLayout(
        postgresFor: opening.model, entities: opening.entities, namespace: opening.configuration.namespace,
        known: names,
        substrings: opening.configuration.substringIndexes.wish(contents))
      ddl = PostgresDDL(layout, namespace: opening.configuration.namespace)
    }

    func changes(_ connection: PostgresConnection) throws -> TableChanges {
      try TableChanges(
        ddl, contents, past: origins, isGuest: standing == .guest, exists: { try opening.exists($0, connection) },
        // That a column is missing says more than that it would have no values.
        excuses: { _ in standing == .guest })
    }

    /// - Throws: ``SwiftDataError/backwardMigration`` if a newer version has taken away what the models need.
    func checkGuest(_ connection: PostgresConnection) throws {
      let missing: String?
      do { missing = try changes(connection).firstMissing } catch let error as SwiftDataError {
        guard error == .unknownDataStoreSchema else { throw error }
        missing = error.explanation
      }
      if let missing { throw SchemaStanding.error(opening.version, contents.version, missing) }
    }
  }
#endif
