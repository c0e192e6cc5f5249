// SPDX-License-Identifier: Apache-2.0

/// What somebody is typing into a field whose text is made by a format: shown as it was typed until the field is left or
/// Return is pressed, whatever the format makes of the value meanwhile.
///
/// Without it the text of the value would take the place of what was typed after each key: of `12.` that is `12`, and the
/// next key makes 127 of it.
@MainActor final class FieldDraft {
  /// What was typed; nil if nobody is typing.
  private(set) var text: String?
  /// Whether the value is what was typed.
  private(set) var isTaken = true

  /// Notes what was typed, and makes a value of it if there is one.
  func type(_ text: String, take: (String) -> Bool) {
    self.text = text
    isTaken = take(text)
  }

  /// The field was left, or Return was pressed: what could not be taken before is offered once more, as final, and from
  /// now on the field shows its value.
  func end(take: (String) -> Bool) {
    guard let text else { return }
    self.text = nil
    if !isTaken { _ = take(text) }
    isTaken = true
  }
}

extension Node {
  /// Makes an input show what is typed, and its value only when nobody types.
  ///
  /// - Parameters:
  ///   - shown: The text of the value.
  ///   - take: Makes a value of a text, and returns whether it was one; `isFinal` when the field is left.
  ///   - submit: What else Return does.
  func draft(
    _ field: Rendered, shown: String, take: @escaping (_ text: String, _ isFinal: Bool) -> Bool,
    submit: (() -> Void)? = nil
  ) {
    let draft = remember { FieldDraft() }
    field.attribute(.value, draft.text ?? shown)
    if !draft.isTaken { field.attribute(.isDraft, true) }
    let type: (String?) -> Void = { [weak self] text in
      guard let text, text != draft.text ?? shown else { return }
      // The text of the value is no reason to make one of it: formats leave out digits.
      draft.type(text) { $0 == shown || take($0, false) }
      self?.invalidate()
    }
    let end: (String?) -> Void = { [weak self] _ in
      draft.end { take($0, true) }
      self?.invalidate()
    }
    field.on(.input, type)
    // A browser reports a choice (a day of its calendar), or the same text again when the field is left.
    field.on(.change, type)
    field.on(.blur, end)
    field.on(.submit) { text in
      type(text)
      end(nil)
      submit?()
    }
  }
}
