// SPDX-License-Identifier: Apache-2.0

import RealmFile
import SourceText

/// Shows a schema as a few lines of text.
///
/// ```
/// Dog
///   name: string, primary key
///   owner: link to Person?
/// ```
public struct RealmSchemaOutline {
  private let schema: RealmSchema

  /// Takes the classes of the app.
  public init(_ schema: RealmSchema) { self.schema = schema }

  /// The lines, each with its end.
  public var text: String {
    schema.appClasses.map { type in
      var text = SwiftNames.comment(type.name)
      if type.kind != .topLevel { text += " (\(type.kind.rawValue))" }
      text += "\n"
      for property in type.properties {
        text += "  \(SwiftNames.comment(property.name)): \(description(property))"
        if type.primaryKey == property.name { text += ", primary key" }
        if property.isIndexed { text += ", indexed" }
        if property.isFullTextIndexed { text += ", full-text index" }
        text += "\n"
      }
      return text
    }.joined(separator: "\n")
  }

  private func description(_ property: RealmProperty) -> String {
    var type = property.type.rawValue
    if let target = property.target { type = "link to \(SwiftNames.comment(target))" }
    if property.isOptional, property.type != .mixed { type += "?" }
    guard let collection = property.collection else { return type }
    return "\(collection.rawValue) of \(type)"
  }
}
