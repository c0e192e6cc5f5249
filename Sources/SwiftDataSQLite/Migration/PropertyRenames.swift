import SwiftDataCore

/// `originalName`: what a property was called in the version of the schema
/// that the store was written with.
enum PropertyRenames {
  /// The old name of a property that has been renamed.
  static func originalName(of property: _Property) -> String? {
    let original = property.attribute?.originalName ?? property.relationship?.originalName
    guard let original, !original.isEmpty, original != property.name else { return nil }
    return original
  }

  /// Gives the elements of renamed composites the columns they had. Their
  /// names do not have the property's in them, so the columns stay; columns
  /// that are called after the property are renamed instead.
  static func apply(
    to columns: [String: [String: String]], entities: [_Entity]
  ) -> [String: [String: String]] {
    var columns = columns
    for entity in entities {
      for property in entity.properties[entity.description.ownRange] {
        guard let original = originalName(of: property), var known = columns[entity.name],
          !known.keys.contains(where: { $0.hasPrefix(property.name + ".") })
        else { continue }
        for (path, column) in known where path.hasPrefix(original + ".") {
          known[path] = nil
          known[property.name + path.dropFirst(original.count)] = column
        }
        columns[entity.name] = known
      }
    }
    return columns
  }
}
