// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

// All that sync wants and Apple's SwiftData does not offer, each with what is done instead there. The rest of this module
// uses declarations of Apple's API only; a test lists them.

#if canImport(SwiftDataCore)
  // Only OpenSwiftData has this module.
  let hasAdditions = true
#else
  let hasAdditions = false
#endif

enum AppleGaps {
  /// Lets a save fail if the user has saved something else of the same objects meanwhile. Apple's contexts have no such
  /// setting: there, an edit that is saved between the last look at the history and the save is overwritten by what
  /// came.
  static func refuseConflicts(_ context: ModelContext) {
    #if canImport(SwiftDataCore)
      context.mergePolicy = .error
    #endif
  }

  /// Lets a save write over what was saved of the same properties meanwhile, as Apple's contexts do.
  static func overwriteConflicts(_ context: ModelContext) {
    #if canImport(SwiftDataCore)
      context.mergePolicy = .memoryWins
    #endif
  }

  /// Whether a save has failed for that.
  static func isConflict(_ error: any Error) -> Bool {
    #if canImport(SwiftDataCore)
      (error as? SwiftDataError) == .optimisticLockFailure
    #else
      false
    #endif
  }

  /// Whether a save has failed for a reason that has nothing to do with what was saved, such as a full disk: it fails, or goes
  /// well, with everything.
  static func isOfStore(_ error: any Error) -> Bool {
    #if canImport(SwiftDataCore)
      guard let error = error as? SwiftDataError else { return false }
      let errors: [SwiftDataError] = [
        .storeIsBusy, .storeIsFull, .storeIsReadOnly, .storeIsNotADatabase, .storeIsCorrupted, .storeFailure,
        .saveOutcomeUnknown, .unknownDataStoreSchema, .loadIssueModelContainer,
      ]
      return errors.contains(error)
    #else
      return false
    #endif
  }

  /// The position after the latest transaction. Apple's API has only the transactions, all of which are read.
  static func latestToken(_ context: ModelContext) throws -> DefaultHistoryToken? {
    #if canImport(SwiftDataCore)
      try context.latestHistoryToken()
    #else
      try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token
    #endif
  }

  /// The number in a store's history at which its contents were replaced by those of a backup, or erased: places before it
  /// are of contents that are gone. Apple's stores cannot be restored while they are open.
  static func restoredNumber(of store: String?, _ context: ModelContext) throws -> Int64 {
    #if canImport(SwiftDataCore)
      try context.restoredTransaction(ofStore: store)
    #else
      0
    #endif
  }

  /// The number of an object's row, which its identifier is written with; nil: the whole identifier is, as Apple's.
  static func rowNumber(of object: PersistentIdentifier) -> Int64? {
    #if canImport(SwiftDataCore)
      object.isTemporary ? nil : object.rowKey
    #else
      nil
    #endif
  }

  /// The identifier of a row whose number was written.
  static func identifier(store: String, entity: String, number: Int64) throws -> PersistentIdentifier? {
    #if canImport(SwiftDataCore)
      try PersistentIdentifier.identifier(for: store, entityName: entity, primaryKey: number)
    #else
      nil
    #endif
  }

  /// The identifier of another row of the same class and store.
  static func sibling(of object: PersistentIdentifier, number: Int64) -> PersistentIdentifier? {
    #if canImport(SwiftDataCore)
      object.sibling(row: number)
    #else
      nil
    #endif
  }

  /// The names of what an update has changed; nil: only its key paths tell, and not those of inherited properties.
  static func names<Update: HistoryUpdate>(of update: Update) -> Set<String>? {
    #if canImport(SwiftDataCore)
      (update as? DefaultHistoryUpdate<Update.Model>).map { Set($0.updatedPropertyNames) }
    #else
      nil
    #endif
  }

  /// What syncs a container by itself. Apple's containers speak to CloudKit instead.
  static func companion(of container: ModelContainer) -> CloudCompanion? {
    #if canImport(SwiftDataCore)
      container._companion as? CloudCompanion
    #else
      nil
    #endif
  }

  /// The app's own handle on a container, of which sync may have another one. Apple's containers have one.
  static func handle(of container: ModelContainer) -> ModelContainer {
    #if canImport(SwiftDataCore)
      container._handle
    #else
      container
    #endif
  }

  /// The name and the key path of each property of a class. Apple's type keeps them to itself, under the same names.
  static func properties(of type: any PersistentModel.Type) -> [(name: String, path: AnyKeyPath)] {
    type.schemaMetadata.compactMap { metadata in
      let children = Mirror(reflecting: metadata).children
      guard let name = children.first(where: { $0.label == "name" })?.value as? String,
        let path = children.first(where: { $0.label == "keypath" })?.value as? AnyKeyPath
      else { return nil }
      return (name, path)
    }
  }

  /// The default values of the properties that a class declares, made anew: those of `UUID()` are others each time.
  static func defaults(of type: any PersistentModel.Type) -> [String: Any] {
    var found: [String: Any] = [:]
    for metadata in type.schemaMetadata {
      let children = Mirror(reflecting: metadata).children
      guard let name = children.first(where: { $0.label == "name" })?.value as? String,
        let value = children.first(where: { $0.label == "defaultValue" })?.value
      else { continue }
      let mirror = Mirror(reflecting: value)
      found[name] = mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }
    return found
  }
}

#if canImport(SwiftDataCore)
  // Containers of OpenSwiftData ask when they open. Apple's do not, and sync with CloudKit by themselves.
  extension CloudCompanion: ContainerCompanion {
    static var relaxesRules: Bool { StandInServer.relaxesRules }

    static func companion(of container: ModelContainer, _ stores: [CloudStore]) -> (any ContainerCompanion)? {
      CloudCompanion(
        container,
        stores.map { Store(configuration: $0.configuration, database: $0.database, models: $0.models) })
    }
  }
#endif
