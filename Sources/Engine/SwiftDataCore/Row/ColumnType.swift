// SPDX-License-Identifier: Apache-2.0

/// The kinds of column that attributes use, named after Core Data's
/// attribute types.
public enum _ColumnType: String, Sendable, Hashable, CaseIterable {
  case integer16, integer32, integer64, boolean, double, float, decimal, string, date, data, uuid
  case url
}
