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
  /// What it was typed for; nil if closures hide that.
  private var edited: EditedPlace?
  /// What the text of the value was before, and what the last keys have made of it.
  private var expected: [String] = []
  /// How often the field has come to be about something else while somebody was typing.
  private var replacements = 0
  /// Whether the end of the field is heard of.
  fileprivate var isFollowed = false

  /// The element of the field, for ``Node/key(_:)``: another one when what was typed was for something else, so that
  /// keys that are on their way do not get there.
  var elementKey: Int { replacements == 0 ? 1 : 1_000 + replacements }

  /// What became of a draft.
  enum Outcome {
    case kept
    /// The value was changed by something else.
    case ended(untaken: String?)
    /// The field is about another object.
    case replaced(untaken: String?)
  }

  /// Ends the draft if it was typed for something else than what the field is about now: what was typed for one object
  /// never gets into another. Where closures hide which one that is, a text of the value that what was typed does not
  /// explain tells.
  func follow(_ edited: EditedPlace?, shown: String) -> Outcome {
    guard let text else { return .kept }
    if let edited, let mine = self.edited, edited.isSame(as: mine) { return .kept }
    let isOther = edited?.isSteady == true && self.edited?.isSteady == true
    if !isOther, expected.contains(shown) { return .kept }
    let untaken = isTaken ? nil : text
    drop()
    if isOther { replacements += 1 }
    return isOther ? .replaced(untaken: untaken) : .ended(untaken: untaken)
  }

  /// Notes what was typed, and makes a value of it if there is one.
  ///
  /// - Parameters:
  ///   - shown: The text of the value before.
  ///   - value: What to make of the text.
  func type(_ text: String, for edited: EditedPlace?, shown: String, _ value: DraftValue) {
    if self.text == nil { expected = [shown] }
    self.text = text
    self.edited = edited
    isTaken = text == shown || value.take(text, false)
    // The value may follow later, if its setter hands it on.
    expected += [value.shown(), value.meant(text)].compactMap { $0 }
    expected.removeFirst(max(0, expected.count - 8))
  }

  /// The field was left, or Return was pressed: what could not be taken before is offered once more, as final, and from
  /// now on the field shows its value.
  func end(take: (String) -> Bool) {
    guard let text else { return }
    let isTaken = isTaken
    drop()
    if !isTaken { _ = take(text) }
  }

  private func drop() {
    text = nil
    isTaken = true
    edited = nil
    expected = []
  }
}

/// What somebody has typed plain text for: the text is the value at once, so there is no draft.
@MainActor final class TypedPlace {
  private var edited: EditedPlace?
  private var replacements = 0

  /// As that of a draft: another element once the field is about another object than what was typed for, so that keys
  /// that are on their way do not get there.
  var elementKey: Int { replacements == 0 ? 1 : 1_000 + replacements }

  func note(_ edited: EditedPlace?) { self.edited = edited }

  /// The field is about this now.
  func follow(_ now: EditedPlace?) {
    guard let edited, let now, now.isSteady, now.object !== edited.object else { return }
    self.edited = nil
    replacements += 1
  }
}

/// The value of a field that has a draft.
struct DraftValue {
  /// The text of the value.
  let shown: () -> String
  /// Makes a value of a text, and returns whether it was one; `isFinal` when the field is left.
  let take: (_ text: String, _ isFinal: Bool) -> Bool
  /// What the text of a value would be that is made of a text; nil if there is none.
  let meant: (_ text: String) -> String?
}

extension Node {
  /// The draft of the field that the node shows, unless it was typed for something else: then the person is told.
  ///
  /// - Parameter shown: The text of the value.
  func draft(of edited: EditedPlace?, shown: String) -> FieldDraft {
    let draft = remember { FieldDraft() }
    switch draft.follow(edited, shown: shown) {
    case .kept, .ended(untaken: nil): break
    case .ended(let untaken?):
      graph.send(.notice("The field shows another value now. What you have typed was not taken: \(untaken)"))
    case .replaced(let untaken):
      graph.send(
        .notice(
          "The field in which you were typing is about something else now."
            + (untaken.map { " What you have typed was not taken: \($0)" } ?? "")))
    }
    return draft
  }

  /// Makes an input show what is typed, and its value only when nobody types.
  ///
  /// - Parameters:
  ///   - shown: The text of the value.
  ///   - submit: What else Return does.
  func show(
    _ draft: FieldDraft, in field: Rendered, of edited: EditedPlace?, shown: String, _ value: DraftValue,
    submit: (() -> Void)? = nil
  ) {
    field.attribute(.value, draft.text ?? shown)
    if !draft.isTaken { field.attribute(.isDraft, true) }
    let type: (String?) -> Void = { [weak self] text in
      guard let text, text != draft.text ?? shown else { return }
      self?.tellIfLost(draft)
      // The text of the value is no reason to make one of it: formats leave out digits.
      draft.type(text, for: edited, shown: shown, value)
      self?.invalidate()
    }
    let end: (String?) -> Void = { [weak self] _ in
      draft.end { value.take($0, true) }
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

  /// Tells the person what no value was made of if the field goes while they are typing: its row was deleted by somebody
  /// else.
  private func tellIfLost(_ draft: FieldDraft) {
    guard !draft.isFollowed else { return }
    draft.isFollowed = true
    atEnd { [weak graph = graph] in
      guard !draft.isTaken, let text = draft.text else { return }
      graph?.send(.notice("The field is gone in which you have typed: \(text)"))
    }
  }
}
