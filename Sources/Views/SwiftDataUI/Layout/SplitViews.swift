// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Views side by side, with a fixed divider. See Apple's documentation of `HSplitView`.
public struct HSplitView<Content: View>: View {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public var body: some View { HStack(spacing: 0) { content } }
}

/// Views above each other, with a fixed divider. See Apple's documentation of `VSplitView`.
public struct VSplitView<Content: View>: View {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public var body: some View { VStack(spacing: 0) { content } }
}

/// Not supported: shows a placeholder. See Apple's documentation of `MultiDatePicker`.
public struct MultiDatePicker: View {
  public init(_ titleKey: LocalizedStringKey, selection: Binding<Set<DateComponents>>) {}
  public init(_ titleKey: LocalizedStringKey, selection: Binding<Set<DateComponents>>, in bounds: Range<Date>) {}
  public var body: some View { UnsupportedView(name: "MultiDatePicker") }
}
