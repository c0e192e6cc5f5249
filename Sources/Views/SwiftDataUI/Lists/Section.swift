// SPDX-License-Identifier: Apache-2.0

/// A group of rows with a header and a footer. See Apple's documentation of `Section`.
public struct Section<Parent, Content, Footer> {
  let header: Parent
  let content: Content
  let footer: Footer
  var isExpanded: Binding<Bool>?
}

extension Section: View where Parent: View, Content: View, Footer: View {
  /// None: a section of a list or a form is shown as a group of rows, elsewhere its parts one after the other.
  public typealias Body = Never

  /// Creates a section with a header and a footer.
  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
  ) { self.init(header: header(), content: content(), footer: footer()) }

  /// Creates a section with a header and a footer that are views rather than closures.
  public init(header: Parent, footer: Footer, @ViewBuilder content: () -> Content) {
    self.init(header: header, content: content(), footer: footer)
  }
}

extension Section where Parent == EmptyView, Content: View, Footer: View {
  /// Creates a section with a footer.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
    self.init(header: EmptyView(), content: content(), footer: footer())
  }
  /// Creates a section with a footer that is a view rather than a closure.
  public init(footer: Footer, @ViewBuilder content: () -> Content) {
    self.init(header: EmptyView(), content: content(), footer: footer)
  }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
  /// Creates a section with a header.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
    self.init(header: header(), content: content(), footer: EmptyView())
  }
  /// Creates a section with a header that is a view rather than a closure.
  public init(header: Parent, @ViewBuilder content: () -> Content) {
    self.init(header: header, content: content(), footer: EmptyView())
  }
  /// Creates a section whose header opens and closes it.
  public init(isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
    self.init(header: header(), content: content(), footer: EmptyView(), isExpanded: isExpanded)
  }
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  /// Creates a section without header and footer.
  public init(@ViewBuilder content: () -> Content) {
    self.init(header: EmptyView(), content: content(), footer: EmptyView())
  }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
  /// Creates a section with a title that may contain Markdown.
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(header: Text(titleKey), content: content(), footer: EmptyView())
  }
  /// Creates a section with a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    self.init(header: Text(title), content: content(), footer: EmptyView())
  }
  /// Creates a section that opens and closes by its title, which may contain Markdown.
  public init(_ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content) {
    self.init(header: Text(titleKey), content: content(), footer: EmptyView(), isExpanded: isExpanded)
  }
  /// Creates a section that opens and closes by its title, which is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content) {
    self.init(header: Text(title), content: content(), footer: EmptyView(), isExpanded: isExpanded)
  }
}

extension Section: PrimitiveView where Parent: View, Content: View, Footer: View {
  func update(_ node: Node) {
    let isOpen = node.track { isExpanded?.wrappedValue ?? true }
    // Who asks for sections is told of the outer one: what is in it is shown as it is.
    let environment = node.environment.keepsSections ? node.environment("parts") { $0.keepsSections = false } : nil
    node.child(0, header, environment: environment)
    if isOpen { node.child(1, content, environment: environment) }
    node.child(2, footer, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    var header = node.elements(0)
    let rows = node.elements(1)
    // Those of the header and the footer, too: dialogs, buttons of the toolbar.
    let preferences = node.content.preferences
    if let isExpanded {
      let isOpen = node.track { isExpanded.wrappedValue }
      let button = node.element(.button, [.sectionToggle], key: 3, children: header)
      button.attribute(.isExpanded, isOpen)
      button.on(.click) { _ in isExpanded.wrappedValue.toggle() }
      header = [button]
    }
    let section = node.element(.section, [.section])
    section.grows = .horizontal
    // In a stack within a row, too, a section is its parts.
    let isInStack = node.environment.stackAxis != nil
    if node.environment.keepsSections, !isInStack {
      section.traits.section = Traits.SectionParts(header: header, footer: node.elements(2), rows: rows)
      return Output(section, preferences)
    }
    switch isInStack ? nil : node.environment.container {
    case .menu, .picker:
      section.role(.group)
      section.children = header + rows + node.elements(2)
      section.grows = []
    case .list, .form:
      section.traits.section = Traits.SectionParts(header: header, footer: node.elements(2), rows: rows)
    case nil:
      // Out of lists a section is its parts, one after the other.
      // In a grid, header and footer go over all its columns.
      func wide(_ elements: [Rendered]) -> [Rendered] {
        elements.map { $0.changed { $0.styleUnlessSet(.columnSpan(nil)) } }
      }
      return Output(wide(header) + rows + wide(node.elements(2)), preferences)
    }
    return Output(section, preferences)
  }
}
