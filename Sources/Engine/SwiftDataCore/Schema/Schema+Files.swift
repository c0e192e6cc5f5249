// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Schema {
  /// Writes the schema to a file, as JSON.
  ///
  /// - Throws: An error of the file system, or an `EncodingError` for a
  ///   property of a kind that cannot be saved.
  public func save(to toURL: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: toURL, options: .atomic)
  }

  /// Reads a schema from a file that ``save(to:)`` wrote.
  ///
  /// ```swift
  /// let schema = try Schema.load(from: url)
  /// ```
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` if the file cannot be read or
  ///   is no schema.
  public static func load(from fromURL: URL) throws -> Schema {
    do {
      return try JSONDecoder().decode(Schema.self, from: Data(contentsOf: fromURL))
    } catch {
      throw SwiftDataError(
        .unknownSchema, "The schema cannot be read.", file: fromURL,
        advice: "Pass a file written by Schema.save(to:).", underlying: error)
    }
  }
}

/// Puts the entities of a saved schema below their superentities.
enum SavedHierarchy {
  static func connect(_ entities: [Schema.Entity], codingPath: [any CodingKey]) throws {
    let byName = Dictionary(
      entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for entity in entities {
      // A file may say that two entities inherit from each other.
      var ancestor = entity.superentityName.flatMap { byName[$0] }
      var steps = 0
      while let current = ancestor {
        steps += 1
        guard current !== entity, steps <= entities.count else {
          throw DecodingError.dataCorrupted(
            .init(
              codingPath: codingPath, debugDescription: "\(entity.name) inherits from itself."))
        }
        ancestor = current.superentityName.flatMap { byName[$0] }
      }
    }
    for entity in entities {
      guard let name = entity.superentityName, let superentity = byName[name] else { continue }
      entity.superentity = superentity
    }
  }
}
