// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A label with its content. See Apple's documentation of `LabeledContent`.
public struct LabeledContent<Label: View, Content: View>: View {
  let label: Label
  let content: Content
  /// None: shown as a row, or as what the style makes.
  public typealias Body = Never
  /// Creates a row with a label and content of any views.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.label = label()
    self.content = content()
  }
  /// The label at the leading side, and the content in the secondary colour at the trailing side.
  @ViewBuilder var usual: some View {
    HStack {
      label
      // A field takes the room itself.
      Spacer().layoutPriority(-1)
      content.foregroundStyle(.secondary)
    }
  }
}

extension LabeledContent where Label == Text {
  /// Creates a row with a title that may contain Markdown.
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(titleKey) }
  }
  /// Creates a row with a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }
}

extension LabeledContent where Label == Text, Content == Text {
  /// Creates a row that shows a text for a title that may contain Markdown.
  public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {
    self.init(content: { Text(value) }, label: { Text(titleKey) })
  }
  /// Creates a row that shows a text for a title that is shown as it is.
  @_disfavoredOverload
  public init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {
    self.init(content: { Text(value) }, label: { Text(title) })
  }
  /// Creates a row that shows a formatted value for a title that may contain Markdown.
  public init<F: FormatStyle>(_ titleKey: LocalizedStringKey, value: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    self.init(content: { Text(value, format: format) }, label: { Text(titleKey) })
  }
  /// Creates a row that shows a formatted value for a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol, F: FormatStyle>(_ title: S, value: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    self.init(content: { Text(value, format: format) }, label: { Text(title) })
  }
}

/// A box with a title. See Apple's documentation of `GroupBox`.
public struct GroupBox<Label: View, Content: View>: View {
  let label: Label
  let content: Content
  /// None: shown as a box, or as what the style makes.
  public typealias Body = Never
  /// Creates a box with a label of any views.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.label = label()
    self.content = content()
  }
  /// Creates a box with a label that is a view already.
  public init(label: Label, @ViewBuilder content: () -> Content) {
    self.label = label
    self.content = content()
  }
  /// The label as a headline, the content below it, and a rounded background.
  @ViewBuilder var usual: some View {
    VStack(alignment: .leading) {
      label.font(.headline)
      content
    }
    .changing { $0.add(.groupBox) }
  }
}

extension GroupBox where Label == EmptyView {
  /// Creates a box without a label.
  public init(@ViewBuilder content: () -> Content) { self.init(label: EmptyView(), content: content) }
}
extension GroupBox where Label == Text {
  /// Creates a box with a title that may contain Markdown.
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(label: Text(titleKey), content: content)
  }
  /// Creates a box with a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    self.init(label: Text(title), content: content)
  }
}

/// Content that the user opens and closes. See Apple's documentation of `DisclosureGroup`.
public struct DisclosureGroup<Label: View, Content: View>: View {
  let label: Label
  let content: () -> Content
  let expanded: Binding<Bool>?
  @State private var isOpen = false

  /// Creates a group with a label of any views.
  ///
  /// - Parameter isExpanded: Whether the group is open; without a binding the group remembers it itself. The content is
  ///   evaluated only while the group is open.
  public init(
    isExpanded: Binding<Bool>? = nil, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
  ) {
    self.label = label()
    self.content = content
    expanded = isExpanded
  }

  /// A `details` element, whose summary is the label, or what the style makes.
  public var body: some View {
    DisclosureElement(label: label, content: content, isOpen: expanded ?? $isOpen)
  }
}

extension DisclosureGroup where Label == Text {
  /// Creates a group with a title that may contain Markdown.
  public init(
    _ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>? = nil, @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(isExpanded: isExpanded, content: content) { Text(titleKey) }
  }
  /// Creates a group with a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, isExpanded: Binding<Bool>? = nil, @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(isExpanded: isExpanded, content: content) { Text(title) }
  }
}

struct DisclosureElement<Label: View, Content: View>: PrimitiveView {
  let label: Label
  let content: () -> Content
  let isOpen: Binding<Bool>

  private func isStyled(_ node: Node) -> Bool {
    node.environment[styles: DisclosureGroupStyleConfiguration.self].make != nil
  }

  func update(_ node: Node) {
    let isStyled = node.showStyled { part in
      DisclosureGroupStyleConfiguration(
        label: .init(view: part(label)), content: .init(view: part(content())), isExpanded: isOpen)
    }
    if isStyled { return }
    node.child(0, label)
    if node.track({ isOpen.wrappedValue }) { node.child(1, node.track(content)) }
  }

  func assemble(_ node: Node) -> Output {
    if isStyled(node) { return node.content }
    let isOpen = isOpen
    let open = node.track { isOpen.wrappedValue }
    let summary = node.element(.disclosureLabel, [.disclosureLabel], key: 1, children: node.elements(0))
    let element = node.element(.disclosure, [.disclosure], children: [summary] + node.elements(1))
    if open { element.attribute(.isOpen, true) }
    if node.environment.isEnabled {
      element.on(.toggle) { value in
        let value = value == "true"
        if isOpen.wrappedValue != value { isOpen.wrappedValue = value }
      }
    } else {
      summary.disableSummary()
    }
    element.grows = .horizontal
    return Output(element, node.content.preferences)
  }
}

/// A message in place of missing content. See Apple's documentation of `ContentUnavailableView`.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
  let label: Label
  let description: Description
  let actions: Actions

  /// Creates a message of a label, a description and actions, which are any views.
  public init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.label = label()
    self.description = description()
    self.actions = actions()
  }

  /// The label, large, then the description and the actions, in the middle of all the room there is.
  public var body: some View {
    VStack {
      label.font(.title2).bold().changing { $0.add(.unavailableLabel) }
      description.font(.subheadline).foregroundStyle(.secondary)
      actions
    }
    .multilineTextAlignment(.center)
    .changing { element in
      element.add(.unavailable)
      element.grows = [.horizontal, .vertical]
    }
  }
}

extension ContentUnavailableView
where Label == SwiftDataUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  /// Creates a message with a title that may contain Markdown, and a symbol.
  public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
    self.init(plain: SwiftDataUI.Label(title, systemImage: name), description)
  }
  /// Creates a message with a title that is shown as it is, and a symbol.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, systemImage name: String, description: Text? = nil) {
    self.init(plain: SwiftDataUI.Label(title, systemImage: name), description)
  }
  /// Creates a message with a title that may contain Markdown, and an image of the app's.
  public init(_ title: LocalizedStringKey, image name: String, description: Text? = nil) {
    self.init(plain: SwiftDataUI.Label(title, image: name), description)
  }
  private init(plain label: Label, _ description: Text?) {
    self.label = label
    self.description = description
    actions = EmptyView()
  }
  /// A search without results.
  public static var search: ContentUnavailableView {
    ContentUnavailableView(
      "No Results", systemImage: "magnifyingglass", description: Text("Check the spelling or try a new search."))
  }
  /// A search for a text that has no results.
  public static func search(text: String) -> ContentUnavailableView {
    ContentUnavailableView(
      "No Results for “\(text)”", systemImage: "magnifyingglass",
      description: Text("Check the spelling or try a new search."))
  }
}

/// A link to an address. See Apple's documentation of `Link`.
public struct Link<Label: View>: View {
  let destination: URL
  let label: Label
  /// Creates a link with a label of any views.
  ///
  /// - Parameter destination: An address with the scheme `http`, `https`, `mailto`, `tel`, `sms` or `facetime`, or
  ///   without a scheme. Others are opened only by an action that is set for ``EnvironmentValues/openURL``.
  public init(destination: URL, @ViewBuilder label: () -> Label) {
    self.destination = destination
    self.label = label()
  }
  /// An `a` element that opens the address in a new tab of the browser, or hands it to the environment's action.
  public var body: some View { LinkElement(address: destination.absoluteString, label: label) }
}

extension Link where Label == Text {
  /// Creates a link with a title that may contain Markdown.
  public init(_ titleKey: LocalizedStringKey, destination: URL) {
    self.init(destination: destination) { Text(titleKey) }
  }
  /// Creates a link with a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, destination: URL) { self.init(destination: destination) { Text(title) } }
}

struct LinkElement<Label: View>: PrimitiveView {
  let address: String
  let label: Label
  func update(_ node: Node) { node.child(0, label) }
  func assemble(_ node: Node) -> Output {
    let element = node.element(.link, [.link], children: node.content.elements)
    if node.environment.isEnabled {
      element.lead(to: address, inNewWindow: true, node.environment)
    } else {
      element.role(.link)
      element.attribute(.isUnavailable, true)
    }
    return Output(element, node.content.preferences)
  }
}
