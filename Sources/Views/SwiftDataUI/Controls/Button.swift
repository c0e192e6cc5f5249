// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The purpose of a button. See Apple's documentation of `ButtonRole`.
public struct ButtonRole: Equatable, Sendable {
  let name: String
  /// The button deletes or otherwise destroys something: it is drawn in red.
  public static let destructive = ButtonRole(name: "destructive")
  /// The button leaves things as they are: the last one in a dialog.
  public static let cancel = ButtonRole(name: "cancel")
  /// The button closes what it is in; drawn like a button without a role.
  public static let close = ButtonRole(name: "close")
  /// The button confirms what was done; drawn like a button without a role.
  public static let confirm = ButtonRole(name: "confirm")
}

/// A control that starts an action. See Apple's documentation of `Button`.
public struct Button<Label: View>: View {
  let role: ButtonRole?
  let action: @MainActor () -> Void
  let label: Label

  /// None: shown as a `button` element, or as what a custom style makes of it.
  public typealias Body = Never

  /// Creates a button with a label of any views.
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.init(role: nil, action: action, label: label)
  }

  /// Creates a button with a role and a label of any views.
  public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.role = role
    self.action = action
    self.label = label()
  }
}

extension Button where Label == Text {
  /// Creates a button whose title may contain Markdown.
  public init(_ titleKey: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
    self.init(role: role, action: action) { Text(titleKey) }
  }

  /// Creates a button whose title is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
    self.init(role: role, action: action) { Text(title) }
  }

  /// Creates a button whose title is the string of a resource.
  @_disfavoredOverload
  public init(_ resource: LocalizedStringResource, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
    self.init(role: role, action: action) { Text(resource) }
  }

  /// A button with its role's own label.
  public init(role: ButtonRole, action: @escaping @MainActor () -> Void) {
    self.init(role: role, action: action) {
      Text(own: role == .destructive ? "Delete" : role == .cancel ? "Cancel" : role == .close ? "Close" : "Done")
    }
  }
}

extension Button where Label == SwiftDataUI.Label<Text, Image> {
  /// Creates a button with a title that may contain Markdown, and a symbol.
  public init(
    _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { SwiftDataUI.Label(titleKey, systemImage: systemImage) }
  }

  /// Creates a button with a title that is shown as it is, and a symbol.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, systemImage: String, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { SwiftDataUI.Label(title, systemImage: systemImage) }
  }
}

extension Button where Label == SwiftDataUI.Label<Text, Image> {
  /// Creates a button with a title that may contain Markdown, and an image of the app's assets.
  public init(
    _ titleKey: LocalizedStringKey, image: ImageResource, role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { SwiftDataUI.Label(titleKey, image: image) }
  }

  /// Creates a button with the string of a resource, and a symbol.
  @_disfavoredOverload
  public init(
    _ resource: LocalizedStringResource, systemImage: String, role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { SwiftDataUI.Label(resource, systemImage: systemImage) }
  }
}

extension Button where Label == PrimitiveButtonStyleConfiguration.Label {
  /// Creates the button that a primitive style has been asked to make: with its role, its action and its label.
  public init(_ configuration: PrimitiveButtonStyleConfiguration) {
    self.init(role: configuration.role, action: { configuration.trigger() }) { configuration.label }
  }
}

extension Button: PrimitiveView {
  func update(_ node: Node) {
    let style = node.environment.buttonStyleBox
    // Within the button no style but the plain one holds.
    let environment = node.environment(inStack: .horizontal)
    if let make = style.make {
      let configuration = ButtonStyleConfiguration(
        role: role, label: .init(content: AnyView(label)), isPressed: false)
      node.child(0, any: node.track { make(configuration) }, environment: environment)
    } else if let make = style.makePrimitive {
      let configuration = PrimitiveButtonStyleConfiguration(
        role: role, label: .init(content: AnyView(label)), action: action)
      let plain = node.environment("plain") {
        $0.enterStack(.horizontal)
        $0.buttonStyleBox = ButtonStyleBox(.plain)
      }
      node.child(0, any: node.track { make(configuration) }, environment: plain)
    } else {
      node.child(0, label, environment: environment)
    }
  }

  func assemble(_ node: Node) -> Output {
    let content = node.content
    let environment = node.environment
    let style = environment.buttonStyleBox
    if style.makePrimitive != nil { return content }
    let element = node.element(.button, [.button], children: content.elements)
    element.takeActions(of: content.elements)
    switch style.kind {
    case .automatic: break
    case .bordered: element.add(.buttonBordered)
    case .borderedProminent: element.add(.buttonProminent)
    case .borderless: element.add(.buttonBorderless)
    case .plain: element.add(.buttonPlain)
    case .link: element.add(.buttonLink)
    case .glass: element.add(.buttonBordered)
    case .custom: element.add(.buttonCustom)
    }
    switch environment.controlSize {
    case .mini, .small: element.add(.controlSmall)
    case .large, .extraLarge: element.add(.controlLarge)
    case .regular: break
    }
    if let role {
      if role == .destructive { element.add(.destructive) }
      if role == .cancel { element.add(.cancel) }
      element.traits.menuRole = role.name
    }
    if environment.container == .menu { element.role(.menuItem) }
    if !environment.isEnabled { element.attribute(.isDisabled, true) }
    let action = action
    element.on(.click) { _ in
      action()
      environment.closeMenu?()
    }
    // As wide as what is in it: a label that takes all the room makes the button do so, too.
    element.grows = content.grows
    element.plainText = content.elements.compactMap(\.plainText).joined(separator: " ")
    return Output(element, content.preferences)
  }
}
