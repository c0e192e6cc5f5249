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
