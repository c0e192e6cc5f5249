// SPDX-License-Identifier: Apache-2.0

import SourceText

/// The source of what a list or dictionary of objects becomes.
struct ElementSource {
  private let model: ElementModel
  private let access: String
  private let originalName: String?

  /// - Parameters:
  ///   - access: the modifiers of the list, with a space after each.
  ///   - originalName: the name in the store that a Realm file was migrated into, if it is another one.
  init(_ model: ElementModel, access: String, originalName: String? = nil) {
    self.model = model
    self.access = access
    self.originalName = originalName
  }

  /// The stored property with the elements.
  var relationship: String {
    "@Relationship(deleteRule: .cascade, \(originalName.map { "originalName: \(SwiftNames.literal($0)), " } ?? "")inverse: \\\(model.name).owner) "
      + "var \(model.elements): [\(model.name)] = []"
  }

  /// The lines of the computed property with the objects.
  func list(declaredAs name: String) -> [String] {
    [
      "\(access)var \(name): \(model.isDictionary ? "[String: \(model.target)]" : "[\(model.target)]") {",
      "  get { \(model.elements).\(model.isDictionary ? "objectsByKey" : "objects") }",
      "  set { [\(model.name)].set(\\.\(model.elements), of: self, to: newValue) }",
      "}",
    ]
  }

  /// The class of the elements.
  var declaration: String {
    let place = model.isDictionary ? "key: String" : "index: Int"
    let name = model.isDictionary ? "key" : "index"
    let rule = model.isOwner ? "deleteRule: .cascade, " : ""
    return """


      /// \(model.isDictionary
        ? "An entry of \(model.owner).\(model.list)."
        : "An element of \(model.owner).\(model.list): keeps the order, and what is in the list twice.")
      @Model
      final class \(model.name): \(model.isDictionary ? "RealmMapEntry" : "RealmListElement") {
        static var ownsObjects: Bool { \(model.isOwner) }
        var \(place)
        var owner: \(model.owner)?
        @Relationship(\(rule)inverse: \\\(model.target).\(model.inverse)) var object: \(model.target)?

        init(\(place), object: \(model.target)?) {
          self.\(name) = \(name)
          self.object = object
        }
      }
      """
  }
}
