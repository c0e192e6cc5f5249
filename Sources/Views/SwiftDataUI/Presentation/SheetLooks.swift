// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A view that says something of the sheet that it is in.
struct SheetLookWriter<Content: View>: WrappingView {
  let content: Content
  let change: @MainActor (inout SheetLook) -> Void

  func assemble(_ node: Node) -> Output {
    var output = node.content
    node.track { change(&output.preferences[SheetLookKey.self]) }
    return output
  }
}

/// A view that says what lies behind the content of the sheet that it is in.
struct SheetBackground<Content: View, Background: View>: PrimitiveView {
  let content: Content
  let background: Background
  let alignment: Alignment

  func update(_ node: Node) {
    node.child(0, content)
    let environment = node.environment {
      $0.container = nil
      $0.enterStack(nil)
    }
    node.child(1, background, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    var output = node.content(0)
    let views = node.content(1)
    output.preferences.merge(views.preferences)
    guard !views.elements.isEmpty else { return output }
    let layer = node.element(.box, [.layerBehind], children: views.elements)
    layer.alignCells(alignment, names: views.elements.guideNames)
    output.preferences[SheetLookKey.self].layer = layer
    return output
  }
}

extension View {
  private func sheetLook(_ change: @escaping @MainActor (inout SheetLook) -> Void) -> some View {
    SheetLookWriter(content: self, change: change)
  }

  /// Sets the heights that a sheet may have, at most that of the window. It begins with the smallest one. If there are
  /// several, its upper edge has a grip: people drag it, click it, or use the arrow keys on it.
  public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
    SheetDetents(content: self, detents: detents, selection: nil)
  }
  /// Sets the heights that a sheet may have, and which of these it has. The binding is set when somebody chooses another
  /// one. One that is none of the heights counts as none chosen: then the binding is set to the smallest height.
  public func presentationDetents(
    _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
  ) -> some View { SheetDetents(content: self, detents: detents, selection: selection) }
  /// Shows or hides the grip at the upper edge of the sheet, which is there by itself if the sheet has several heights.
  public func presentationDragIndicator(_ visibility: Visibility) -> some View {
    sheetLook { $0.grip = visibility }
  }
  /// Sets what is behind the content of the sheet.
  public func presentationBackground<S: ShapeStyle>(_ style: S) -> some View {
    sheetLook { $0.background = style._style }
  }
  /// Lays views behind the content of the sheet, as large as the sheet.
  public func presentationBackground<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View { SheetBackground(content: self, background: content(), alignment: alignment) }
  /// Sets the radius of the sheet's corners in points; nil leaves the usual one.
  public func presentationCornerRadius(_ cornerRadius: CGFloat?) -> some View {
    sheetLook { $0.cornerRadius = cornerRadius }
  }
  /// Has no effect in the browser.
  public func presentationBackgroundInteraction(_ interaction: PresentationBackgroundInteraction) -> some View {
    withoutEffect("presentationBackgroundInteraction")
  }
  /// Has no effect in the browser.
  public func presentationCompactAdaptation(_ adaptation: PresentationAdaptation) -> some View {
    withoutEffect("presentationCompactAdaptation")
  }
  /// Has no effect in the browser.
  public func presentationContentInteraction(_ behavior: PresentationContentInteraction) -> some View {
    withoutEffect("presentationContentInteraction")
  }
  /// Has no effect in the browser.
  public func presentationSizing(_ sizing: PresentationSizingName) -> some View { withoutEffect("presentationSizing") }
  /// Sets whether the sheet that the view is in stays when Escape is pressed or the window is clicked beside it. Code
  /// can close it all the same.
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    PreferenceWriter<Self, InteractiveDismissKey>(content: self) { _ in isDisabled }
  }
}

/// Whether something is shown, hidden, or what is usual in its place.
public enum Visibility: CaseIterable, Hashable, Sendable { case automatic, visible, hidden }

/// Whether what is below a sheet can be used. In a browser it never can.
public struct PresentationBackgroundInteraction: Sendable {
  /// What is usual for the presentation.
  public static let automatic = Self()
  /// What is below can be used.
  public static let enabled = Self()
  /// What is below cannot be used.
  public static let disabled = Self()
  /// What is below can be used while the sheet is no higher than a detent.
  public static func enabled(upThrough detent: PresentationDetent) -> Self { Self() }
}
/// How a presentation would look where there is little room. It is not used in a browser.
public struct PresentationAdaptation: Sendable {
  /// What is usual for the presentation.
  public static let automatic = Self()
  /// As it is elsewhere.
  public static let none = Self()
  /// As a popover.
  public static let popover = Self()
  /// As a sheet.
  public static let sheet = Self()
  /// As a cover.
  public static let fullScreenCover = Self()
}
/// Whether dragging in a sheet would scroll or resize it. It is not used in a browser, where sheets scroll.
public struct PresentationContentInteraction: Sendable {
  /// What is usual for the presentation.
  public static let automatic = Self()
  /// Resizes the sheet first.
  public static let resizes = Self()
  /// Scrolls the content first.
  public static let scrolls = Self()
}
/// How large a sheet would be. It is not used in a browser.
public struct PresentationSizingName: Sendable {
  /// What is usual for the platform.
  public static let automatic = Self()
  /// As large as a form.
  public static let form = Self()
  /// As large as a page of paper.
  public static let page = Self()
  /// As large as its content.
  public static let fitted = Self()
}
