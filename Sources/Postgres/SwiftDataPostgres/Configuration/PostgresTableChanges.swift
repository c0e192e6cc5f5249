// SPDX-License-Identifier: Apache-2.0

#if Postgres
  /// Which changes of the tables opening a store may make.
  ///
  /// During a rolling deployment, servers of the former version read and write while those of the new one start. They can go
  /// on after an additive change: new models, subclasses and indexes, new properties that are optional or have a default value,
  /// and the removal of models and of optional properties. Other changes take two releases: the first adds what is new (expand),
  /// the second removes what is old when no server of the former version runs any more (contract).
  ///
  /// ```swift
  /// configuration.tableChanges = .additive
  /// ```
  public enum PostgresTableChanges: Sendable, Hashable {
    /// All that the models need.
    case all
    /// Only what servers of the former version can go on with. For anything else, opening throws
    /// ``SwiftDataError/migrationNotAdditive``, names each such change, and changes nothing.
    case additive
  }
#endif
