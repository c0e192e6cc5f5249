// SPDX-License-Identifier: Apache-2.0

/// A label beside an input element.
struct InputControl<Label: View>: PrimitiveView {
  let label: Label
  /// A field for a date, a color, …
  let kind: Element.Kind
  let value: () -> String
  var attributes: [(Element.Attribute.Name, String?)] = []
  /// Makes a value of what was chosen, or typed so far; returns whether it was one.
  let take: (_ text: String, _ isFinal: Bool) -> Bool
  /// Somebody begins to move a slider, with true, or lets it go.
  var editingChanged: ((Bool) -> Void)?
  /// What is edited, for a field in which somebody may be typing.
  var edited: () -> EditedPlace? = { nil }
  var endsWithPage = false
  /// What the value of a text would be shown as.
  var meant: (_ text: String) -> String? = { _ in nil }

  /// Whether somebody may be typing: such fields have a draft.
  private var isTyped: Bool { [.dateField, .timeField, .dateTimeField].contains(kind) }

  /// Whether somebody is moving a slider.
  private final class Moving { var isMoving = false }

  /// What a field without a name is called.
  private var unnamed: String {
    switch kind {
    case .dateField: "Date"
    case .timeField: "Time"
    case .dateTimeField: "Date and time"
    case .colorField: "Color"
    default: "Value"
    }
  }

  func update(_ node: Node) { node.child(0, label) }

  func assemble(_ node: Node) -> Output {
    let shown = node.track { value() }
    let edited = isTyped ? node.track(edited) : nil
    let draft = isTyped ? node.draft(of: edited, shown: shown) : nil
    let input = node.element(kind, [.input], key: draft?.elementKey ?? 1)
    for (name, value) in attributes { if let value { input.attribute(name, value) } }
    let name = node.elements(0).compactMap(\.plainText).joined(separator: " ")
    input.attribute(.label, name.isEmpty ? unnamed : name)
    if !node.environment.isEnabled { input.attribute(.isDisabled, true) }
    let take = take
    if let draft {
      input.attribute(.fieldKey, FieldKey.of(node, edited, endsWithPage: endsWithPage))
      node.show(
        draft, in: input, of: edited, shown: shown, DraftValue(shown: value, take: take, meant: meant))
    } else {
      input.attribute(.value, shown)
      let take: (String?) -> Void = { if let value = $0 { _ = take(value, true) } }
      if kind != .slider {
        input.on(.change, take)
      } else if let editingChanged {
        let moving = node.remember { Moving() }
        func begin() {
          if !moving.isMoving { editingChanged(true) }
          moving.isMoving = true
        }
        input.on(.input) { value in
          begin()
          take(value)
        }
        // Told once, at the end.
        input.on(.change) { value in
          begin()
          take(value)
          moving.isMoving = false
          editingChanged(false)
        }
      } else {
        input.on(.input, take)
      }
    }
    if kind == .slider { input.grows = .horizontal }
    let preferences = node.content.preferences
    if node.environment.labelsHidden || node.elements(0).isEmpty || kind == .slider {
      return Output(input, preferences)
    }
    // An empty label takes no room from the field.
    let isUnlabelled = node.elements(0).allSatisfy { $0.classes.contains(.text) && $0.plainText == "" }
    let label = node.element(.text, [.controlLabel], key: 2, children: node.elements(0))
    let element = node.element(.label, [.control], children: isUnlabelled ? [input] : [label, input])
    element.grows = .horizontal
    return Output(element, preferences)
  }
}
