// SPDX-License-Identifier: Apache-2.0

/// A control that opens a page. See Apple's documentation of `NavigationLink`.
public struct NavigationLink<Label: View, Destination: View>: View {
  let label: Label
  let value: AnyHashable?
  let destination: (() -> Destination)?
  var isActive: Binding<Bool>?
  public typealias Body = Never
}

extension NavigationLink {
  /// Creates a link to a page without a value. Addresses name the page by the place of the link.
  public init(@ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label) {
    self.init(label: label(), value: nil, destination: destination)
  }
  /// Creates a link to a page that is made with the link.
  public init(destination: Destination, @ViewBuilder label: () -> Label) {
    self.init(label: label(), value: nil, destination: { destination })
  }
  /// Creates a link to a page that is open as long as a condition holds: using the link sets it to true, leaving the page
  /// to false, and setting it opens or leaves the page.
  public init(
    isActive: Binding<Bool>, @ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label
  ) {
    self.init(label: label(), value: nil, destination: destination, isActive: isActive)
  }
}

extension NavigationLink where Label == Text {
  /// Creates a link with a title, whose Markdown is understood, to a page without a value.
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: @escaping () -> Destination) {
    self.init(label: Text(titleKey), value: nil, destination: destination)
  }
  /// Creates a link with a title, as it is, to a page without a value.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: @escaping () -> Destination) {
    self.init(label: Text(title), value: nil, destination: destination)
  }
  /// Creates a link with a title, whose Markdown is understood, to a page that is made with the link.
  public init(_ titleKey: LocalizedStringKey, destination: Destination) {
    self.init(label: Text(titleKey), value: nil, destination: { destination })
  }
  /// Creates a link with a title, as it is, to a page that is made with the link.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, destination: Destination) {
    self.init(label: Text(title), value: nil, destination: { destination })
  }
  /// Creates a link with a title, whose Markdown is understood, to a page that is open as long as a condition holds.
  public init(
    _ titleKey: LocalizedStringKey, isActive: Binding<Bool>, @ViewBuilder destination: @escaping () -> Destination
  ) {
    self.init(label: Text(titleKey), value: nil, destination: destination, isActive: isActive)
  }
  /// Creates a link with a title, as it is, to a page that is open as long as a condition holds.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, isActive: Binding<Bool>, @ViewBuilder destination: @escaping () -> Destination
  ) {
    self.init(label: Text(title), value: nil, destination: destination, isActive: isActive)
  }
  /// Creates a link with a title, whose Markdown is understood, to a page that is made with the link, and is open as long
  /// as a condition holds.
  public init(_ titleKey: LocalizedStringKey, destination: Destination, isActive: Binding<Bool>) {
    self.init(label: Text(titleKey), value: nil, destination: { destination }, isActive: isActive)
  }
}

extension NavigationLink where Destination == Never {
  /// Creates a link to the page that ``View/navigationDestination(for:destination:)`` shows for a value. With nil it is
  /// disabled.
  ///
  /// In a column of a split view, within a list whose rows are selected by values of this type, it selects the value
  /// instead, in place of what is selected.
  public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
    self.init(label: label(), value: value.map { AnyHashable($0) }, destination: nil)
  }
  /// Creates a link with a title, whose Markdown is understood, to the page for a value. With nil it is disabled.
  public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) where Label == Text {
    self.init(label: Text(titleKey), value: value.map { AnyHashable($0) }, destination: nil)
  }
  /// Creates a link with a title, as it is, to the page for a value. With nil it is disabled.
  @_disfavoredOverload
  public init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) where Label == Text {
    self.init(label: Text(title), value: value.map { AnyHashable($0) }, destination: nil)
  }
}

extension NavigationLink: PrimitiveView {
  func update(_ node: Node) {
    // The page that it has opened shows what the link would open now.
    if let destination, let page = node.remembered(OpenedPage.self)?.page { page.replace { destination() } }
    node.child(0, label, environment: node.environment(inStack: .horizontal))
    if let isActive { follow(isActive, node) }
  }

  /// Opens the page when the program sets the condition, and leaves it when that holds no more.
  private func follow(_ isActive: Binding<Bool>, _ node: Node) {
    _ = node.track { isActive.wrappedValue }
    let opened = node.remember { OpenedPage() }
    node.graph.afterEvaluation { [weak node] in
      guard let node, node.isAlive else { return }
      let (selection, navigation) = (node.environment.splitSelection, node.environment.navigation)
      let page = opened.page.map { AnyHashable($0) }
      var isOpen = false
      if let page {
        isOpen = if let selection { selection.shown == page } else { navigation?.values.contains(page) == true }
      }
      // Read once more: a page that was left meanwhile has set it.
      if isActive.wrappedValue {
        if !isOpen { open(from: node) }
      } else if isOpen, let page {
        if let selection { selection.choose(nil) } else { navigation?.close(page) }
      }
    }
  }

  func assemble(_ node: Node) -> Output {
    let content = node.content
    let element = node.element(.button, [.navigationLink], children: content.elements)
    element.role(.link)
    let environment = node.environment
    if !environment.isEnabled || (value == nil && destination == nil) { element.attribute(.isDisabled, true) }
    element.on(.click) { [weak node] _ in
      if let node { open(from: node) }
      environment.closeMenu?()
    }
    switch environment.buttonStyleBox.kind {
    case .bordered: element.add(.buttonBordered)
    case .borderedProminent: element.add(.buttonProminent)
    case .plain: element.add(.buttonPlain)
    default: break
    }
    element.grows = environment.container == .list || environment.container == .form ? .horizontal : content.grows
    if let value { element.traits.tags.append(value) }
    element.takeActions(of: content.elements)
    return Output(element, content.preferences)
  }
}

/// The page that a link without a value has opened last.
@MainActor final class OpenedPage { var page: DirectPage? }

/// A link, whatever it leads to.
@MainActor protocol OpeningLink {
  /// How an address names what the link opens; nil if it cannot.
  func segment(from node: Node) -> String?
  func open(from node: Node)
}

extension NavigationLink: OpeningLink {
  func segment(from node: Node) -> String? {
    if let value { return AddressValue.segment(for: value) }
    return destination == nil ? nil : AddressValue.segment(forLinkAt: node)
  }

  func open(from node: Node) {
    let environment = node.environment
    if let value {
      if let selection = environment.splitSelection {
        // What the row of a list is selected by leads to what the program shows for the selection.
        if environment.rowSelection?.selectOnly?(value) == true { return selection.choose(nil) }
        return selection.choose(value)
      }
      environment.navigation?.push(value)
    } else if let destination {
      let page = DirectPage(AddressValue.segment(forLinkAt: node)) { destination() }
      node.remember { OpenedPage() }.page = page
      if let isActive {
        page.onLeave = { if isActive.wrappedValue { isActive.wrappedValue = false } }
        if !isActive.wrappedValue { isActive.wrappedValue = true }
      }
      if let selection = environment.splitSelection { return selection.show(page) }
      environment.navigation?.push(AnyHashable(page))
    }
  }
}

extension NavigationLink {
  /// Opens its page, too, when the selection becomes its tag.
  public init<V: Hashable>(
    destination: Destination, tag: V, selection: Binding<V?>, @ViewBuilder label: () -> Label
  ) {
    self.init(
      isActive: Binding(
        get: { selection.wrappedValue == tag },
        set: {
          if $0 { selection.wrappedValue = tag } else if selection.wrappedValue == tag { selection.wrappedValue = nil }
        }
      ),
      destination: { destination }, label: label)
  }
  /// Creates a link that opens its page, too, when the binding becomes true.
  public init(destination: Destination, isActive: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.init(isActive: isActive, destination: { destination }, label: label)
  }
}
