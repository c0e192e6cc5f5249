// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is selected of a text. A browser keeps that to itself: fields neither set a selection nor tell of one. See Apple's
/// documentation of `TextSelection`.
public struct TextSelection: Hashable, Sendable {
  /// The parts of the text that are selected.
  public enum Indices: Hashable, Sendable {
    /// One part, which is empty for a place to insert at.
    case selection(Range<String.Index>)
    /// Several parts.
    case multiSelection(RangeSet<String.Index>)
  }
  /// The parts of the text that are selected.
  public var indices: Indices
  /// To which side a place belongs that is between two lines: always the usual one.
  public var affinity: TextSelectionAffinity { .automatic }
  /// Whether nothing is selected: it is a place to insert at.
  public var isInsertion: Bool {
    switch indices {
    case .selection(let range): range.isEmpty
    case .multiSelection(let ranges): ranges.isEmpty
    }
  }

  /// Creates a selection of one part.
  public init(range: Range<String.Index>) { indices = .selection(range) }
  /// Creates a selection of several parts.
  public init(ranges: RangeSet<String.Index>) { indices = .multiSelection(ranges) }
  /// Creates a place to insert at.
  public init(insertionPoint: String.Index) { indices = .selection(insertionPoint..<insertionPoint) }

  static func noteUnfollowed() {
    Diagnostics.noteOnce("'TextSelection' is not followed in a browser: it is neither set nor told.")
  }
}

/// To which side a place belongs that is between two lines.
public enum TextSelectionAffinity: Hashable, Sendable { case automatic, upstream, downstream }

extension TextField {
  /// Creates a field for a text with a label of any views. What is selected in it is neither set nor told.
  public init(
    text: Binding<String>, selection: Binding<TextSelection?>, prompt: Text? = nil, axis: Axis = .horizontal,
    @ViewBuilder label: () -> Label
  ) {
    self.init(text: text, prompt: prompt, axis: axis, label: label)
    TextSelection.noteUnfollowed()
  }
}

extension TextField where Label == Text {
  /// Creates a field for a text, with a title that is its placeholder if there is no prompt. What is selected in it is
  /// neither set nor told.
  public init(
    _ titleKey: LocalizedStringKey, text: Binding<String>, selection: Binding<TextSelection?>, prompt: Text? = nil,
    axis: Axis = .horizontal
  ) {
    self.init(titleKey, text: text, prompt: prompt, axis: axis)
    TextSelection.noteUnfollowed()
  }
  /// Creates a field for a text as above, with a title that is not looked for Markdown.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, text: Binding<String>, selection: Binding<TextSelection?>, prompt: Text? = nil, axis: Axis = .horizontal
  ) {
    self.init(title, text: text, prompt: prompt, axis: axis)
    TextSelection.noteUnfollowed()
  }
}
