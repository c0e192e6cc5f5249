// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Views beside each other; there is neither a line nor a handle between them. See Apple's documentation of
/// `HSplitView`.
public struct HSplitView<Content: View>: View {
  let content: Content
  /// Creates a view of columns.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  /// The views in a row without distances.
  public var body: some View { HStack(spacing: 0) { content } }
}

/// Views above each other; there is neither a line nor a handle between them. See Apple's documentation of
/// `VSplitView`.
public struct VSplitView<Content: View>: View {
  let content: Content
  /// Creates a view of rows.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  /// The views in a column without distances.
  public var body: some View { VStack(spacing: 0) { content } }
}

/// Not supported: shows a placeholder. See Apple's documentation of `MultiDatePicker`.
public struct MultiDatePicker: View {
  /// Accepts what a picker of days needs; nothing can be chosen.
  public init(_ titleKey: LocalizedStringKey, selection: Binding<Set<DateComponents>>) {}
  /// Accepts what a picker of days within bounds needs; nothing can be chosen.
  public init(_ titleKey: LocalizedStringKey, selection: Binding<Set<DateComponents>>, in bounds: Range<Date>) {}
  /// A note that names what is not supported.
  public var body: some View { UnsupportedView(name: "MultiDatePicker") }
}
