// SPDX-License-Identifier: Apache-2.0

extension View {
  /// Shows a sheet. See Apple's documentation of `sheet(isPresented:onDismiss:content:)`.
  ///
  /// In a browser it is a modal dialog, at the bottom edge of windows that are at most 640 pixels wide. Escape and a
  /// click beside it close it, unless ``interactiveDismissDisabled(_:)`` forbids it.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the sheet is shown; set to false when it is closed.
  ///   - onDismiss: Called once the sheet is gone, however it was closed.
  public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View { presenting(.sheet, isPresented, onDismiss, content) }

  /// Shows a sheet for an item while there is one. Another item with another identifier is another sheet, with state of
  /// its own.
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { presenting(.sheet, item, onDismiss, content) }

  /// Shows something over the whole window while the condition holds. In a browser the Escape key closes it, too.
  public func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View { presenting(.cover, isPresented, onDismiss, content) }

  /// Shows something over the whole window while there is an item. In a browser the Escape key closes it, too.
  public func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { presenting(.cover, item, onDismiss, content) }

  /// Shows a popover while the condition holds. In a browser it is a dialog in the middle of the window, without an
  /// arrow: where it would be attached is not used.
  public func popover<Content: View>(
    isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect, arrowEdge: Edge? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View { presenting(.popover, isPresented, nil, content) }

  /// Shows a popover for an item while there is one. In a browser it is a dialog in the middle of the window, without
  /// an arrow: where it would be attached is not used.
  public func popover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .rect, arrowEdge: Edge? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { presenting(.popover, item, nil, content) }

  /// Shows an inspector while the condition holds. In a browser it is a sheet, not a column beside the content.
  public func inspector<V: View>(isPresented: Binding<Bool>, @ViewBuilder content: @escaping () -> V) -> some View {
    presenting(.sheet, isPresented, nil, content)
  }

  private func presenting<Content: View>(
    _ kind: Presenter<Self>.Kind, _ isPresented: Binding<Bool>, _ onDismiss: (() -> Void)?,
    _ content: @escaping () -> Content
  ) -> some View {
    Presenter(
      content: self, kind: kind, isPresented: { isPresented.wrappedValue },
      dismiss: { if isPresented.wrappedValue { isPresented.wrappedValue = false } }, onDismiss: onDismiss,
      parts: { PresentedParts(content: content()) })
  }

  private func presenting<Item: Identifiable, Content: View>(
    _ kind: Presenter<Self>.Kind, _ item: Binding<Item?>, _ onDismiss: (() -> Void)?,
    _ content: @escaping (Item) -> Content
  ) -> some View {
    Presenter(
      content: self, kind: kind, isPresented: { item.wrappedValue != nil },
      dismiss: { if item.wrappedValue != nil { item.wrappedValue = nil } }, onDismiss: onDismiss,
      identity: { ItemIdentity.of(item.wrappedValue) },
      parts: { PresentedParts(content: item.wrappedValue.map { AnyView(content($0)) } ?? AnyView(EmptyView())) })
  }
}

/// Where a popover would point to. It is not used in a browser.
public struct PopoverAttachmentAnchor: Sendable {
  /// The whole view.
  public static let rect = PopoverAttachmentAnchor()
  /// A rectangle of the view.
  public static func rect(_ source: Never?) -> PopoverAttachmentAnchor { PopoverAttachmentAnchor() }
  /// A point of the view, in its unit square.
  public static func point(_ point: UnitPoint) -> PopoverAttachmentAnchor { PopoverAttachmentAnchor() }
}
