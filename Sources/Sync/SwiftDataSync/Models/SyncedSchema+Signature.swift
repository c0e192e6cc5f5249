// SPDX-License-Identifier: Apache-2.0

/// What the models are made of, as a text: a device that has another one since an update of the app looks at all its
/// records again.
extension SyncedSchema {
  /// To-many relationships have brackets: a relationship that becomes one is another field, under the same name.
  var signature: String { Self.mark + text { "\($0)[]" } }

  /// As versions of this library have written it that did not tell to-many relationships apart.
  private var formerSignature: String { text { $0 } }

  private static let mark = "2;"

  private func text(_ toMany: (String) -> String) -> String {
    models.keys.sorted().map { name in
      let fields = core.models[name]?.fields.sorted() ?? []
      let sets = models[name]?.relationships.filter(\.isToMany).map(\.field).sorted() ?? []
      return "\(name)(\((fields + sets.map(toMany)).joined(separator: ",")))"
    }.joined(separator: ";")
  }

  /// Whether the models are those of a signature.
  func matches(_ signature: String) -> Bool { signature == self.signature || signature == formerSignature }

  /// Fields and to-many relationships, as `Class.field`, that models of a signature did not have, or not of this kind.
  func newFields(since signature: String) -> Set<String> {
    let isMarked = signature.hasPrefix(Self.mark)
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

  private static func models(_ signature: String) -> [(name: String, fields: [String])] {
    signature.split(separator: ";").compactMap { model in
      guard let start = model.firstIndex(of: "("), model.hasSuffix(")") else { return nil }
      let fields = model[model.index(after: start)...].dropLast()
      return (String(model[..<start]), fields.split(separator: ",").map(String.init))
    }
  }
}
