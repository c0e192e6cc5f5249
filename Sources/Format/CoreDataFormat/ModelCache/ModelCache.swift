// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The model as a store keeps it, in `Z_MODELCACHE.Z_CONTENT`: an archive of
/// an `NSManagedObjectModel`, compressed.
///
/// ```swift
/// let model = try ModelCache.decode(content)
/// let types = model.entity(named: "Trip")?.attributes.map(\.type)
/// ```
///
/// Source of the layout: the stores that Apple's software writes, looked at
/// from outside. Predicates are not kept: those of fetch requests, of
/// validation and of partial indexes, and the expressions of derived
/// attributes.
package enum ModelCache {
  /// Models of hundreds of entities are not a tenth of this.
  private static let maximumSize = 16 << 20

  /// The model in the content of a store's model cache.
  ///
  /// - Throws: ``DeflateError``, ``PropertyListError`` or
  ///   ``KeyedArchiveError`` if the content is damaged, ``ModelCacheError``
  ///   if it is not the archive of a model.
  package static func decode(_ content: Data) throws -> ManagedObjectModel {
    try decode(archive: Deflate.decompress(content, limit: maximumSize))
  }

  /// The model in an archive that is not compressed.
  ///
  /// - Throws: As ``decode(_:)``.
  package static func decode(archive data: Data) throws -> ManagedObjectModel {
    let archive = try KeyedArchive(data)
    guard case .object(let root) = try archive.root(), root.isKind(of: "NSManagedObjectModel")
    else { throw ModelCacheError("The archive is not that of a model.") }
    var reader = ModelArchiveReader()
    return try reader.model(root)
  }

  /// The content of a store's model cache. Equal models give equal content.
  ///
  /// - Throws: ``PropertyListError`` if user info or default values lie in
  ///   one another too deeply, ``ModelCacheError`` if two entities have one
  ///   name.
  package static func encode(_ model: ManagedObjectModel) throws -> Data {
    Deflate.compress(try archive(of: model))
  }

  /// The archive of a model, not compressed.
  ///
  /// - Throws: As ``encode(_:)``.
  package static func archive(of model: ManagedObjectModel) throws -> Data {
    var writer = try ModelArchiveWriter(model)
    return try writer.archive()
  }
}
