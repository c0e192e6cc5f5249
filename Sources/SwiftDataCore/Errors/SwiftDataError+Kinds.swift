extension SwiftDataError {
  // MARK: Fetching

  /// A fetch with a batch size asked for unsaved changes as well.
  public static let includePendingChangesWithBatchSize = SwiftDataError(
    .includePendingChangesWithBatchSize)
  /// A predicate has a part that cannot be evaluated by the store.
  public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
  /// A key path does not lead to a persisted property.
  public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
  /// Identifiers were to be fetched sorted while there are unsaved changes.
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
    .sortingPendingChangesWithIdentifiers)
  /// A sort descriptor's key path cannot be sorted by.
  public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)

  // MARK: Configurations and containers

  /// A container was given one configuration twice.
  public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
  /// A store's file name is longer than a file name may be.
  public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
  /// A store's file name has characters that a file name must not have.
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    .configurationFileNameContainsInvalidCharacters)
  /// A configuration's schema has models that the container's has not.
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    .configurationSchemaNotFoundInContainerSchema)
  /// A container's store could not be opened.
  public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)

  // MARK: Models and migration

  /// A model breaks a rule of its schema.
  public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
  /// A model that must have a context has none.
  public static let missingModelContext = SwiftDataError(.missingModelContext)
  /// The store was written with a newer version of the schema.
  public static let backwardMigration = SwiftDataError(.backwardMigration)
  /// A schema, or a part of it, is not known.
  public static let unknownSchema = SwiftDataError(.unknownSchema)
  /// The store was written with a schema that no version of the plan has.
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
  /// Another connection kept the store locked for longer than we wait.
  public static let storeIsBusy = SwiftDataError(.storeIsBusy)
  /// The disk, or a limit set for the store, is full.
  public static let storeIsFull = SwiftDataError(.storeIsFull)
  /// The file is no database.
  public static let storeIsNotADatabase = SwiftDataError(.storeIsNotADatabase)
  /// The store's content contradicts itself.
  public static let storeIsCorrupted = SwiftDataError(.storeIsCorrupted)
  /// The store is newer than the schema: another name of ``backwardMigration``.
  public static var storeIsNewer: SwiftDataError { .backwardMigration }
  /// The store failed for a reason that has no kind of its own.
  public static let storeFailure = SwiftDataError(.storeFailure)
  /// A value does not fit its column.
  public static let valueOutOfRange = SwiftDataError(.valueOutOfRange)
  /// A delete rule `.deny` forbids the deletion.
  public static let deleteDenied = SwiftDataError(.deleteDenied)
  /// Unique values conflict in a way that an upsert cannot resolve.
  public static let uniqueConflict = SwiftDataError(.uniqueConflict)
  /// A row was changed by someone else since it was read.
  public static let optimisticLockFailure = SwiftDataError(.optimisticLockFailure)
  /// A property had to be read from the store under strict loading.
  public static let unexpectedFault = SwiftDataError(.unexpectedFault)
  /// A schema has no entity of the name or type.
  public static let unknownEntity = SwiftDataError(.unknownEntity)
}
