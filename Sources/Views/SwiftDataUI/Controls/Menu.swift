// SPDX-License-Identifier: Apache-2.0

/// A button that opens a list of actions. See Apple's documentation of `Menu`.
public struct Menu<Label: View, Content: View>: View {
  let label: Label
  let content: Content
  var primaryAction: (() -> Void)?
  @State private var isOpen = false

  /// Creates a menu with a label of any views.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.label = label()
    self.content = content()
  }
  /// Creates a menu beside a button with the label, which runs the primary action.
  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label, primaryAction: @escaping () -> Void
  ) {
    self.init(content: content, label: label)
    self.primaryAction = primaryAction
  }

  /// A `details` element: its summary is the label, its items lie over the page while it is open. With a primary action
  /// the label is a button, and the summary an arrow beside it.
  public var body: some View {
    if let primaryAction {
      HStack(spacing: 4) {
        Button(action: primaryAction) { label }
        MenuElement(label: Image(systemName: "chevron.down"), content: content, isOpen: $isOpen, name: "More")
      }
    } else {
      MenuElement(label: label, content: content, isOpen: $isOpen)
    }
  }
}

extension Menu where Label == Text {
  /// Creates a menu with a title that may contain Markdown.
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(titleKey) }
  }
  /// Creates a menu with a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }
  /// Creates a menu beside a button with a title that may contain Markdown, which runs the primary action.
  public init(
    _ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content, primaryAction: @escaping () -> Void
  ) { self.init(content: content, label: { Text(titleKey) }, primaryAction: primaryAction) }
  /// Creates a menu beside a button with a title that is shown as it is, which runs the primary action.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, @ViewBuilder content: () -> Content, primaryAction: @escaping () -> Void
  ) { self.init(content: content, label: { Text(title) }, primaryAction: primaryAction) }
}

extension Menu where Label == SwiftDataUI.Label<Text, Image> {
  /// Creates a menu with a title that may contain Markdown, and a symbol.
  public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
    self.init(content: content) { SwiftDataUI.Label(titleKey, systemImage: systemImage) }
  }
  /// Creates a menu with a title that is shown as it is, and a symbol.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, systemImage: String, @ViewBuilder content: () -> Content) {
    self.init(content: content) { SwiftDataUI.Label(title, systemImage: systemImage) }
  }
}

struct MenuElement<Label: View, Content: View>: PrimitiveView {
  let label: Label
  let content: Content
  let isOpen: Binding<Bool>
  /// What screen readers call the menu, if its label does not say.
  var name: String?

  final class Memory { var isOpen: Binding<Bool>? }

  func update(_ node: Node) {
    node.child(0, label, environment: node.environment(inStack: .horizontal))
    let memory = node.remember { Memory() }
    memory.isOpen = isOpen
    let environment = node.environment {
      $0.container = .menu
      $0.enterStack(nil)
      $0.buttonStyleBox = ButtonStyleBox(.automatic)
      if $0.pickerStyleName == "menu" { $0.pickerStyleName = "inline" }
      $0.closeMenu = { memory.isOpen?.wrappedValue = false }
    }
    node.child(1, content, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    let isOpen = isOpen
    let open = node.track { isOpen.wrappedValue }
    let summary = node.element(.disclosureLabel, [.menuLabel], key: 1, children: node.elements(0))
    summary.role(.button)
    summary.attribute(.opensMenu, true)
    if let name { summary.attribute(.label, name) }
    let items = node.element(.box, [.menuItems], key: 2, children: node.elements(1))
    items.role(.menu)
    let element = node.element(.disclosure, [.menu], children: [summary, items])
    if node.environment.isEnabled {
      if open { element.attribute(.isOpen, true) }
      element.on(.toggle) { value in
        let value = value == "true"
        if isOpen.wrappedValue != value { isOpen.wrappedValue = value }
      }
    } else {
      summary.disableSummary()
    }
    element.grows = node.content(0).grows
    var preferences = node.content(0).preferences
    preferences.merge(node.content(1).preferences)
    return Output(element, preferences)
  }
}

extension Rendered {
  /// Makes the summary of a `details` element one that cannot be used: browsers know no disabled ones.
  func disableSummary() {
    attribute(.isUnavailable, true)
    attribute(.isFocusable, false)
  }
}

struct ContextMenuView<Content: View, Items: View>: PrimitiveView {
  let content: Content
  let items: Items

  func update(_ node: Node) {
    node.child(0, content)
    let environment = node.environment {
      $0.container = .menu
      $0.enterStack(nil)
      $0.buttonStyleBox = ButtonStyleBox(.automatic)
    }
    node.child(1, items, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    var output = node.content(0)
    guard !node.elements(1).isEmpty, let first = output.elements.first else { return output }
    output.preferences.merge(node.content(1).preferences)
    let menu = node.element(.box, [.contextMenu], children: node.elements(1))
    menu.role(.menu)
    let box = first.boxed(node, .layers)
    box.children.append(menu)
    output.elements[0] = box
    return output
  }
}

/// The name of a menu's style; menus look the same in any of them.
public struct MenuStyleName: Sendable {
  /// Has no effect in the browser.
  public static let automatic = Self()
  /// Has no effect in the browser.
  public static let button = Self()
  /// Has no effect in the browser.
  public static let borderlessButton = Self()
}

extension View {
  /// Adds a menu that a secondary click or a long press opens. If the view is several ones, it belongs to the first.
  public func contextMenu<M: View>(@ViewBuilder menuItems: () -> M) -> some View {
    ContextMenuView(content: self, items: menuItems())
  }
  /// Adds a menu that a secondary click or a long press opens; the preview is not shown.
  public func contextMenu<M: View, P: View>(@ViewBuilder menuItems: () -> M, @ViewBuilder preview: () -> P) -> some View
  {
    ContextMenuView(content: self, items: menuItems())
  }
  /// Has no effect in the browser.
  public func contextMenu<I: Hashable, M: View>(
    forSelectionType itemType: I.Type = I.self, @ViewBuilder menu: @escaping (Set<I>) -> M,
    primaryAction: ((Set<I>) -> Void)? = nil
  ) -> some View { withoutEffect("contextMenu") }
  /// Has no effect in the browser.
  public func menuStyle(_ style: MenuStyleName) -> some View { withoutEffect("menuStyle") }
  /// Has no effect in the browser.
  public func menuIndicator(_ visibility: Visibility) -> some View { withoutEffect("menuIndicator") }
  /// Has no effect in the browser.
  public func menuOrder(_ order: MenuStyleName) -> some View { withoutEffect("menuOrder") }
}
