// SPDX-License-Identifier: Apache-2.0

/// The first preview of SwiftData spelled it so. Sample data from then still stands in public code.
extension ModelConfiguration {
  /// Creates a configuration for a store in the default location, or in memory.
  @available(*, deprecated, message: "Write 'isStoredInMemoryOnly:' and 'allowsSave:'")
  public init(
    _ name: String? = nil, schema: Schema? = nil, inMemory: Bool, readOnly: Bool = false
  ) {
    self.init(name, schema: schema, isStoredInMemoryOnly: inMemory, allowsSave: !readOnly)
  }
}
