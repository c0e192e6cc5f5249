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

/// Why an archive is not that of a model, or a model cannot be archived.
package struct ModelCacheError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The problem.
  package let reason: String
  /// The name of the entity that it is about.
  package let entity: String?
  /// The name of the property that it is about.
  package let property: String?

  init(_ reason: String, entity: String? = nil, property: String? = nil) {
    self.reason = reason
    self.entity = entity
    self.property = property
  }

  /// The problem, after the names of entity and property.
  package var description: String {
    let place = [entity, property].compactMap { $0 }.joined(separator: ".")
    return place.isEmpty ? reason : "\(place): \(reason)"
  }
}

/// Z_MODELCACHE: the model that the store was last written with.
///
/// Apple's framework takes it for the old model when it migrates a store, and
/// tools read from it what the tables do not say. Stores of before Mac OS X 10.7
/// have no such table.
package enum ModelCacheTable {
  package static let name = "Z_MODELCACHE"
  package static let column = "Z_CONTENT"

  /// As Core Data writes it.
  package static let creation = "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"
  /// The model's bytes: see ``ModelCache``.
  package static let selection = "SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1"
  /// Adds the model's bytes, ?1.
  package static let insertion = "INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?1)"
  package static let deletion = "DELETE FROM Z_MODELCACHE"
}
