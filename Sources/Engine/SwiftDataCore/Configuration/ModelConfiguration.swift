// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The location and the options of a store, and the models in it.
///
/// ```swift
/// let configuration = ModelConfiguration("Trips", schema: Schema([Trip.self]))
/// let container = try ModelContainer(for: Trip.self, configurations: configuration)
/// ```
///
/// A store called `X` is the file `X.store`, an unnamed one `default.store`, in Application Support
/// on Apple platforms and in `$XDG_DATA_HOME/<program>` (`~/.local/share/<program>`) on Linux. The
/// directory is created when it is needed.
public struct ModelConfiguration: Identifiable, Hashable, Sendable, CustomDebugStringConvertible {
  /// The store's file. `/dev/null` for a store in memory.
  public let url: URL
  /// The configuration's name; `default` if none was given.
  public let name: String
  /// The name of the group whose directory the store is in.
  public let groupAppContainerIdentifier: String?
  /// The name of the cloud container that the store is synchronized with.
  public let cloudKitContainerIdentifier: String?
  /// The group whose directory the store is in.
  public let groupContainer: GroupContainer
  /// The cloud database that the store is synchronized with.
  public let cloudKitDatabase: CloudKitDatabase
  /// The models in the store; `nil` for all of the container's.
  public var schema: Schema?
  /// Whether the store may be written to.
  public let allowsSave: Bool
  /// Whether the store is in memory only.
  public let isStoredInMemoryOnly: Bool
  /// Whether each save is recorded in the store's history. Apple's API has no
  /// such switch: history is always on there, and by default here.
  public let isHistoryEnabled: Bool
  /// The failures that a save survives; ``Durability/process`` by default.
  ///
  /// ```swift
  /// var configuration = ModelConfiguration("Payments", schema: Schema([Payment.self]))
  /// configuration.durability = .disk
  /// ```
  ///
  /// Has no effect for stores in memory. Not part of Apple's API.
  public var durability = Durability.process
  /// Whether the name was given, rather than `default` assumed.
  let isNamed: Bool
  /// Whether the URL was given, rather than made from the name.
  let isPlaced: Bool

  /// The store's file.
  public typealias ID = URL
  /// The store's file.
  public var id: URL { url }

  init(
    name: String?, schema: Schema?, url: URL?, isStoredInMemoryOnly: Bool, allowsSave: Bool,
    groupContainer: GroupContainer, cloudKitDatabase: CloudKitDatabase, isHistoryEnabled: Bool
  ) {
    self.name = name ?? "default"
    self.schema = schema
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.allowsSave = allowsSave
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
    self.isHistoryEnabled = isHistoryEnabled
    groupAppContainerIdentifier = groupContainer.groupIdentifier
    cloudKitContainerIdentifier = cloudKitDatabase.containerIdentifier
    isNamed = name != nil
    isPlaced = url != nil
    if isStoredInMemoryOnly {
      self.url = StoreLocation.inMemory
    } else {
      self.url =
        url ?? StoreLocation.url(name: name, groupIdentifier: groupContainer.groupIdentifier)
    }
  }

  /// Whether both describe the same store, with the same models and options.
  public static func == (lhs: ModelConfiguration, rhs: ModelConfiguration) -> Bool {
    lhs.url == rhs.url && lhs.name == rhs.name
      && lhs.isStoredInMemoryOnly == rhs.isStoredInMemoryOnly && lhs.allowsSave == rhs.allowsSave
      && lhs.isHistoryEnabled == rhs.isHistoryEnabled && lhs.durability == rhs.durability
      && lhs.groupContainer.kind == rhs.groupContainer.kind
      && lhs.cloudKitDatabase.kind == rhs.cloudKitDatabase.kind && lhs.schema == rhs.schema
  }

  /// Hashes name and URL.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(url)
  }

  /// The name, the location and the models.
  public var debugDescription: String {
    let place = isStoredInMemoryOnly ? "in memory" : url.path
    let mode = allowsSave ? "" : ", read-only"
    let models = schema.map { ": " + $0.entities.map(\.name).joined(separator: ", ") } ?? ""
    return "ModelConfiguration(\(name), \(place)\(mode)\(models))"
  }
}
