// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// The models of the simulated app, in two versions.
package enum SimulatedApp {
  package static func schema(version: Int, disabled: Set<SyncRule>) -> SyncSchema {
    var schema = SyncSchema()
    schema.disabled = disabled
    var list = SyncSchema.Model()
    list.fields = ["name"]
    var item = SyncSchema.Model()
    item.fields = ["title", "score", "owner", "mood", "list", "other"]
    item.policies = ["score": .custom(larger), "owner": .server, "mood": .client]
    item.reviving = ["list"]
    var tag = SyncSchema.Model()
    tag.fields = ["name", "color"]
    tag.unique = ["name"]
    schema.models = ["List": list, "Item": item, "Tag": tag]
    if version > 1 {
      schema.models["Item"]?.fields.insert("extra")
      var photo = SyncSchema.Model()
      photo.fields = ["caption"]
      schema.models["Photo"] = photo
    }
    return schema
  }

  @Sendable static func larger(_ conflict: FieldConflict) -> SyncValue {
    guard case .integer(let a) = conflict.local.value, case .integer(let b) = conflict.remote.value else {
      return conflict.remote.value
    }
    return .integer(max(a, b))
  }

  /// A mood that the server takes from nobody.
  static let refused = SyncValue.text("bad")

  /// Fields whose later edit stays, with values that nobody writes twice.
  static let newerFields: [String: Set<String>] = [
    "List": ["name"], "Item": ["title", "extra"], "Tag": ["color"], "Photo": ["caption"],
  ]
}
