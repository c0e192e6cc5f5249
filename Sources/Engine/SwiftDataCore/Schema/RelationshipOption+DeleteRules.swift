// SPDX-License-Identifier: Apache-2.0

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
