// SPDX-License-Identifier: Apache-2.0

extension SwiftDataError {
  /// The kinds of error; the raw value is the name of the static value.
  enum Kind: String, Sendable {
    case includePendingChangesWithBatchSize, unsupportedPredicate, unsupportedKeyPath
    case sortingPendingChangesWithIdentifiers, unsupportedSortDescriptor
    case duplicateConfiguration, configurationFileNameTooLong
    case configurationFileNameContainsInvalidCharacters
    case configurationSchemaNotFoundInContainerSchema, loadIssueModelContainer
    case modelValidationFailure, missingModelContext, backwardMigration, unknownSchema
    case historyTokenExpired, invalidTransactionFetchRequest, unknownDataStoreSchema
    case notSearchable
    case storeIsReadOnly, storeIsBusy, storeIsFull, storeIsNotADatabase, storeIsCorrupted
    case storeFailure, valueOutOfRange, deleteDenied, uniqueConflict, optimisticLockFailure
    case unknownEntity, unexpectedFault, saveOutcomeUnknown, migrationNotAdditive

    /// The wider kind that Apple's API has for the condition, so that code
    /// written for Apple's values catches ours.
    var generalKind: Kind? {
      switch self {
      case .valueOutOfRange, .deleteDenied, .uniqueConflict, .optimisticLockFailure:
        .modelValidationFailure
      case .storeIsBusy, .storeIsNotADatabase, .storeIsCorrupted, .unknownDataStoreSchema,
        .backwardMigration, .migrationNotAdditive:
        .loadIssueModelContainer
      case .unknownEntity: .unknownSchema
      case .saveOutcomeUnknown: .storeFailure
      default: nil
      }
    }

    /// The explanation when the error was thrown without one.
    var explanation: String {
      switch self {
      case .includePendingChangesWithBatchSize:
        "A fetch in batches cannot include unsaved changes."
      case .unsupportedPredicate: "The predicate has a part that the store cannot evaluate."
      case .unsupportedKeyPath: "The key path does not lead to a persisted property."
      case .sortingPendingChangesWithIdentifiers:
        "Identifiers cannot be fetched in sorted order while there are unsaved changes."
      case .unsupportedSortDescriptor: "The sort descriptor's key path cannot be sorted by."
      case .duplicateConfiguration: "Two configurations are for the same store."
      case .configurationFileNameTooLong: "The configuration's file name is too long."
      case .configurationFileNameContainsInvalidCharacters:
        "The configuration's file name contains invalid characters."
      case .configurationSchemaNotFoundInContainerSchema:
        "A configuration has models that are not in the container's schema."
      case .loadIssueModelContainer: "The container's store could not be opened."
      case .modelValidationFailure: "A model is invalid."
      case .missingModelContext: "The model has no context."
      case .backwardMigration: "The store was written with a newer version of the schema."
      case .unknownSchema: "The schema is unknown."
      case .historyTokenExpired: "The history before the token has been deleted."
      case .invalidTransactionFetchRequest: "The history request cannot be answered."
      case .unknownDataStoreSchema: "The store was written with an unknown schema."
      case .notSearchable: "There is no search index."
      case .storeIsReadOnly: "The store cannot be written to."
      case .storeIsBusy: "The store is locked by another connection."
      case .storeIsFull: "There is no space left for the store."
      case .storeIsNotADatabase: "The file is not a store."
      case .storeIsCorrupted: "The store is damaged."
      case .storeFailure: "The store failed."
      case .valueOutOfRange: "A value does not fit its column."
      case .deleteDenied: "A model cannot be deleted while others refer to it."
      case .uniqueConflict: "Another row has the same unique values."
      case .optimisticLockFailure: "The row was changed elsewhere in the meantime."
      case .unknownEntity: "The schema has no such entity."
      case .unexpectedFault: "A property was loaded lazily."
      case .migrationNotAdditive: "A migration would disturb servers of the former version."
      case .saveOutcomeUnknown: "Nobody can tell whether the save was committed."
      }
    }
  }
}
