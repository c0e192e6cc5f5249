// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Where the rows of a trial lie.
struct CompanyStore {
  /// Opens it, another time as well: each container is as one of another process.
  let configuration: (Schema) -> any DataStoreConfiguration
  /// Where large values have files of their own; nil where they lie in the rows.
  var folder: TestFolder?
  /// Waits until the history has everything that was saved.
  var awaitHistory: () throws -> Void = {}

  /// A file, removed with the last that holds this.
  static func file(_ seed: UInt64) throws -> CompanyStore {
    let folder = try TestFolder("company\(seed)")
    return CompanyStore(
      configuration: { ModelConfiguration(schema: $0, url: folder.file("company.store")) }, folder: folder)
  }

  func container() throws -> ModelContainer {
    let schema = Schema(Company.types)
    let container = try ModelContainer(for: schema, configurations: [configuration(schema)])
    // Another container is noticed when its changes are asked for, not at any moment: a seed repeats what it did.
    container.stopWatching()
    return container
  }
}
