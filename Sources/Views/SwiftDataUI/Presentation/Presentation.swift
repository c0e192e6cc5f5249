// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Shows something over the page while it is presented.
struct Presenter<Content: View>: PrimitiveView {
  enum Kind { case sheet, cover, alert, confirmation, popover }

  let content: Content
  let kind: Kind
  let isPresented: () -> Bool
  let dismiss: @MainActor () -> Void
  var onDismiss: (() -> Void)?
  var title: Text?
  /// Identifies what is presented: another one is another sheet.
  var identity: () -> AnyHashable = { AnyHashable(0) }
  let presented: () -> any View
  var message: () -> any View = { EmptyView() }

  final class Memory {
    var wasPresented = false
    var dismiss: (@MainActor () -> Void)?
  }

  func update(_ node: Node) {
    let memory = node.remember { Memory() }
    node.child(0, content)
    let isPresented = node.track { self.isPresented() }
    if memory.wasPresented, !isPresented, let onDismiss { node.graph.afterEvaluation(onDismiss) }
    memory.wasPresented = isPresented
    guard isPresented else { return }
    memory.dismiss = dismiss
    let environment = node.environment {
      let dismiss: @MainActor () -> Void = { memory.dismiss?() }
      $0.dismiss = DismissAction(action: dismiss)
      $0.isPresented = true
      $0.container = nil
      $0.stackAxis = nil
      // Shown whatever is shown below it.
      $0.presence = nil
      $0.buttonStyleBox = ButtonStyleBox(.automatic)
      $0.navigation = nil
      $0.splitSelection = nil
      $0.splitColumn = nil
      if kind == .alert || kind == .confirmation { $0.closeMenu = dismiss }
    }
    node.child(.named(node.track { identity() }), node.track { AnyView.of(presented()) }, environment: environment)
    if kind == .alert || kind == .confirmation {
      node.child(2, node.track { AnyView.of(message()) }, environment: environment)
    }
  }

  func assemble(_ node: Node) -> Output {
    var output = node.content(0)
    guard let shown = node.children.first(where: { if case .id = $0.slot { true } else { false } }) else {
      return output
    }
    let dialog = Rendered(node.key(ObjectIdentifier(shown).hashValue), .dialog, [.dialog])
    let dismiss = dismiss
    dialog.on(.toggle) { if $0 == "false" { dismiss() } }
    var parts = shown.output.elements
    switch kind {
    case .sheet: dialog.add(.sheet)
    case .cover: dialog.add(.cover)
    case .popover: dialog.add(.popover)
    case .alert, .confirmation:
      dialog.add(kind == .alert ? .alert : .confirmation)
      dialog.attribute("role", "alertdialog")
      let buttons = parts.filter { $0.kind == .button }
      let others = parts.filter { $0.kind != .button }
      parts = []
      if let title { parts.append(node.element(.heading, [.dialogTitle], key: 1, text: title.plain)) }
      let message = node.elements(2)
      if !message.isEmpty { parts.append(node.element(.box, [.dialogMessage], key: 2, children: message)) }
      parts += others
      let actions = node.element(.box, [.dialogActions], key: 3, children: buttons)
      if buttons.isEmpty || (kind == .confirmation && !buttons.contains { $0.classes.contains(.cancel) }) {
        let button = node.element(.button, [.button, .cancel], key: 4, text: buttons.isEmpty ? "OK" : "Cancel")
        button.attribute("type", "button")
        button.on(.click) { _ in dismiss() }
        actions.children.append(button)
      }
      parts.append(actions)
    }
    dialog.attribute("aria-modal", "true")
    dialog.attribute("open", "")
    let close = shown.output.preferences[InteractiveDismissKey.self]
    if close || kind == .alert { dialog.attribute("data-modal", "") }
    for detent in shown.output.preferences[DetentsKey.self] { dialog.add(detent) }
    dialog.children = [Rendered(dialog.key.companion("content"), .box, [.dialogContent], children: parts)]
    var preferences = shown.output.preferences
    let nested = preferences[PresentationKey.self]
    preferences = PreferenceValues()
    output.preferences[PresentationKey.self] += [dialog] + nested
    return output
  }
}

enum InteractiveDismissKey: PreferenceKey {
  static var defaultValue: Bool { false }
  static func reduce(value: inout Bool, nextValue: () -> Bool) { value = value || nextValue() }
}

enum DetentsKey: PreferenceKey {
  static var defaultValue: [StyleClass] { [] }
  static func reduce(value: inout [StyleClass], nextValue: () -> [StyleClass]) { value += nextValue() }
}

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

/// An action that closes a presentation, or goes back. See Apple's documentation of `DismissAction`.
public struct DismissAction {
  let action: () -> Void
  /// Closes the sheet, or goes back, as if the view were called `dismiss`. Does nothing where nothing is presented.
  public func callAsFunction() { action() }
}

/// The state of a presentation, by the name that apps know.
public typealias PresentationMode = _PresentationMode
/// The form of `dismiss` before it. See Apple's documentation of `PresentationMode`.
public struct _PresentationMode {
  /// Whether the view is in a sheet or the like, or on a page over the first one of a stack.
  public let isPresented: Bool
  let action: DismissAction
  /// Closes what is presented, or goes back.
  public mutating func dismiss() { action() }
}

private enum DismissKey: EnvironmentKey { static var defaultValue: DismissAction { DismissAction {} } }
private enum IsPresentedKey: EnvironmentKey { static let defaultValue = false }

extension EnvironmentValues {
  /// Closes the sheet that the view is in, or goes back.
  public var dismiss: DismissAction {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }
  /// Whether the view is in a sheet, cover, popover or alert, or on a page over the first one of a stack.
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }
  /// The older form of ``isPresented`` and ``dismiss``: `presentationMode.wrappedValue.dismiss()` closes what is
  /// presented.
  public var presentationMode: Binding<PresentationMode> {
    let mode = PresentationMode(isPresented: isPresented, action: dismiss)
    return .constant(mode)
  }
}

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
      presented: { content() })
  }

  private func presenting<Item: Identifiable, Content: View>(
    _ kind: Presenter<Self>.Kind, _ item: Binding<Item?>, _ onDismiss: (() -> Void)?,
    _ content: @escaping (Item) -> Content
  ) -> some View {
    Presenter(
      content: self, kind: kind, isPresented: { item.wrappedValue != nil },
      dismiss: { if item.wrappedValue != nil { item.wrappedValue = nil } }, onDismiss: onDismiss,
      identity: { item.wrappedValue.map { AnyHashable($0.id) } ?? AnyHashable(0) },
      presented: { if let item = item.wrappedValue { AnyView(content(item)) } else { AnyView(EmptyView()) } })
  }

  // MARK: Alerts

  fileprivate func asking<A: View, M: View>(
    _ kind: Presenter<Self>.Kind, _ title: Text?, _ isPresented: Binding<Bool>, _ actions: @escaping () -> A,
    _ message: @escaping () -> M
  ) -> some View {
    Presenter(
      content: self, kind: kind, isPresented: { isPresented.wrappedValue },
      dismiss: { if isPresented.wrappedValue { isPresented.wrappedValue = false } }, title: title,
      presented: { actions() }, message: { message() })
  }

  /// Asks or says something, with a message. See Apple's documentation of `alert(_:isPresented:actions:message:)`.
  ///
  /// In a browser it is a dialog. Buttons stand in a row at the bottom, and what else the actions have, such as text
  /// fields, above them; if there is no button, one says "OK". Escape closes the alert, a click beside it does not.
  public func alert<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.alert, Text(titleKey), isPresented, actions, message) }
  /// Asks or says something without a message, with a title whose Markdown is taken out.
  public func alert<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.alert, Text(titleKey), isPresented, actions, { EmptyView() }) }
  /// Asks or says something with a message, with a title that is shown as it is.
  @_disfavoredOverload
  public func alert<S: StringProtocol, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.alert, Text(title), isPresented, actions, message) }
  /// Asks or says something without a message, with a title that is shown as it is.
  @_disfavoredOverload
  public func alert<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.alert, Text(title), isPresented, actions, { EmptyView() }) }
  /// Asks or says something with a message. Of the text only the characters are shown, without its styles.
  public func alert<A: View, M: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.alert, title, isPresented, actions, message) }
  /// Asks or says something without a message. Of the text only the characters are shown, without its styles.
  public func alert<A: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.alert, title, isPresented, actions, { EmptyView() }) }
  /// Asks or says something about a value, with a message. Nothing is shown while the value is nil.
  public func alert<T, A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    asking(.alert, Text(titleKey), isPresented.and(data != nil), { data.map(actions) }, { data.map(message) })
  }
  /// Asks or says something about a value, without a message. Nothing is shown while the value is nil.
  public func alert<T, A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A
  ) -> some View {
    asking(.alert, Text(titleKey), isPresented.and(data != nil), { data.map(actions) }, { EmptyView() })
  }
  /// Asks or says something about a value, with a message and a title that is shown as it is. Nothing is shown while
  /// the value is nil.
  @_disfavoredOverload
  public func alert<S: StringProtocol, T, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: @escaping (T) -> A,
    @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    asking(.alert, Text(title), isPresented.and(data != nil), { data.map(actions) }, { data.map(message) })
  }
  /// Tells of an error, with its `errorDescription`, or "Error", as the title. Nothing is shown while the error is nil.
  public func alert<E: LocalizedError, A: View>(
    isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: @escaping () -> A
  ) -> some View {
    asking(.alert, Text(error?.errorDescription ?? "Error"), isPresented.and(error != nil), actions, { EmptyView() })
  }
  /// Tells of an error, with its `errorDescription`, or "Error", as the title, and actions and a message made of it.
  /// Nothing is shown while the error is nil.
  public func alert<E: LocalizedError, A: View, M: View>(
    isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: @escaping (E) -> A,
    @ViewBuilder message: @escaping (E) -> M
  ) -> some View {
    asking(
      .alert, Text(error?.errorDescription ?? "Error"), isPresented.and(error != nil), { error.map(actions) },
      { error.map(message) })
  }
  /// Shows an ``Alert`` while the condition holds. The closure is called whenever the view is evaluated, also while
  /// nothing is shown.
  public func alert(isPresented: Binding<Bool>, content: @escaping () -> Alert) -> some View {
    let alert = content()
    return asking(.alert, alert.title, isPresented, { alert.actions }, { alert.message })
  }
  /// Shows an ``Alert`` about an item while there is one. Closing it sets the item to nil.
  public func alert<Item: Identifiable>(item: Binding<Item?>, content: @escaping (Item) -> Alert) -> some View {
    let alert = item.wrappedValue.map(content)
    return asking(
      .alert, alert?.title, Binding(get: { item.wrappedValue != nil }, set: { if !$0 { item.wrappedValue = nil } }),
      { alert?.actions }, { alert?.message })
  }

  /// Lets one choose what to do. See Apple's documentation of `confirmationDialog(_:isPresented:…)`.
  ///
  /// In a browser it is a dialog in the middle of the window, with the buttons below each other. A button "Cancel" is
  /// added if none has the role `cancel`. Escape and a click beside it close it. The title is always shown, whatever
  /// `titleVisibility` says.
  public func confirmationDialog<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.confirmation, Text(titleKey), isPresented, actions, { EmptyView() }) }
  /// Lets one choose what to do, with a message.
  public func confirmationDialog<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.confirmation, Text(titleKey), isPresented, actions, message) }
  /// Lets one choose what to do, with a title that is shown as it is.
  @_disfavoredOverload
  public func confirmationDialog<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.confirmation, Text(title), isPresented, actions, { EmptyView() }) }
  /// Lets one choose what to do, with a message and a title that is shown as it is.
  @_disfavoredOverload
  public func confirmationDialog<S: StringProtocol, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.confirmation, Text(title), isPresented, actions, message) }
  /// Lets one choose what to do with a value, with a message. Nothing is shown while the value is nil.
  public func confirmationDialog<T, A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    asking(.confirmation, Text(titleKey), isPresented.and(data != nil), { data.map(actions) }, { data.map(message) })
  }
  /// Lets one choose what to do with a value, without a message. Nothing is shown while the value is nil.
  public func confirmationDialog<T, A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: @escaping (T) -> A
  ) -> some View {
    asking(.confirmation, Text(titleKey), isPresented.and(data != nil), { data.map(actions) }, { EmptyView() })
  }
  /// Shows an ``ActionSheet`` while the condition holds, as a dialog like those of `confirmationDialog`. The closure is
  /// called whenever the view is evaluated, also while nothing is shown.
  public func actionSheet(isPresented: Binding<Bool>, content: @escaping () -> ActionSheet) -> some View {
    let sheet = content()
    return asking(.confirmation, sheet.title, isPresented, { sheet.actions }, { sheet.message })
  }

  // MARK: How sheets look

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

extension Binding where Value == Bool {
  fileprivate func and(_ condition: Bool) -> Binding<Bool> {
    Binding(get: { wrappedValue && condition }, set: { wrappedValue = $0 })
  }
}

/// Whether something is shown, hidden, or what is usual in its place.
public enum Visibility: CaseIterable, Hashable, Sendable { case automatic, visible, hidden }
/// Where a popover would point to. It is not used in a browser.
public struct PopoverAttachmentAnchor: Sendable {
  /// The whole view.
  public static let rect = PopoverAttachmentAnchor()
  /// A rectangle of the view.
  public static func rect(_ source: Never?) -> PopoverAttachmentAnchor { PopoverAttachmentAnchor() }
  /// A point of the view, in its unit square.
  public static func point(_ point: UnitPoint) -> PopoverAttachmentAnchor { PopoverAttachmentAnchor() }
}
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

/// The API for alerts before `alert(_:isPresented:actions:)`. See Apple's documentation of `Alert`.
public struct Alert {
  let title: Text
  let message: Text?
  let buttons: [Button]

  /// Creates an alert with one button, which says "OK" if none is given.
  public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {
    self.title = title
    self.message = message
    buttons = [dismissButton ?? .default(Text(verbatim: "OK"))]
  }
  /// Creates an alert with two buttons.
  public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {
    self.title = title
    self.message = message
    buttons = [primaryButton, secondaryButton]
  }

  /// A button of an alert or an action sheet.
  public struct Button {
    let label: Text
    let role: ButtonRole?
    let action: @MainActor () -> Void
    /// A button with a label.
    public static func `default`(_ label: Text, action: (@MainActor () -> Void)? = {}) -> Button {
      Button(label: label, role: nil, action: action ?? {})
    }
    /// A button with the role `cancel` and a label of its own.
    public static func cancel(_ label: Text, action: (@MainActor () -> Void)? = {}) -> Button {
      Button(label: label, role: .cancel, action: action ?? {})
    }
    /// A button "Cancel". The word is the same in every language.
    public static func cancel(_ action: (@MainActor () -> Void)? = {}) -> Button {
      cancel(Text(verbatim: "Cancel"), action: action)
    }
    /// A button with the role `destructive`, whose label is red.
    public static func destructive(_ label: Text, action: (@MainActor () -> Void)? = {}) -> Button {
      Button(label: label, role: .destructive, action: action ?? {})
    }
  }

  @MainActor @ViewBuilder var actions: some View {
    ForEach(Array(buttons.enumerated()), id: \.offset) { _, button in
      SwiftDataUI.Button(role: button.role, action: button.action) { button.label }
    }
  }
}

/// The form of confirmation dialogs before `confirmationDialog(_:isPresented:…)`. See Apple's documentation of
/// `ActionSheet`.
public struct ActionSheet {
  let title: Text
  let message: Text?
  let buttons: [Alert.Button]
  /// A button, as alerts have them.
  public typealias Button = Alert.Button
  /// Creates an action sheet. Without buttons of its own it has "Cancel".
  public init(title: Text, message: Text? = nil, buttons: [Alert.Button] = [.cancel()]) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }
  @MainActor var actions: some View {
    Alert(title: title, message: message, buttons: buttons).actions
  }
}

extension Alert {
  fileprivate init(title: Text, message: Text?, buttons: [Button]) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }
}
