// SPDX-License-Identifier: Apache-2.0

/// A control that selects one of several values. See Apple's documentation of `Picker`.
///
/// As on a phone, the label of a menu is in sight only in lists, forms and other menus; elsewhere it is for screen
/// readers. In apps for the Mac, which have a `Settings` scene, a `MenuBarExtra`, or a delegate of AppKit's, it is always
/// in sight.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
  let label: Label
  let selection: Binding<SelectionValue>?
  let content: Content
  /// The values of several things at once, in place of ``selection``.
  var shared: SharedSelection<SelectionValue>?
  /// None: shown as a `select` element, or as a group of buttons, depending on the style.
  public typealias Body = Never

  /// Creates a picker with a label of any views. The choices are the views in `content` that have a tag or an
  /// identifier of the type of the selection; others are left out.
  public init(
    selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) {
    self.label = label()
    self.selection = selection
    self.content = content()
  }

  /// Creates a picker with a label that is a view already.
  public init(selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content) {
    self.init(selection: selection, content: content) { label }
  }
}

extension Picker where Label == Text {
  /// Creates a picker with a title that may contain Markdown.
  public init(_ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {
    self.init(selection: selection, content: content) { Text(titleKey) }
  }
  /// Creates a picker with a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {
    self.init(selection: selection, content: content) { Text(title) }
  }
}

extension Picker where Label == SwiftDataUI.Label<Text, Image> {
  /// Creates a picker with a title that may contain Markdown, and a symbol.
  public init(
    _ titleKey: LocalizedStringKey, systemImage: String, selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) { self.init(selection: selection, content: content) { SwiftDataUI.Label(titleKey, systemImage: systemImage) } }
}

extension Picker: PrimitiveView {
  func update(_ node: Node) {
    node.child(0, label)
    let environment = node.environment {
      $0.container = .picker
      if $0.keepsSections { $0.keepsSections = false }
    }
    node.child(1, content, environment: environment)
  }

  private struct Option {
    let element: Rendered
    let value: SelectionValue
    let title: String
  }

  /// The tag of an option, or the identifier that 'ForEach' gave it.
  private static func value(_ element: Rendered) -> SelectionValue? {
    for id in element.traits.tags + element.traits.ids {
      if let value = id.base as? SelectionValue { return CurrentIdentity.of(value) }
      if let value = Optional<Any>.some(id.base) as? SelectionValue { return CurrentIdentity.of(value) }
    }
    return nil
  }

  private static func options(_ elements: [Rendered]) -> [Option] {
    elements.flatMap { element -> [Option] in
      if let value = value(element) { return [Option(element: element, value: value, title: text(element))] }
      return element.classes.contains(.section) || element.classes.contains(.label) ? options(element.children) : []
    }
  }

  private static func text(_ element: Rendered) -> String {
    element.plainText ?? element.text ?? element.children.map(text).joined(separator: " ")
  }

  func assemble(_ node: Node) -> Output {
    let (selection, shared) = (selection, shared)
    let current = node.track { selection?.wrappedValue ?? shared?.get() }
    let selected = current.map { CurrentIdentity.of($0) }
    func choose(_ value: SelectionValue) {
      selection?.wrappedValue = value
      shared?.set(value)
    }
    let options = Self.options(node.elements(1))
    let isEnabled = node.environment.isEnabled
    let name = node.elements(0).map(Self.text).joined(separator: " ")
    let control: Rendered
    switch node.environment.pickerStyleName {
    case "segmented", "inline", "wheel", "radioGroup", "palette":
      let isInline = node.environment.pickerStyleName != "segmented" && node.environment.pickerStyleName != "palette"
      control = node.element(.box, [isInline ? .pickerInline : .segmented], key: 1)
      control.role(.choices)
      control.children = options.map { option in
        let button = Rendered(
          option.element.key.companion(.of(.option, node)), .button, [.option], children: [option.element])
        button.role(.choice)
        button.attribute(.isChecked, option.value == selected)
        if option.value == selected { button.add(.selected) }
        if !isEnabled { button.attribute(.isDisabled, true) }
        button.on(.click) { _ in choose(option.value) }
        return button
      }
      control.grows = .horizontal
    default:
      control = node.element(.picker, [.select], key: 1)
      // An option is named as its element is, which stays the same wherever it is: others may come before it.
      var chosen = ""
      control.children = options.map { option in
        let element = Rendered(option.element.key.companion(.of(.option, node)), .option, text: option.title)
        element.attribute(.value, element.id.description)
        if chosen.isEmpty, option.value == selected { chosen = element.id.description }
        if option.value == selected { element.attribute(.isChosen, true) }
        return element
      }
      if !options.contains(where: { $0.value == selected }) {
        let none = node.element(.option, key: 4, text: "")
        none.attribute(.value, "")
        none.attribute(.isChosen, true)
        control.children.insert(none, at: 0)
      }
      control.attribute(.value, chosen)
      if !isEnabled { control.attribute(.isDisabled, true) }
      let names = control.children.map(\.id.description).suffix(options.count)
      control.onAimed(.change) { value in
        guard let option = zip(names, options).first(where: { $0.0 == value })?.1 else { return false }
        choose(option.value)
        return true
      }
    }
    control.attribute(.label, name.isEmpty ? "Options" : name)
    if node.environment.labelsHidden || node.environment.pickerStyleName == "segmented" || node.elements(0).isEmpty
      || control.kind == .picker && !showsMenuLabel(node)
    {
      return Output(control, node.content.preferences)
    }
    let label = node.element(.text, [.controlLabel], key: 2, children: node.elements(0))
    let element = node.element(.box, [.control], children: [label, control])
    element.grows = .horizontal
    return Output(element, node.content.preferences)
  }

  /// Whether the label of a menu is in sight: on a phone where rows are, and in menus; on a Mac everywhere.
  private func showsMenuLabel(_ node: Node) -> Bool {
    switch node.environment.container {
    case .list, .form, .menu: true
    default: node.environment.session?.isForMac ?? false
    }
  }
}

/// How choices look. See Apple's documentation of `PickerStyle`.
public protocol PickerStyle { var _name: String { get } }

/// A style of the system's that has no type of its own.
public struct _SystemPickerStyle: PickerStyle, Sendable {
  /// The name that ``View/pickerStyle(_:)`` reads.
  public let _name: String
}
/// A style that shows the choices beside each other, without the picker's label.
public struct SegmentedPickerStyle: PickerStyle, Sendable {
  /// Creates the style that `.segmented` stands for.
  public init() {}
  /// The name that ``View/pickerStyle(_:)`` reads.
  public var _name: String { "segmented" }
}
/// A style that shows the browser's own menu.
public struct MenuPickerStyle: PickerStyle, Sendable {
  /// Creates the style that `.menu` stands for.
  public init() {}
  /// The name that ``View/pickerStyle(_:)`` reads.
  public var _name: String { "menu" }
}
/// A wheel on an iPhone; here the browser's own menu.
public struct WheelPickerStyle: PickerStyle, Sendable {
  /// Creates the style that `.wheel` stands for.
  public init() {}
  /// The name that ``View/pickerStyle(_:)`` reads, which is that of ``MenuPickerStyle``.
  public var _name: String { "menu" }
}
/// A style that shows the choices above each other.
public struct InlinePickerStyle: PickerStyle, Sendable {
  /// Creates the style that `.inline` stands for.
  public init() {}
  /// The name that ``View/pickerStyle(_:)`` reads.
  public var _name: String { "inline" }
}
/// A page of choices on an iPhone; here the browser's own menu.
public struct NavigationLinkPickerStyle: PickerStyle, Sendable {
  /// Creates the style that `.navigationLink` stands for.
  public init() {}
  /// The name that ``View/pickerStyle(_:)`` reads, which is that of ``MenuPickerStyle``.
  public var _name: String { "menu" }
}
extension PickerStyle where Self == _SystemPickerStyle {
  /// The browser's own menu.
  public static var automatic: _SystemPickerStyle { .init(_name: "menu") }
  /// The choices above each other, as with `inline`.
  public static var radioGroup: _SystemPickerStyle { .init(_name: "inline") }
  /// The choices beside each other, after the picker's label.
  public static var palette: _SystemPickerStyle { .init(_name: "palette") }
  /// The choices beside each other, as with `segmented`.
  public static var tabs: _SystemPickerStyle { .init(_name: "segmented") }
}
extension PickerStyle where Self == SegmentedPickerStyle {
  /// The choices beside each other, without the picker's label.
  public static var segmented: SegmentedPickerStyle { .init() }
}
extension PickerStyle where Self == MenuPickerStyle { public static var menu: MenuPickerStyle { .init() } }
extension PickerStyle where Self == WheelPickerStyle { public static var wheel: WheelPickerStyle { .init() } }
extension PickerStyle where Self == InlinePickerStyle { public static var inline: InlinePickerStyle { .init() } }
extension PickerStyle where Self == NavigationLinkPickerStyle {
  /// The browser's own menu, as with `menu`: no page is opened.
  public static var navigationLink: NavigationLinkPickerStyle { .init() }
}

private enum PickerStyleKey: EnvironmentKey { static let defaultValue = "menu" }
extension EnvironmentValues {
  var pickerStyleName: String {
    get { self[PickerStyleKey.self] }
    set { self[PickerStyleKey.self] = newValue }
  }
}
extension View {
  /// Sets the style of the pickers within.
  public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { environment(\.pickerStyleName, style._name) }

  /// Marks the view as the choice for a value. See Apple's documentation of `tag(_:)`.
  public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
    changing { $0.traits.tags.append(AnyHashable(tag)) }
  }
}
