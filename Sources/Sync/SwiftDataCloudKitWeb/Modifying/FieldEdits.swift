// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// What an operation says about a record's fields, with what is there: an attribute may be in its own field, or in that
/// of an asset.
struct FieldEdits {
  /// The attributes that change; nil: they have no value afterwards.
  private(set) var values: [String: CloudField?] = [:]

  /// - Parameters:
  ///   - requested: The fields of the operation; nil: cleared.
  ///   - current: The record's fields as CloudKit shows them.
  ///   - replaces: Whether those that are not requested are cleared.
  init(
    requested: [String: CloudField?], current: [String: CloudField], replaces: Bool, kept: Set<String> = []
  ) throws(CloudKitError) {
    var names = Set(requested.keys.map(Self.attribute))
    if replaces { names.formUnion(current.keys.map(Self.attribute)) }
    names.subtract([RecordLayout.entityName])
    for name in names.sorted() where !(kept.contains(name) && requested[name] == nil) {
      let asset = name + RecordLayout.assetSuffix
      let newInline = requested[name] ?? (replaces ? nil : current[name])
      let newAsset = Self.same(requested[asset] ?? (replaces ? nil : current[asset]), current[asset])
      let (inlineChanges, assetChanges) = (newInline != current[name], newAsset != current[asset])
      guard inlineChanges || assetChanges else { continue }
      if case .readAsset? = newAsset {
        throw .badRequest("the asset of '\(asset)' is another one than the record has, and has no receipt")
      }
      if newInline != nil, newAsset != nil, inlineChanges, assetChanges {
        throw .badRequest("'\(name)' and '\(asset)' both have a value: a value is in one of them")
      }
      let value =
        assetChanges && newAsset != nil
        ? newAsset : inlineChanges && newInline != nil ? newInline : newInline ?? newAsset
      values[name] = .some(value)
    }
  }

  /// An asset that was read is the one that is there, if it is equal.
  private static func same(_ new: CloudField?, _ old: CloudField?) -> CloudField? {
    guard case .asset(let blob)? = old else { return new }
    switch new {
    case .readAsset(let asset)? where asset == CloudAsset(blob): return old
    // Whether it is a text, the field says, and not the receipt.
    case .asset(let other)? where (other.high, other.low, other.size) == (blob.high, blob.low, blob.size): return old
    default: return new
    }
  }

  /// The field of the attribute that an asset belongs to.
  static func attribute(_ field: String) -> String {
    field.hasSuffix(RecordLayout.assetSuffix) ? String(field.dropLast(RecordLayout.assetSuffix.count)) : field
  }
}
