// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore

  /// A store in a PostgreSQL database: its address, and the models in it.
  ///
  /// ```swift
  /// let configuration = PostgresConfiguration(url: "postgres://app@db.example.com/shop", schema: Schema([Order.self]))
  /// let container = try ModelContainer(for: Order.self, configurations: configuration)
  /// ```
  ///
  /// The tables are made when the store is opened first. They are called as the models are, in PostgreSQL's spelling:
  /// `lineItem` is `line_item`.
  public struct PostgresConfiguration: DataStoreConfiguration, Sendable, CustomStringConvertible,
    CustomDebugStringConvertible
  {
    /// The type of the store.
    public typealias Store = PostgresStore

    /// Tells the configurations of a container apart.
    public let name: String
    /// The models in the store; `nil` for all of the container's.
    public var schema: Schema?
    /// A schema in PostgreSQL's sense: stores of different namespaces are independent.
    public internal(set) var namespace: String
    /// Whether the tables are the store's own, or another program's.
    public let tables: PostgresTables
    /// Whether the store may be written to.
    public let allowsSave: Bool
    /// Whether each save is recorded in the store's history.
    public let isHistoryEnabled: Bool
    /// How many connections the store has at most; 8 unless changed.
    public var maximumConnections = 8
    /// How long to wait for one of them, in seconds; 30 unless changed.
    public var connectionTimeout = 30.0
    /// Whether statements are prepared on the server. `false` behind a pooler that gives out connections by the
    /// transaction, such as pgbouncer before 1.21.
    public var preparesStatements = true
    /// The time without a statement after which the server ends a transaction, in seconds; 60 by default, 0 for never.
    /// If a machine disappears, its locks are released then. Has no effect without ``preparesStatements``, because a
    /// pooler would apply the setting to other clients.
    public var idleTransactionTimeout = 60.0
    /// How long the server may work on one statement; `nil` for what the server allows anyway.
    ///
    /// ```swift
    /// configuration.statementTimeout = .seconds(5)
    /// configuration.lockTimeout = .seconds(1)
    /// ```
    ///
    /// A statement that takes longer is cancelled, and what it was for throws ``SwiftDataError/storeIsBusy``, whose
    /// explanation names the limit. A bulk insertion is one statement. Migrations have no such limit. Without
    /// ``preparesStatements``, each transaction sets it for itself, in the same round trip.
    public var statementTimeout: Duration?
    /// How long a statement may wait for a row or a table that another transaction has locked; `nil` for what the
    /// server allows anyway.
    ///
    /// Then the save throws ``SwiftDataError/storeIsBusy``, whose explanation names the limit; the unsaved changes
    /// remain. Migrations have a limit of their own. Without ``preparesStatements``, each transaction sets it for itself.
    public var lockTimeout: Duration?
    /// What each transaction sets for itself, by the names of the server's settings: for policies of row security, which
    /// decide by it which rows there are.
    ///
    /// ```swift
    /// configuration.transactionSettings = ["app.tenant": tenant]
    /// ```
    ///
    /// In the database: `CREATE POLICY tenant ON invoice USING (tenant = current_setting('app.tenant', true))`, and
    /// `ALTER TABLE invoice ENABLE ROW LEVEL SECURITY`, also `FORCE` if the user owns the table. The settings end with
    /// the transaction, also behind a pooler. A container has the settings of one tenant, so no context holds objects of
    /// several. Reads take the same number of round trips. The history has keys of all rows: leave it off, or give its
    /// tables policies, too.
    public var transactionSettings: [String: String] = [:]
    /// Which texts get an index by which `contains` finds rows, where the database has the extension `pg_trgm`: those of
    /// `#Index`, unless changed.
    public var substringIndexes = PostgresSubstringIndexes()
    /// Which changes of the tables opening the store may make: all, unless changed.
    ///
    /// ```swift
    /// configuration.tableChanges = .additive
    /// ```
    ///
    /// With `.additive`, opening throws ``SwiftDataError/migrationNotAdditive`` for what servers of the former version could
    /// not go on with, says for each such change how it is split into two releases, and changes nothing. What the code of a
    /// migration plan's stages does to objects is not looked at.
    public var tableChanges = PostgresTableChanges.all
    /// The address of the server itself, if the address in
    /// ``init(_:url:schema:namespace:allowsSave:isHistoryEnabled:password:)`` is that of a pooler: for migrations and
    /// notifications. `nil` without a pooler.
    public var directURL: String?
    /// The address of one or more standbys, which answer what only reads; `nil` if the primary answers everything.
    ///
    /// ```swift
    /// configuration.replicaURL = "postgres://app@replica1.example.com,replica2.example.com/shop"
    /// ```
    ///
    /// The container finds what it has written itself, and what it was told of: a standby that is behind that, or cannot be
    /// reached, is passed over, and the primary answers. What others have written may be missing for as long as a standby
    /// is behind. Saves, and what they look for, the history and observers use the primary.
    public var replicaURL: String?
    /// Leads into the transaction of a migration, for the contexts of its stages.
    var stage: StageAccess?
    /// What is asked for the password when a connection is made; it is not part of the address then.
    private let password: Password?
    /// May have a password.
    private let address: String

    /// Compared by identity: closures have no equality.
    private final class Password: Sendable {
      let make: @Sendable () -> String
      init(_ make: @escaping @Sendable () -> String) { self.make = make }
    }

    /// - Parameters:
    /// - name: A name that is unique in the container.
    ///   - url: `postgres://user:password@host:port/database?…`, or libpq's keywords (`host=… dbname=…`). What it leaves
    ///     out is taken from the variables `PGHOST`, `PGUSER` and so on, and from `~/.pgpass`.
    ///   - schema: The models in the store; `nil` for all of the container's.
    ///   - namespace: A schema in PostgreSQL's sense; it is created if necessary.
    ///   - tables: Whether the tables are the store's own, or another program's, of which only rows are changed.
    ///   - allowsSave: Whether the store may be written to.
    ///   - isHistoryEnabled: Whether each save is recorded in the store's history.
    /// - password: Called for each connection, for passwords that change.
    public init(
      _ name: String = "postgres", url: String, schema: Schema? = nil, namespace: String = "public",
      tables: PostgresTables = .managed, allowsSave: Bool = true, isHistoryEnabled: Bool = true,
      password: (@Sendable () -> String)? = nil
    ) {
      self.name = name
      address = url
      self.schema = schema
      self.namespace = namespace
      self.tables = tables
      self.allowsSave = allowsSave
      self.isHistoryEnabled = isHistoryEnabled
      self.password = password.map { Password($0) }
    }

    /// Checks the address and the namespace, without a connection.
    public func validate() throws {
      if tables != .managed, replicaURL != nil {
        throw SwiftDataError(
          .loadIssueModelContainer, "Standbys do not answer for the tables of another program.",
          advice: "Set replicaURL to nil, or let url lead to a standby and set allowsSave to false.")
      }
      _ = try settings()
      _ = try settings(isDirect: true)
      _ = try replicaSettings()
      try validateTimeLimits()
      guard transactionSettings.allSatisfy({ !$0.key.isEmpty && !($0.key + $0.value).utf8.contains(0) }) else {
        throw SwiftDataError(
          .loadIssueModelContainer, "A setting of transactions has no name, or has the character U+0000.",
          advice: "Name settings as PostgreSQL does: app.tenant.")
      }
      guard !namespace.isEmpty, namespace.utf8.count <= 63, !namespace.utf8.contains(0), !namespace.hasPrefix("pg_")
      else {
        throw SwiftDataError(
          .loadIssueModelContainer, "The namespace must have 1 to 63 bytes, and not begin with pg_.",
          advice: "Choose another name.")
      }
    }

    /// The statements that opening a container with these models would run, in order, without running one.
    ///
    /// Statements with `CONCURRENTLY` or `VALIDATE` run after the transaction of the others.
    ///
    /// - Parameter schema: The models; the configuration's own if it has some.
    /// - Throws: ``SwiftDataError`` if the database cannot be read, or the tables cannot be migrated to the schema.
    public func migrationStatements(for schema: Schema) throws -> [String] {
      let model = try SchemaModel(schema: self.schema ?? schema)
      return try PostgresStoreOpening(configuration: self, model: model, entities: model.entities, migrationPlan: nil)
        .outline().statements
    }

    /// What libpq is given.
    ///
    /// - Parameter isDirect: Whether they must lead to the server, past a pooler.
    func settings(isDirect: Bool = false) throws -> [(String, String)] {
      var address = try PostgresAddress(isDirect ? directURL ?? address : address)
      // Of several servers, the one that takes changes.
      if allowsSave, address.hasSeveralHosts { address.addAttributes("read-write") }
      return address.settings
    }

    /// For standbys; `nil` if there are none.
    func replicaSettings() throws -> [(String, String)]? {
      guard let replicaURL else { return nil }
      var address = try PostgresAddress(replicaURL)
      // The environment speaks of the primary.
      address.add("target_session_attrs", "standby")
      return address.settings
    }

    /// Settings with the password of the moment.
    func currentSettings(_ settings: [(String, String)]) -> [(String, String)] {
      guard let password else { return settings }
      return settings.filter { $0.0 != "password" } + [("password", password.make())]
    }

    /// Whether a connection stays on the same process of the server, which listening needs.
    var canListen: Bool { preparesStatements || directURL != nil }

    // MARK: Equality

    /// Whether both refer to the same store in the same way. Closures for passwords, and settings of connections, are
    /// not compared.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.name == rhs.name && lhs.address == rhs.address && lhs.namespace == rhs.namespace && lhs.schema == rhs.schema
        && lhs.tables == rhs.tables && lhs.allowsSave == rhs.allowsSave && lhs.isHistoryEnabled == rhs.isHistoryEnabled
        && lhs.directURL == rhs.directURL && lhs.replicaURL == rhs.replicaURL
        && lhs.transactionSettings == rhs.transactionSettings && lhs.substringIndexes == rhs.substringIndexes
        && lhs.tableChanges == rhs.tableChanges
    }

    /// Hashes the name, the address and the namespace.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(address)
      hasher.combine(namespace)
    }

    /// The name and the namespace; not the address, which may have a password.
    public var description: String { "PostgresConfiguration(\(name), namespace \(namespace))" }
    /// The text of ``description``: without the address.
    public var debugDescription: String { description }
  }

  extension PostgresConfiguration: CustomReflectable {
    /// Omits the address, for code that prints values by their parts.
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "namespace": namespace]) }
  }

  extension PostgresConfiguration: RowStoreConfiguration {
    package func openStore(
      _ model: SchemaModel, _ entities: [_Entity], _ migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws -> any RowStore {
      if let stage { return try stage.open(self, model, entities) }
      return try PostgresStoreOpening(
        configuration: self, model: model, entities: entities, migrationPlan: migrationPlan
      )
      .open()
    }

    package func migrationOutline(
      _ model: SchemaModel, _ entities: [_Entity], _ migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws -> MigrationOutline {
      try PostgresStoreOpening(configuration: self, model: model, entities: entities, migrationPlan: migrationPlan)
        .outline()
    }
  }
#endif
