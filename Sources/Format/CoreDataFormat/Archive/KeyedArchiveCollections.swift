// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The members of Foundation's collections, as they lie in archives.
extension KeyedArchive.Object {
  /// The members of an array or a set.
  ///
  /// - Throws: ``KeyedArchiveError`` if the object is no collection.
  package func members() throws -> [KeyedArchive.Item] { try items("NS.objects", "NS.object.") }

  /// The entries of a dictionary, in the order of the archive.
  ///
  /// - Throws: ``KeyedArchiveError`` if the object is no dictionary.
  package func entries() throws -> [(key: KeyedArchive.Item, value: KeyedArchive.Item)] {
    let keys = try items("NS.keys", "NS.key.")
    let values = try items("NS.objects", "NS.object.")
    guard keys.count == values.count else {
      throw KeyedArchiveError(
        "\(className) has \(keys.count) keys for \(values.count) values.", object: number)
    }
    return Array(zip(keys, values).map { (key: $0, value: $1) })
  }

  /// One field with a list of references. Outside of binary property lists
  /// there is a field for each instead, numbered from 0.
  private func items(_ key: String, _ prefix: String) throws -> [KeyedArchive.Item] {
    if let field = fields[key] {
      guard case .array(let references) = field else {
        throw KeyedArchiveError("\(key) of \(className) is no list.", object: number)
      }
      return try references.map { try archive.item($0) }
    }
    var items: [KeyedArchive.Item] = []
    while let reference = fields[prefix + String(items.count)] {
      items.append(try archive.item(reference))
    }
    // An empty collection has no numbered fields, and no others either.
    guard items.count > 0 || keys.isEmpty else {
      throw KeyedArchiveError("\(className) has no \(key).", object: number)
    }
    return items
  }
}
