// SPDX-License-Identifier: Apache-2.0

/// What the models are made of, as a text: a device that has another one since an update of the app looks at all its
/// records again.
extension SyncedSchema {
  /// Attributes have their types: one that has another type since can have values that it could not have before, and
  /// the other way round. To-many relationships have brackets: a relationship that becomes one is another field, under the
  /// same name.
  var signature: String {
    Self.typedMark
      + text { model, field in
        "\(field):\(model.attributes.first { $0.field == field }?.type ?? Self.reference)"
      } toMany: {
        "\($0)[]"
      }
  }

  /// As versions of this library have written it that did not tell types, and before that to-many relationships, apart.
  private var formerSignatures: [String] {
    [Self.mark + text({ $1 }, toMany: { "\($0)[]" }), text({ $1 }, toMany: { $0 })]
  }

  private static let mark = "2;"
  private static let typedMark = "3;"
  /// In the place of a type: no type has this name.
  private static let reference = "@"

  private func text(_ single: (SyncedModel, String) -> String, toMany: (String) -> String) -> String {
    models.sorted { $0.key < $1.key }.map { name, model in
      let fields = core.models[name]?.fields.sorted() ?? []
      let sets = model.relationships.filter(\.isToMany).map(\.field).sorted()
      return "\(name)(\((fields.map { single(model, $0) } + sets.map(toMany)).joined(separator: ",")))"
    }.joined(separator: ";")
  }

  /// Whether the models are those of a signature.
  func matches(_ signature: String) -> Bool {
    signature == self.signature || formerSignatures.contains(signature)
  }

  /// Fields and to-many relationships, as `Class.field`, that models of a signature did not have, or not of this kind. One that
  /// has another type is none of them: what its user has saved before is an edit.
  func newFields(since signature: String) -> Set<String> {
    let isMarked = signature.hasPrefix(Self.mark) || signature.hasPrefix(Self.typedMark)
    var known: [String: Set<String>] = [:]
    for (name, fields) in Self.models(signature) { known[name] = Set(fields) }
    var found: Set<String> = []
    for model in models.values {
      let before = known[model.name] ?? []
      let fields = (core.models[model.name]?.fields ?? []).filter { !before.contains($0) }
      let sets = model.relationships.filter(\.isToMany).map(\.field).filter { field in
        !before.contains("\(field)[]") && (isMarked || !before.contains(field))
      }
      for field in fields + sets { found.insert("\(model.name).\(field)") }
    }
    return found
  }

  /// The classes that models of a signature did not have.
  func newModels(since signature: String) -> Set<String> {
    Set(models.keys).subtracting(Self.models(signature).map(\.name))
  }

  /// The fields are without their types.
  private static func models(_ signature: String) -> [(name: String, fields: [String])] {
    let isTyped = signature.hasPrefix(typedMark)
    return signature.split(separator: ";").compactMap { model in
      guard let start = model.firstIndex(of: "("), model.hasSuffix(")") else { return nil }
      let fields = model[model.index(after: start)...].dropLast().split(separator: ",")
      let names = fields.map { field in
        guard isTyped, let end = field.lastIndex(of: ":") else { return String(field) }
        return String(field[..<end])
      }
      return (String(model[..<start]), names)
    }
  }
}
