import Foundation

/// The store that a ``ModelConfiguration`` stands for: an SQLite file with
/// the tables of Core Data.
///
/// A container opens its stores itself, and its contexts read and write rows
/// without snapshots. This class is the public name of that store: it lets
/// ``ModelConfiguration`` be a ``DataStoreConfiguration`` and can be named in
/// code, such as `DefaultStore.historyType`. Used by itself it opens no file:
/// what would read or write throws ``DataStoreError/unsupportedFeature``. Use
/// ``ModelContainer`` and ``ModelContext``.
public final class DefaultStore: DataStore, DataStoreBatching, HistoryProviding {
  public typealias Configuration = ModelConfiguration
  public typealias Snapshot = DefaultSnapshot
  public typealias HistoryType = DefaultHistoryTransaction
  public typealias TokenType = DefaultHistoryToken

  /// The configuration's name.
  public let name: String
  /// The configuration's models.
  public let schema: Schema
  public let configuration: ModelConfiguration
  /// An identifier of this instance; that of a container's store is
  /// ``ModelContainer/storeIdentifier(forConfigurationNamed:)``.
  public let identifier: String

  /// - Throws: ``SwiftDataError`` if the configuration is not valid.
  public init(_ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?)
    throws
  {
    try configuration.validate()
    self.configuration = configuration
    name = configuration.name
    schema = configuration.schema ?? Schema()
    identifier = UUID().uuidString
  }

  /// - Throws: ``SwiftDataError`` if the configuration is not valid.
  public convenience init(_ configuration: ModelConfiguration) throws {
    try self.init(configuration, migrationPlan: nil)
  }

  // MARK: Reading and writing

  /// - Throws: ``DataStoreError/unsupportedFeature``.
  public func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  { throw DataStoreError.unsupportedFeature }

  /// - Throws: ``DataStoreError/unsupportedFeature``.
  public func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  { throw DataStoreError.unsupportedFeature }

  /// - Throws: ``DataStoreError/unsupportedFeature``.
  public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    throw DataStoreError.unsupportedFeature
  }

  // MARK: History

  /// The type of the default store's transactions.
  public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

  /// - Throws: ``DataStoreError/unsupportedFeature``; use
  ///   ``ModelContext/fetchHistory(_:)``.
  public func fetchHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws
    -> [DefaultHistoryTransaction]
  { throw DataStoreError.unsupportedFeature }

  /// - Throws: ``DataStoreError/unsupportedFeature``; use
  ///   ``ModelContext/deleteHistory(_:)``.
  public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    throw DataStoreError.unsupportedFeature
  }
}
