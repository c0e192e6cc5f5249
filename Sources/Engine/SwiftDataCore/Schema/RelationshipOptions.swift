// SPDX-License-Identifier: Apache-2.0

extension Schema.Relationship {
  /// The effect on a relationship's destinations when its owner is deleted.
  ///
  /// ```swift
  /// @Relationship(deleteRule: .cascade) var stops: [Stop] = []
  /// ```
  public enum DeleteRule: String, Codable, Hashable, RawRepresentable, Sendable {
    /// Nothing: they may refer to a deleted model.
    case noAction
    /// Their reference to the owner is removed.
    case nullify
    /// They are deleted too.
    case cascade
    /// The owner cannot be deleted while there are any.
    case deny
  }

  /// An option of `@Relationship`.
  ///
  /// ```swift
  /// @Relationship(.unique) var owner: Person?
  /// ```
  public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
    private let name: String

    private init(_ name: String) { self.name = name }

    /// An option that stands for a delete rule.
    init(_ deleteRule: DeleteRule) { name = deleteRule.rawValue }

    /// The delete rule that this option stands for.
    var deleteRule: DeleteRule? { DeleteRule(rawValue: name) }

    /// No two models have the same destination.
    public static var unique: Option { Option("unique") }

    /// The option's name.
    public var debugDescription: String { name }
  }
}

/// The first preview of SwiftData had delete rules among the options. Models from then still stand in
/// public code.
extension Schema.Relationship.Option {
  /// Deletes the destinations too.
  @available(*, deprecated, message: "Write '@Relationship(deleteRule: .cascade)'")
  public static var cascade: Self { Self(.cascade) }

  /// Refuses to delete while there are destinations.
  @available(*, deprecated, message: "Write '@Relationship(deleteRule: .deny)'")
  public static var deny: Self { Self(.deny) }

  /// Takes the deleted model out of its destinations.
  @available(*, deprecated, message: "Write '@Relationship(deleteRule: .nullify)'")
  public static var nullify: Self { Self(.nullify) }

  /// Leaves the destinations alone.
  @available(*, deprecated, message: "Write '@Relationship(deleteRule: .noAction)'")
  public static var noAction: Self { Self(.noAction) }
}
