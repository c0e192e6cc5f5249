// SPDX-License-Identifier: Apache-2.0

extension SwiftDataError {
  // MARK: Fetching

  /// A fetch with a batch size asked for unsaved changes as well.
  public static let includePendingChangesWithBatchSize = SwiftDataError(
    .includePendingChangesWithBatchSize)
  /// A predicate has a part that cannot be evaluated by the store.
  public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
  /// A key path does not lead to a persisted property.
  public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
  /// Identifiers were requested in sorted order while there are unsaved changes. Declared for source
  /// compatibility: this library fetches them, and never throws it.
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
    .sortingPendingChangesWithIdentifiers)
  /// A sort descriptor's key path cannot be sorted by.
  public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)

  // MARK: Configurations and containers

  /// Two configurations of a container are for the same store.
  public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
  /// A store's file name is longer than a file name may be.
  public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
  /// A store's file name contains invalid characters.
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    .configurationFileNameContainsInvalidCharacters)
  /// A configuration's schema has models that are not in the container's.
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    .configurationSchemaNotFoundInContainerSchema)
  /// A container's store could not be opened.
  public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)

  // MARK: Models and migration

  /// A model breaks a rule of its schema.
  public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
  /// A model that must have a context has none. Declared for source compatibility: this library
  /// never throws it.
  public static let missingModelContext = SwiftDataError(.missingModelContext)
  /// The store was written with a newer version of the schema.
  public static let backwardMigration = SwiftDataError(.backwardMigration)
  /// A schema, or a part of it, is unknown.
  public static let unknownSchema = SwiftDataError(.unknownSchema)
  /// The store was written with a schema that cannot be migrated to the container's.
  public static let unknownDataStoreSchema = SwiftDataError(.unknownDataStoreSchema)

  // MARK: History

  /// The history before the token has been deleted.
  public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
  /// A history request cannot be answered.
  public static let invalidTransactionFetchRequest = SwiftDataError(
    .invalidTransactionFetchRequest)

  // MARK: Ours

  /// The store, or its configuration, does not allow writing.
  public static let storeIsReadOnly = SwiftDataError(.storeIsReadOnly)
  /// Another program has kept the store locked for more than five seconds, or other saves of the container have taken
  /// longer than ``ModelContainer/saveTimeout``. The explanation names the holder, if known.
  public static let storeIsBusy = SwiftDataError(.storeIsBusy)
  /// The disk, or a limit set for the store, is full.
  public static let storeIsFull = SwiftDataError(.storeIsFull)
  /// The file is not a database.
  public static let storeIsNotADatabase = SwiftDataError(.storeIsNotADatabase)
  /// The store is damaged, or contains a value that cannot be read.
  public static let storeIsCorrupted = SwiftDataError(.storeIsCorrupted)
  /// The store is newer than the schema: another name of ``backwardMigration``.
  public static var storeIsNewer: SwiftDataError { .backwardMigration }
  /// The store failed for a reason without a more specific kind.
  public static let storeFailure = SwiftDataError(.storeFailure)
  /// The connection to a database was lost during a commit, and its outcome cannot be determined.
  public static let saveOutcomeUnknown = SwiftDataError(.saveOutcomeUnknown)
  /// A migration would change tables in ways that servers of the former version cannot go on with, and the configuration
  /// allows additive changes only. The explanation names each such change, and how it is split into two releases.
  public static let migrationNotAdditive = SwiftDataError(.migrationNotAdditive)
  /// A value does not fit its column.
  public static let valueOutOfRange = SwiftDataError(.valueOutOfRange)
  /// A delete rule `.deny` forbids the deletion.
  public static let deleteDenied = SwiftDataError(.deleteDenied)
  /// Unique values conflict in a way that an upsert cannot resolve.
  public static let uniqueConflict = SwiftDataError(.uniqueConflict)
  /// Another context or process has changed or deleted the row since it was read.
  public static let optimisticLockFailure = SwiftDataError(.optimisticLockFailure)
  /// A property was loaded lazily under strict loading.
  public static let unexpectedFault = SwiftDataError(.unexpectedFault)
  /// A schema has no entity with this name or type.
  public static let unknownEntity = SwiftDataError(.unknownEntity)
}

extension SwiftDataError {
  /// A class that inherits from a model without being one: its own properties would be stored nowhere.
  static func subclassIsNoModel(_ type: any PersistentModel.Type) -> SwiftDataError {
    let description = type._$description
    return SwiftDataError(
      .unknownSchema, "\(type) inherits from the model \(description.type), but is not a model itself.",
      entity: description.entityName, advice: "Mark \(type) with '@Model', and name it in the schema.")
  }
}

extension AnyKeyPath {
  /// The key path as it is written, where its class has the property: the library prints it as an address.
  var propertyText: String {
    guard let root = Swift.type(of: self).rootType as? any PersistentModel.Type,
      let name = SchemaKeyPaths.name(of: self, in: root)
    else { return "\(self)" }
    return "\\\(root).\(name)"
  }
}

extension SwiftDataError {
  /// A stored value that a property's type refuses.
  ///
  /// - Parameters:
  ///   - error: What the codec, or the type's own `init(from:)`, threw.
  ///   - type: The property's type.
  static func unreadable(_ error: any Error, as type: Any.Type, entity: String, property: String?)
    -> SwiftDataError
  {
    let known = error as? SwiftDataError
    return SwiftDataError(
      .storeIsCorrupted,
      "A stored value cannot be read as \(type): \(known?.explanation ?? "\(error).")",
      entity: entity, property: property, value: known?.context?.value,
      advice: known?.advice
        ?? "Check that the property's type is the one the store was written with.",
      underlying: known == nil ? error : nil)
  }
}
