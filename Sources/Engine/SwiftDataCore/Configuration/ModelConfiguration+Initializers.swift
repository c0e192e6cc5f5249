// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ModelConfiguration {
  /// Creates a configuration for all of a container's models.
  ///
  /// ```swift
  /// ModelConfiguration(isStoredInMemoryOnly: true)
  /// ```
  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(
      name: nil, schema: nil, url: nil, isStoredInMemoryOnly: isStoredInMemoryOnly,
      allowsSave: true, groupContainer: .automatic, cloudKitDatabase: .automatic,
      isHistoryEnabled: true)
  }

  /// Creates a configuration for the given models and all that they refer to.
  ///
  /// ```swift
  /// ModelConfiguration(for: Trip.self, isStoredInMemoryOnly: true)
  /// ```
  public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(
      name: nil, schema: Schema(forTypes), url: nil, isStoredInMemoryOnly: isStoredInMemoryOnly,
      allowsSave: true, groupContainer: .automatic, cloudKitDatabase: .automatic,
      isHistoryEnabled: true)
  }

  /// Creates a configuration for a store in the default location.
  ///
  /// - Parameters:
  ///   - name: The configuration's name, which is also the file's name without its extension.
  ///   - schema: The models in the store; `nil` for all of the container's.
  ///   - isStoredInMemoryOnly: Whether the store is in memory only.
  ///   - allowsSave: Whether the store may be written to.
  ///   - groupContainer: The group whose directory the store is in.
  ///   - cloudKitDatabase: The cloud database that the store is synchronized with.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.init(
      name: name, schema: schema, url: nil, isStoredInMemoryOnly: isStoredInMemoryOnly,
      allowsSave: allowsSave, groupContainer: groupContainer, cloudKitDatabase: cloudKitDatabase,
      isHistoryEnabled: true)
  }

  /// Creates a configuration for a store in a file of your choice.
  ///
  /// ```swift
  /// ModelConfiguration(schema: schema, url: URL(fileURLWithPath: "/srv/trips.store"))
  /// ```
  ///
  /// - Parameters:
  ///   - name: The configuration's name; the file keeps its own.
  ///   - schema: The models in the store; `nil` for all of the container's.
  ///   - url: The store's file.
  ///   - allowsSave: Whether the store may be written to.
  ///   - cloudKitDatabase: The cloud database that the store is synchronized with.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.init(
      name: name, schema: schema, url: url, isStoredInMemoryOnly: false, allowsSave: allowsSave,
      groupContainer: .none, cloudKitDatabase: cloudKitDatabase, isHistoryEnabled: true)
  }
}

/// Initializers that say whether the store records its history. They are not
/// part of Apple's API.
extension ModelConfiguration {
  /// Creates a configuration for a store in the default location, with or without history.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic, isHistoryEnabled: Bool
  ) {
    self.init(
      name: name, schema: schema, url: nil, isStoredInMemoryOnly: isStoredInMemoryOnly,
      allowsSave: allowsSave, groupContainer: groupContainer, cloudKitDatabase: cloudKitDatabase,
      isHistoryEnabled: isHistoryEnabled)
  }

  /// Creates a configuration with the cloud database before `allowsSave`.
  ///
  /// ```swift
  /// ModelConfiguration(
  ///   schema: schema, cloudKitDatabase: .private("iCloud.com.example.app"), allowsSave: true,
  ///   isHistoryEnabled: true)
  /// ```
  public init(
    _ name: String? = nil, schema: Schema? = nil, cloudKitDatabase: CloudKitDatabase,
    allowsSave: Bool, isHistoryEnabled: Bool = true
  ) {
    self.init(
      name: name, schema: schema, url: nil, isStoredInMemoryOnly: false, allowsSave: allowsSave,
      groupContainer: .automatic, cloudKitDatabase: cloudKitDatabase,
      isHistoryEnabled: isHistoryEnabled)
  }

  /// Creates a configuration for a store in a file of your choice, with or without history.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic, isHistoryEnabled: Bool
  ) {
    self.init(
      name: name, schema: schema, url: url, isStoredInMemoryOnly: false, allowsSave: allowsSave,
      groupContainer: .none, cloudKitDatabase: cloudKitDatabase,
      isHistoryEnabled: isHistoryEnabled)
  }
}

/// The first preview of SwiftData spelled it so. Sample data from then still stands in public code.
extension ModelConfiguration {
  /// Creates a configuration for a store in the default location, or in memory.
  @available(*, deprecated, message: "Write 'isStoredInMemoryOnly:' and 'allowsSave:'")
  public init(
    _ name: String? = nil, schema: Schema? = nil, inMemory: Bool, readOnly: Bool = false
  ) {
    self.init(name, schema: schema, isStoredInMemoryOnly: inMemory, allowsSave: !readOnly)
  }
}
