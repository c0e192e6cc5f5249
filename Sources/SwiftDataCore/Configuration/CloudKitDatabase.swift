extension ModelConfiguration {
  /// The cloud database that a store is kept in step with.
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
