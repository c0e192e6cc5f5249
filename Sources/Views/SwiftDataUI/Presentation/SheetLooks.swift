// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A sheet whose height the program chooses.
struct DetentView<Content: View>: WrappingView {
  let content: Content
  let detents: Set<PresentationDetent>
  let selection: Binding<PresentationDetent>

  func assemble(_ node: Node) -> Output {
    var output = node.content
    let chosen = node.track { selection.wrappedValue }
    // One that is none of them counts as none chosen.
    let isLarge = detents.contains(chosen) ? chosen == .large : detents.contains(.large)
    output.preferences[DetentsKey.self] = isLarge ? [] : [.sheetMedium]
    return output
  }
}

extension View {
  /// Sets how high a sheet may be. In a browser only `large` counts: without it the sheet starts lower, at 320 pixels
  /// instead of 520, whatever heights and fractions are named. It is as high as its content needs, and cannot be
  /// dragged.
  public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
    PreferenceWriter<Self, DetentsKey>(content: self) { _ in detents.contains(.large) ? [] : [.sheetMedium] }
  }
  /// Sets how high a sheet may be, and which of these heights it has. As sheets cannot be dragged in a browser, only the
  /// program sets the binding.
  public func presentationDetents(
    _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
  ) -> some View { DetentView(content: self, detents: detents, selection: selection) }
  /// Has no effect in the browser.
  public func presentationDragIndicator(_ visibility: Visibility) -> some View { self }
  /// Has no effect in the browser.
  public func presentationBackground<S: ShapeStyle>(_ style: S) -> some View { self }
  /// Has no effect in the browser.
  public func presentationCornerRadius(_ cornerRadius: CGFloat?) -> some View { self }
  /// Has no effect in the browser.
  public func presentationBackgroundInteraction(_ interaction: PresentationBackgroundInteraction) -> some View { self }
  /// Has no effect in the browser.
  public func presentationCompactAdaptation(_ adaptation: PresentationAdaptation) -> some View { self }
  /// Has no effect in the browser.
  public func presentationContentInteraction(_ behavior: PresentationContentInteraction) -> some View { self }
  /// Has no effect in the browser.
  public func presentationSizing(_ sizing: PresentationSizingName) -> some View { self }
  /// Sets whether the sheet that the view is in stays when Escape is pressed or the window is clicked beside it. Code
  /// can close it all the same.
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    PreferenceWriter<Self, InteractiveDismissKey>(content: self) { _ in isDisabled }
  }
}

/// Whether something is shown, hidden, or what is usual in its place.
public enum Visibility: CaseIterable, Hashable, Sendable { case automatic, visible, hidden }

/// A height of a sheet. ``View/presentationDetents(_:)`` says what is made of it.
public struct PresentationDetent: Hashable, Sendable {
  let name: String
  /// About half of the window. In a browser the sheet starts at 320 pixels.
  public static let medium = PresentationDetent(name: "medium")
  /// Nearly all of the window. In a browser the sheet starts at 520 pixels, or 80 percent of the window's height.
  public static let large = PresentationDetent(name: "large")
  /// A part of the window's height, from 0 to 1. Drawn as ``medium`` in a browser.
  public static func fraction(_ fraction: CGFloat) -> PresentationDetent {
    PresentationDetent(name: "fraction \(fraction)")
  }
  /// A height in points. Drawn as ``medium`` in a browser.
  public static func height(_ height: CGFloat) -> PresentationDetent { PresentationDetent(name: "height \(height)") }
}
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
