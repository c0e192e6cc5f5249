// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The number of a version of a schema.
  ///
  /// ```swift
  /// static let versionIdentifier = Schema.Version(2, 1, 0)
  /// ```
  public struct Version: Codable, Comparable, CustomStringConvertible, Hashable, Sendable {
    /// The first number.
    public let major: Int
    /// The second number.
    public let minor: Int
    /// The third number.
    public let patch: Int

    /// Makes a version from its three numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// The numbers, such as `2.1.0`.
    public var description: String { "\(major).\(minor).\(patch)" }

    /// Orders by the first number, then the second, then the third.
    public static func < (lhs: Version, rhs: Version) -> Bool {
      (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }

    /// Whether all three numbers agree.
    public static func == (lhs: Version, rhs: Version) -> Bool {
      (lhs.major, lhs.minor, lhs.patch) == (rhs.major, rhs.minor, rhs.patch)
    }
  }
}
