/// The source of what a list or dictionary of objects becomes.
struct ElementSource {
  private let model: ElementModel
  private let access: String

  /// - Parameter access: the modifiers of the list, with a space after each.
  init(_ model: ElementModel, access: String) {
    self.model = model
    self.access = access
  }

  /// The stored property with the elements.
  var relationship: String {
    "@Relationship(deleteRule: .cascade, inverse: \\\(model.name).owner) "
      + "var \(model.elements): [\(model.name)] = []"
  }

  /// The lines of the computed property with the objects.
  func list(declaredAs name: String) -> [String] {
    model.isDictionary
      ? [
        "\(access)var \(name): [String: \(model.target)] {",
        "  get {",
        "    var objects: [String: \(model.target)] = [:]",
        "    for element in \(model.elements) { objects[element.key] = element.object }",
        "    return objects",
        "  }",
        "  set {",
        "    for element in \(model.elements) { element.modelContext?.delete(element) }",
        "    \(model.elements) = newValue.map { \(model.name)(key: $0.key, object: $0.value) }",
        "  }",
        "}",
      ]
      : [
        "\(access)var \(name): [\(model.target)] {",
        "  get { \(model.elements).sorted { $0.index < $1.index }.compactMap(\\.object) }",
        "  set {",
        "    for element in \(model.elements) { element.modelContext?.delete(element) }",
        "    \(model.elements) = newValue.enumerated().map {",
        "      \(model.name)(index: $0.offset, object: $0.element)",
        "    }",
        "  }",
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
      final class \(model.name) {
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
