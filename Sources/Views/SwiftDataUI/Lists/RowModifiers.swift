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
      $0.stackAxis = .horizontal
    }
    node.child(1, parts, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    var output = node.content(0)
    let parts = node.content(1)
    output.preferences.merge(parts.preferences)
    output.elements = output.elements.enumerated().map { index, element in
      index > 0 ? element : element.changed { attach(&$0.traits.row, parts.elements) }
    }
    return output
  }
}

extension Rendered {
  /// What a label says of the sides of its row: the link or the button is the row.
  func takeActions(of label: [Rendered]) {
    for element in label {
      let row = element.traits.row
      if !row.leading.isEmpty { traits.row.leading += row.leading }
      if !row.trailing.isEmpty { traits.row.trailing += row.trailing }
    }
  }
}

extension View {
  private func row(_ change: @escaping @MainActor (inout Traits.RowTraits) -> Void) -> some View {
    changing { change(&$0.traits.row) }
  }

  /// Actions at the side of a row. See Apple's documentation of `swipeActions(edge:allowsFullSwipe:content:)`.
  public func swipeActions<T: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
  ) -> some View {
    RowParts(content: self, parts: content()) { row, parts in
      if edge == .leading { row.leading += parts } else { row.trailing += parts }
    }
  }

  public func listRowBackground<V: View>(_ view: V?) -> some View {
    RowParts(content: self, parts: view) { row, parts in if !parts.isEmpty { row.background = parts } }
  }
  public func listRowInsets(_ insets: EdgeInsets?) -> some View { row { $0.insets = insets } }
  /// Has no effect in the browser.
  public func listRowInsets(_ edges: Edge.Set = .all, _ length: CGFloat?) -> some View { self }
  public func listRowSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View {
    row { $0.isSeparatorHidden = visibility == .hidden }
  }
  /// Has no effect in the browser.
  public func listRowSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View { self }
  /// Has no effect in the browser.
  public func listRowSpacing(_ spacing: CGFloat?) -> some View { self }
  /// Has no effect in the browser.
  public func listSectionSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View { self }
  public func listSectionSpacing(_ spacing: CGFloat) -> some View { styling("--section-spacing", spacing.pixels) }
  /// Has no effect in the browser.
  public func listSectionSpacing(_ spacing: ListSectionSpacing) -> some View { self }
  public func listItemTint(_ tint: Color?) -> some View { self.tint(tint) }
  public func deleteDisabled(_ isDisabled: Bool) -> some View { row { $0.isDeleteDisabled = isDisabled } }
  public func moveDisabled(_ isDisabled: Bool) -> some View { row { $0.isMoveDisabled = isDisabled } }
  public func selectionDisabled(_ isDisabled: Bool = true) -> some View { row { $0.isSelectionDisabled = isDisabled } }
  /// Has no effect in the browser.
  public func headerProminence(_ prominence: Prominence) -> some View { self }
  /// Has no effect in the browser.
  public func defaultMinListRowHeight(_ height: CGFloat) -> some View { self }

  public func badge(_ count: Int) -> some View { badged(count == 0 ? nil : String(count)) }
  public func badge(_ label: Text?) -> some View { badged(label?.plain) }
  public func badge(_ key: LocalizedStringKey?) -> some View { badged(key?.plain) }
  @_disfavoredOverload
  public func badge<S: StringProtocol>(_ label: S?) -> some View { badged(label.map { String($0) }) }
  private func badged(_ text: String?) -> some View { changing { $0.traits.badge = text } }

  /// Reloads the content: a button here. See Apple's documentation of `refreshable(action:)`.
  public func refreshable(action: @escaping @MainActor () async -> Void) -> some View {
    toolbar {
      ToolbarItem(placement: .topBarTrailing) {
        Button("Refresh", systemImage: "arrow.clockwise") { Task { @MainActor in await action() } }
          .labelStyle(.iconOnly).changing { $0.add(.refresh) }
      }
    }
  }
}

public struct ListSectionSpacing: Sendable {
  public static let `default` = Self()
  public static let compact = Self()
  public static func custom(_ spacing: CGFloat) -> Self { Self() }
}
public enum Prominence: Hashable, Sendable { case standard, increased }
