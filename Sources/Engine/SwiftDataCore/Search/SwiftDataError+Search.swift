// SPDX-License-Identifier: Apache-2.0

extension SwiftDataError {
  /// There is no search index: no attribute is marked `.spotlight`, or the store could not create
  /// the index.
  public static let notSearchable = SwiftDataError(.notSearchable)
}
