// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Views beside a row, which are kept with it.
struct RowParts<Content: View, Parts: View>: PrimitiveView {
  let content: Content
  let parts: Parts
  let attach: @MainActor (inout Traits.RowTraits, [Rendered]) -> Void

  func update(_ node: Node) {
    node.child(0, content)
    let environment = node.environment {
      $0.container = nil
      $0.enterStack(.horizontal)
    }
    node.child(1, parts, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    var output = node.content(0)
    let parts = node.content(1)
    output.preferences.merge(parts.preferences)
    var isFirst = true
    output.elements = output.elements.map { attached(parts.elements, to: $0, &isFirst) }
    return output
  }

  /// Each row has the parts, all rows of a section among them. Only the first one has those that the views made: the
  /// others have copies, as no element is in two places.
  private func attached(_ parts: [Rendered], to element: Rendered, _ isFirst: inout Bool) -> Rendered {
    if element.traits.isGap { return element }
    if let rows = element.traits.section?.rows {
      let changed = rows.map { attached(parts, to: $0, &isFirst) }
      return element.changed { $0.traits.section?.rows = changed }
    }
    let own = isFirst ? parts : parts.map { $0.copied(beside: element.key) }
    isFirst = false
    return element.changed { attach(&$0.traits.row, own) }
  }
}

extension Rendered {
  /// What a label says of its row: the link or the button is the row.
  func takeActions(of label: [Rendered]) {
    for element in label {
      let row = element.traits.row
      if let background = row.background { traits.row.background = background }
      if let insets = row.insets { traits.row.insets = insets }
      if row.isSeparatorHidden { traits.row.isSeparatorHidden = true }
      if !row.leading.isEmpty { traits.row.leading += row.leading }
      if !row.trailing.isEmpty { traits.row.trailing += row.trailing }
    }
  }
}

extension View {
  private func row(_ change: @escaping @MainActor (inout Traits.RowTraits) -> Void) -> some View {
    changing { element in
      if let rows = element.traits.section?.rows {
        element.traits.section?.rows = rows.map { $0.changed { change(&$0.traits.row) } }
      } else {
        change(&element.traits.row)
      }
    }
  }

  /// Actions at the side of a row, or of each row of a group, a `ForEach` or a section. The first one is at the edge.
  /// See Apple's documentation of `swipeActions(edge:allowsFullSwipe:content:)`.
  public func swipeActions<T: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
  ) -> some View {
    RowParts(content: self, parts: content()) { row, parts in
      if edge == .leading { row.leading += parts } else { row.trailing += parts }
    }
  }

  /// Sets a view behind the whole row, in place of the row's background; nil leaves it as it is. Of a group, a `ForEach`
  /// or a section each row has it.
  public func listRowBackground<V: View>(_ view: V?) -> some View {
    RowParts(content: self, parts: view) { row, parts in if !parts.isEmpty { row.background = parts } }
  }
  /// Sets the distance of the row's content from the row's edges, in points; nil leaves what the list's style says.
  public func listRowInsets(_ insets: EdgeInsets?) -> some View { row { $0.insets = insets } }
  /// Sets the distance of the row's content from some of the row's edges, in points; it has none from the others. Nil
  /// leaves what the list's style says.
  public func listRowInsets(_ edges: Edge.Set = .all, _ length: CGFloat?) -> some View {
    listRowInsets(length.map { EdgeInsets($0, at: edges) })
  }
  /// Hides the lines above and below the row; the edges have no effect.
  public func listRowSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View {
    row { $0.isSeparatorHidden = visibility == .hidden }
  }
  /// Has no effect in the browser.
  public func listRowSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View {
    withoutEffect("listRowSeparatorTint")
  }
  /// Has no effect in the browser.
  public func listRowSpacing(_ spacing: CGFloat?) -> some View { withoutEffect("listRowSpacing") }
  /// Has no effect in the browser.
  public func listSectionSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View {
    withoutEffect("listSectionSeparator")
  }
  /// Sets how far the sections of a grouped list, or of a form, are apart, in points.
  public func listSectionSpacing(_ spacing: CGFloat) -> some View { listSectionSpacing(.custom(spacing)) }
  /// Sets how far the sections of a grouped list, or of a form, are apart.
  public func listSectionSpacing(_ spacing: ListSectionSpacing) -> some View {
    styling(spacing.length.map { .sectionSpacing($0) })
  }
  /// Tints everything in the view.
  public func listItemTint(_ tint: Color?) -> some View { self.tint(tint) }
  /// Keeps the row from being deleted: it has no Delete button.
  public func deleteDisabled(_ isDisabled: Bool) -> some View { row { $0.isDeleteDisabled = isDisabled } }
  /// Keeps the row from being moved: it has no grip.
  public func moveDisabled(_ isDisabled: Bool) -> some View { row { $0.isMoveDisabled = isDisabled } }
  /// Keeps the row from being selected by a click.
  public func selectionDisabled(_ isDisabled: Bool = true) -> some View { row { $0.isSelectionDisabled = isDisabled } }
  /// Has no effect in the browser.
  public func headerProminence(_ prominence: Prominence) -> some View { withoutEffect("headerProminence") }
  /// Has no effect in the browser.
  public func defaultMinListRowHeight(_ height: CGFloat) -> some View { withoutEffect("defaultMinListRowHeight") }

  /// Shows a number at the end of the row, or at the item of a tab; nothing for zero.
  public func badge(_ count: Int) -> some View { badged(count == 0 ? nil : String(count)) }
  /// Shows a text, without its styles, at the end of the row, or at the item of a tab.
  public func badge(_ label: Text?) -> some View { badged(label?.plain) }
  /// Shows a text at the end of the row, or at the item of a tab; marks of Markdown are left out.
  public func badge(_ key: LocalizedStringKey?) -> some View { badged(key?.plain) }
  /// Shows a text as it is at the end of the row, or at the item of a tab.
  @_disfavoredOverload
  public func badge<S: StringProtocol>(_ label: S?) -> some View { badged(label.map { String($0) }) }
  private func badged(_ text: String?) -> some View { changing { $0.traits.badge = text } }
}

/// How far apart the sections of a list are.
public struct ListSectionSpacing: Sendable {
  let length: CGFloat?
  /// The usual distance.
  public static let `default` = Self(length: nil)
  /// A smaller distance.
  public static let compact = Self(length: 8)
  /// A distance in points.
  public static func custom(_ spacing: CGFloat) -> Self { Self(length: spacing) }
}
/// How much headers stand out, which has no effect in a browser.
public enum Prominence: Hashable, Sendable { case standard, increased }
