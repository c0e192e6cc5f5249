// SPDX-License-Identifier: Apache-2.0

extension ModelConfiguration {
  /// The cloud database that a store is synchronized with.
  ///
  /// A container whose configuration names a database opens only if its models
  /// obey CloudKit's rules: attributes are optional or have a default value,
  /// relationships are optional and have an inverse in the same store, nothing is
  /// unique, and no delete rule is `.deny`. Otherwise it throws
  /// ``SwiftDataError/loadIssueModelContainer``, which lists all that is wrong.
  /// ``automatic`` is not checked, as there may be no database.
  ///
  /// In a program that links the product `SwiftDataSync` and names a server of its own, the store is synced with that
  /// server instead, and CloudKit's rules are logged as advice: <doc:Sync>.
  ///
  /// ```swift
  /// ModelConfiguration(schema: schema, cloudKitDatabase: .private("iCloud.com.example.trips"))
  /// ```
  public struct CloudKitDatabase: Sendable {
    enum Kind: Hashable, Sendable {
      case automatic, none
      case `private`(String)
    }

    let kind: Kind

    /// The first database that the program is entitled to. Programs on Linux
    /// have no entitlements: the same as ``none`` there.
    public static var automatic: CloudKitDatabase { CloudKitDatabase(kind: .automatic) }
    /// No database.
    public static var none: CloudKitDatabase { CloudKitDatabase(kind: .none) }
    /// The private database of a container.
    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(kind: .private(privateDBName))
    }

    var containerIdentifier: String? {
      if case .private(let name) = kind { name } else { nil }
    }
  }
}

extension ModelConfiguration {
  /// The directory of a store that a group of programs shares.
  ///
  /// ```swift
  /// ModelConfiguration("Trips", groupContainer: .identifier("group.com.example.trips"))
  /// ```
  ///
  /// On Linux a group's directory is `$XDG_DATA_HOME/<identifier>`.
  public struct GroupContainer: Sendable {
    enum Kind: Hashable, Sendable {
      case automatic, none
      case identifier(String)
    }

    let kind: Kind

    /// The first group that the program is entitled to. Programs on Linux
    /// have no entitlements: the same as ``none`` there.
    public static var automatic: GroupContainer { GroupContainer(kind: .automatic) }
    /// The program's own directory.
    public static var none: GroupContainer { GroupContainer(kind: .none) }
    /// The directory of the group with the given name.
    public static func identifier(_ groupName: String) -> GroupContainer {
      GroupContainer(kind: .identifier(groupName))
    }

    var groupIdentifier: String? {
      if case .identifier(let name) = kind { name } else { nil }
    }
  }
}

extension ModelConfiguration {
  /// The failures that a save survives once it has returned.
  ///
  /// No save is lost when the program crashes or is killed, and no failure damages a store or leaves half of a save.
  /// The cases differ in the fate of the latest saves when the *computer* stops.
  public enum Durability: String, Hashable, Sendable, CaseIterable {
    /// A save survives the end of the program, however it ends. If the power fails or the system crashes, the saves of
    /// the last moments may be missing: the store is as it was a little earlier. SQLite calls this
    /// `synchronous=NORMAL`.
    case process
    /// A save also survives a power failure: it waits until the disk has the data, which takes milliseconds where it
    /// would take microseconds. SQLite calls this `synchronous=FULL`.
    case disk
  }
}
