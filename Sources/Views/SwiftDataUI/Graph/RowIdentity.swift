// SPDX-License-Identifier: Apache-2.0

/// What a view among many is found again by, and where it is now.
final class RowIdentity: Hashable {
  let value: AnyHashable
  /// The place among the rows of its ``ForEach``: changed when others come and go, without anything being made anew.
  var offset = 0

  init(_ value: AnyHashable) { self.value = value }

  static func == (lhs: RowIdentity, rhs: RowIdentity) -> Bool { lhs === rhs || lhs.value == rhs.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
