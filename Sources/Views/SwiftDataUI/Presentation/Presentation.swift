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
    let dialog = Rendered(node.key(ObjectIdentifier(shown).hashValue), "dialog", [.dialog])
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
      let buttons = parts.filter { $0.tag == "button" }
      let others = parts.filter { $0.tag != "button" }
      parts = []
      if let title { parts.append(node.element("h2", [.dialogTitle], key: 1, text: title.plain)) }
      let message = node.elements(2)
      if !message.isEmpty { parts.append(node.element("div", [.dialogMessage], key: 2, children: message)) }
      parts += others
      let actions = node.element("div", [.dialogActions], key: 3, children: buttons)
      if buttons.isEmpty || (kind == .confirmation && !buttons.contains { $0.classes.contains(.cancel) }) {
        let button = node.element("button", [.button, .cancel], key: 4, text: buttons.isEmpty ? "OK" : "Cancel")
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
    dialog.children = [Rendered(dialog.key.companion("content"), "div", [.dialogContent], children: parts)]
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

/// An action that closes a presentation, or goes back. See Apple's documentation of `DismissAction`.
public struct DismissAction {
  let action: () -> Void
  public func callAsFunction() { action() }
}

public typealias PresentationMode = _PresentationMode
/// The form of `dismiss` before it. See Apple's documentation of `PresentationMode`.
public struct _PresentationMode {
  public let isPresented: Bool
  let action: DismissAction
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
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }
  public var presentationMode: Binding<PresentationMode> {
    let mode = PresentationMode(isPresented: isPresented, action: dismiss)
    return .constant(mode)
  }
}

extension View {
  /// Shows a sheet. See Apple's documentation of `sheet(isPresented:onDismiss:content:)`.
  public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View { presenting(.sheet, isPresented, onDismiss, content) }

  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { presenting(.sheet, item, onDismiss, content) }

  public func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View { presenting(.cover, isPresented, onDismiss, content) }

  public func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { presenting(.cover, item, onDismiss, content) }

  public func popover<Content: View>(
    isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect, arrowEdge: Edge? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View { presenting(.popover, isPresented, nil, content) }

  public func popover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .rect, arrowEdge: Edge? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { presenting(.popover, item, nil, content) }

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

  /// Asks or says something. See Apple's documentation of `alert(_:isPresented:actions:message:)`.
  public func alert<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.alert, Text(titleKey), isPresented, actions, message) }
  public func alert<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.alert, Text(titleKey), isPresented, actions, { EmptyView() }) }
  @_disfavoredOverload
  public func alert<S: StringProtocol, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.alert, Text(title), isPresented, actions, message) }
  @_disfavoredOverload
  public func alert<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.alert, Text(title), isPresented, actions, { EmptyView() }) }
  public func alert<A: View, M: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.alert, title, isPresented, actions, message) }
  public func alert<A: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.alert, title, isPresented, actions, { EmptyView() }) }
  public func alert<T, A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    asking(.alert, Text(titleKey), isPresented.and(data != nil), { data.map(actions) }, { data.map(message) })
  }
  public func alert<T, A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A
  ) -> some View {
    asking(.alert, Text(titleKey), isPresented.and(data != nil), { data.map(actions) }, { EmptyView() })
  }
  @_disfavoredOverload
  public func alert<S: StringProtocol, T, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: @escaping (T) -> A,
    @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    asking(.alert, Text(title), isPresented.and(data != nil), { data.map(actions) }, { data.map(message) })
  }
  public func alert<E: LocalizedError, A: View>(
    isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: @escaping () -> A
  ) -> some View {
    asking(.alert, Text(error?.errorDescription ?? "Error"), isPresented.and(error != nil), actions, { EmptyView() })
  }
  public func alert<E: LocalizedError, A: View, M: View>(
    isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: @escaping (E) -> A,
    @ViewBuilder message: @escaping (E) -> M
  ) -> some View {
    asking(
      .alert, Text(error?.errorDescription ?? "Error"), isPresented.and(error != nil), { error.map(actions) },
      { error.map(message) })
  }
  public func alert(isPresented: Binding<Bool>, content: @escaping () -> Alert) -> some View {
    let alert = content()
    return asking(.alert, alert.title, isPresented, { alert.actions }, { alert.message })
  }
  public func alert<Item: Identifiable>(item: Binding<Item?>, content: @escaping (Item) -> Alert) -> some View {
    let alert = item.wrappedValue.map(content)
    return asking(
      .alert, alert?.title, Binding(get: { item.wrappedValue != nil }, set: { if !$0 { item.wrappedValue = nil } }),
      { alert?.actions }, { alert?.message })
  }

  /// Offers a choice of actions. See Apple's documentation of `confirmationDialog(_:isPresented:…)`.
  public func confirmationDialog<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.confirmation, Text(titleKey), isPresented, actions, { EmptyView() }) }
  public func confirmationDialog<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.confirmation, Text(titleKey), isPresented, actions, message) }
  @_disfavoredOverload
  public func confirmationDialog<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.confirmation, Text(title), isPresented, actions, { EmptyView() }) }
  @_disfavoredOverload
  public func confirmationDialog<S: StringProtocol, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.confirmation, Text(title), isPresented, actions, message) }
  public func confirmationDialog<T, A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    asking(.confirmation, Text(titleKey), isPresented.and(data != nil), { data.map(actions) }, { data.map(message) })
  }
  public func confirmationDialog<T, A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: @escaping (T) -> A
  ) -> some View {
    asking(.confirmation, Text(titleKey), isPresented.and(data != nil), { data.map(actions) }, { EmptyView() })
  }
  public func actionSheet(isPresented: Binding<Bool>, content: @escaping () -> ActionSheet) -> some View {
    let sheet = content()
    return asking(.confirmation, sheet.title, isPresented, { sheet.actions }, { sheet.message })
  }

  // MARK: How sheets look

  public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
    PreferenceWriter<Self, DetentsKey>(content: self) { _ in detents.contains(.large) ? [] : [.sheetMedium] }
  }
  public func presentationDetents(
    _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
  ) -> some View { presentationDetents(detents) }
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
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    PreferenceWriter<Self, InteractiveDismissKey>(content: self) { _ in isDisabled }
  }
}

extension Binding where Value == Bool {
  fileprivate func and(_ condition: Bool) -> Binding<Bool> {
    Binding(get: { wrappedValue && condition }, set: { wrappedValue = $0 })
  }
}

public enum Visibility: CaseIterable, Hashable, Sendable { case automatic, visible, hidden }
public struct PopoverAttachmentAnchor: Sendable {
  public static let rect = PopoverAttachmentAnchor()
  public static func rect(_ source: Never?) -> PopoverAttachmentAnchor { PopoverAttachmentAnchor() }
  public static func point(_ point: UnitPoint) -> PopoverAttachmentAnchor { PopoverAttachmentAnchor() }
}
public struct PresentationDetent: Hashable, Sendable {
  let name: String
  public static let medium = PresentationDetent(name: "medium")
  public static let large = PresentationDetent(name: "large")
  public static func fraction(_ fraction: CGFloat) -> PresentationDetent {
    PresentationDetent(name: "fraction \(fraction)")
  }
  public static func height(_ height: CGFloat) -> PresentationDetent { PresentationDetent(name: "height \(height)") }
}
public struct PresentationBackgroundInteraction: Sendable {
  public static let automatic = Self()
  public static let enabled = Self()
  public static let disabled = Self()
  public static func enabled(upThrough detent: PresentationDetent) -> Self { Self() }
}
public struct PresentationAdaptation: Sendable {
  public static let automatic = Self()
  public static let none = Self()
  public static let popover = Self()
  public static let sheet = Self()
  public static let fullScreenCover = Self()
}
public struct PresentationContentInteraction: Sendable {
  public static let automatic = Self()
  public static let resizes = Self()
  public static let scrolls = Self()
}
public struct PresentationSizingName: Sendable {
  public static let automatic = Self()
  public static let form = Self()
  public static let page = Self()
  public static let fitted = Self()
}

/// The API for alerts before `alert(_:isPresented:actions:)`. See Apple's documentation of `Alert`.
public struct Alert {
  let title: Text
  let message: Text?
  let buttons: [Button]

  public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {
    self.title = title
    self.message = message
    buttons = [dismissButton ?? .default(Text(verbatim: "OK"))]
  }
  public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {
    self.title = title
    self.message = message
    buttons = [primaryButton, secondaryButton]
  }

  public struct Button {
    let label: Text
    let role: ButtonRole?
    let action: @MainActor () -> Void
    public static func `default`(_ label: Text, action: (@MainActor () -> Void)? = {}) -> Button {
      Button(label: label, role: nil, action: action ?? {})
    }
    public static func cancel(_ label: Text, action: (@MainActor () -> Void)? = {}) -> Button {
      Button(label: label, role: .cancel, action: action ?? {})
    }
    public static func cancel(_ action: (@MainActor () -> Void)? = {}) -> Button {
      cancel(Text(verbatim: "Cancel"), action: action)
    }
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

/// See Apple's documentation of `ActionSheet`.
public struct ActionSheet {
  let title: Text
  let message: Text?
  let buttons: [Alert.Button]
  public typealias Button = Alert.Button
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
