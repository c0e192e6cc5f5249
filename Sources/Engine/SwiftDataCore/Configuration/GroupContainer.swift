// SPDX-License-Identifier: Apache-2.0

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
