// SPDX-License-Identifier: Apache-2.0

/// A single window: shown only if the app has no other scene. See Apple's documentation of `Window`.
public struct Window<Content: View>: Scene, PrimitiveScene {
  let title: String
  let id: String
  let content: Content
  /// None: the content is what a page shows, if it shows the window.
  public typealias Body = Never
  /// Creates a window with a title, of which marks of Markdown are left out, and an identifier, by which nothing is
  /// opened.
  public init(_ title: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content) {
    self.title = title.plain
    self.id = id
    self.content = content()
  }
  /// Creates a window with a title that is shown as it is, and an identifier, by which nothing is opened.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, id: String, @ViewBuilder content: () -> Content) {
    self.title = String(title)
    self.id = id
    self.content = content()
  }
  func describe(_ windows: inout [WindowDescription], _ environment: SceneEnvironment) {
    windows.append(WindowDescription(kind: .window, title: title, id: id, content: content, environment: environment))
  }
}

/// The app's settings, which ``SettingsLink`` and ``EnvironmentValues/openSettings`` open in a page of their own. See
/// Apple's documentation of `Settings`.
public struct Settings<Content: View>: Scene, PrimitiveScene {
  let content: Content
  /// None: the content is what a page shows, if it shows the settings.
  public typealias Body = Never
  /// Creates settings of views.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  func describe(_ windows: inout [WindowDescription], _ environment: SceneEnvironment) {
    windows.append(
      WindowDescription(
        kind: .settings, title: nil, id: WindowAddress.settings, content: content, environment: environment))
  }
}

/// An item of the menu bar: its content is shown only if the app has no window group, and this is its first scene. See
/// Apple's documentation of `MenuBarExtra`.
public struct MenuBarExtra<Label: View, Content: View>: Scene, PrimitiveScene {
  let content: Content
  /// None: the content is what a page shows, if it shows the item.
  public typealias Body = Never
  /// Creates an item of the menu bar; its label is not shown, and the closure that makes it is not called.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) { self.content = content() }
  /// Creates an item of the menu bar that could be taken out of it; the binding is not read, and the label not shown.
  public init(isInserted: Binding<Bool>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
  }
  func describe(_ windows: inout [WindowDescription], _ environment: SceneEnvironment) {
    windows.append(WindowDescription(kind: .menuBar, title: nil, id: nil, content: content, environment: environment))
  }
}

extension MenuBarExtra where Label == Text {
  /// Creates an item of the menu bar; its title is not shown.
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) { self.content = content() }
  /// Creates an item of the menu bar; its title is not shown.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) { self.content = content() }
}

extension MenuBarExtra where Label == SwiftDataUI.Label<Text, Image> {
  /// Creates an item of the menu bar; its title and its image are not shown.
  public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
  /// Creates an item of the menu bar; its title and its image are not shown.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, systemImage: String, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
  /// Creates an item of the menu bar; its title and its image are not shown.
  public init(_ titleKey: LocalizedStringKey, image: String, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
  /// Creates an item of the menu bar; its title and its image are not shown.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, image: String, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

/// Menus of the app; there is no menu bar here. See Apple's documentation of `Commands`.
@MainActor @preconcurrency public protocol Commands {
  /// The type of the commands within.
  associatedtype Body: Commands
  /// The commands that these consist of. They are never asked for here.
  @CommandsBuilder var body: Body { get }
}
extension Never: Commands {}
extension Commands where Body == Never {
  // Never called: there is no menu bar to ask for commands, and 'Never' has no value to return.
  public var body: Never { fatalError("\(Self.self) has no body") }
}
/// Takes the commands in the closure of `commands(content:)`, which is never called.
@resultBuilder @MainActor
public enum CommandsBuilder {
  /// Takes commands as they are.
  public static func buildExpression<C: Commands>(_ content: C) -> C { content }
  /// Makes no commands of an empty closure.
  public static func buildBlock() -> EmptyCommands { EmptyCommands() }
  /// Takes commands as they are.
  public static func buildBlock<C: Commands>(_ content: C) -> C { content }
  /// Takes several commands, and keeps none of them.
  @_disfavoredOverload
  public static func buildBlock<each C: Commands>(_ content: repeat each C) -> EmptyCommands { EmptyCommands() }
}
/// No commands.
public struct EmptyCommands: Commands {
  /// None, as there are no commands.
  public typealias Body = Never
  /// Creates no commands.
  public init() {}
}
/// Commands in one of the usual menus, which a browser does not show.
public struct CommandGroup<Content: View>: Commands {
  /// None: there is no menu bar.
  public typealias Body = Never
  /// Creates commands in place of usual ones; nothing is kept, and the closure is not called.
  public init(replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
  /// Creates commands after usual ones; nothing is kept, and the closure is not called.
  public init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
  /// Creates commands before usual ones; nothing is kept, and the closure is not called.
  public init(before group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
}
/// A menu of the app's own, which a browser does not show.
public struct CommandMenu<Content: View>: Commands {
  /// None: there is no menu bar.
  public typealias Body = Never
  /// Creates a menu of which nothing is kept; the closure is not called.
  public init(_ name: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}
/// The usual commands for sidebars, which a browser does not show.
public struct SidebarCommands: Commands {
  /// None: there is no menu bar.
  public typealias Body = Never
  /// Creates the commands.
  public init() {}
}
/// The usual commands for editing text, which a browser does not show.
public struct TextEditingCommands: Commands {
  /// None: there is no menu bar.
  public typealias Body = Never
  /// Creates the commands.
  public init() {}
}
/// The usual commands for toolbars, which a browser does not show.
public struct ToolbarCommands: Commands {
  /// None: there is no menu bar.
  public typealias Body = Never
  /// Creates the commands.
  public init() {}
}
/// Where usual commands are in the menu bar, which a browser does not show.
public struct CommandGroupPlacement: Sendable {
  /// Names the commands about the app itself.
  public static let appInfo = Self()
  /// Names the app's settings.
  public static let appSettings = Self()
  /// Names creating and opening.
  public static let newItem = Self()
  /// Names saving and closing.
  public static let saveItem = Self()
  /// Names importing and exporting.
  public static let importExport = Self()
  /// Names printing.
  public static let printItem = Self()
  /// Names undoing and redoing.
  public static let undoRedo = Self()
  /// Names cutting, copying and pasting.
  public static let pasteboard = Self()
  /// Names searching, spelling and the like.
  public static let textEditing = Self()
  /// Names showing and changing the toolbar.
  public static let toolbar = Self()
  /// Names showing the sidebar.
  public static let sidebar = Self()
  /// Names the sizes of windows.
  public static let windowSize = Self()
  /// Names the list of windows.
  public static let windowList = Self()
  /// Names the help.
  public static let help = Self()
  /// Names the services of the system.
  public static let systemServices = Self()
  /// Names ending the app.
  public static let appTermination = Self()
  /// Names hiding the app.
  public static let appVisibility = Self()
}

extension Scene {
  /// The scene as it is: says once that a modifier does nothing here.
  private func withoutEffect(_ name: String) -> Self {
    Diagnostics.noteOnce("'\(name)' of a scene has no effect in a browser.")
    return self
  }
  /// Has no effect in the browser.
  public func commands<C: Commands>(@CommandsBuilder content: () -> C) -> some Scene { withoutEffect("commands") }
  /// Has no effect in the browser.
  public func defaultSize(width: CGFloat, height: CGFloat) -> some Scene { withoutEffect("defaultSize") }
  /// Has no effect in the browser.
  public func defaultSize(_ size: CGSize) -> some Scene { withoutEffect("defaultSize") }
  /// Has no effect in the browser.
  public func windowStyle(_ style: WindowStyleName) -> some Scene { withoutEffect("windowStyle") }
  /// Has no effect in the browser.
  public func windowToolbarStyle(_ style: WindowStyleName) -> some Scene { withoutEffect("windowToolbarStyle") }
  /// Has no effect in the browser.
  public func windowResizability(_ resizability: WindowStyleName) -> some Scene { withoutEffect("windowResizability") }
  /// Has no effect in the browser.
  public func menuBarExtraStyle(_ style: MenuBarExtraStyleName) -> some Scene { withoutEffect("menuBarExtraStyle") }
  /// Has no effect in the browser.
  public func defaultPosition(_ position: UnitPoint) -> some Scene { withoutEffect("defaultPosition") }
  /// Has no effect in the browser.
  public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void)
    -> some Scene
  { withoutEffect("onChange") }
  /// Has no effect in the browser.
  public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some Scene {
    withoutEffect("onChange")
  }
  /// Sets an object that views in the scene read with `@EnvironmentObject`.
  public func environmentObject<T: ObservableObject>(_ object: T) -> some Scene {
    ChangedScene(content: self) { $0[object: T.self] = object }
  }
  /// Has no effect in the browser.
  public func handlesExternalEvents(matching conditions: Set<String>) -> some Scene {
    withoutEffect("handlesExternalEvents")
  }
}

/// How a window looks or is resized, which has no effect in a browser.
public struct WindowStyleName: Sendable {
  /// Names what is usual.
  public static let automatic = Self()
  /// Names a window without a title.
  public static let hiddenTitleBar = Self()
  /// Names a window with a title.
  public static let titleBar = Self()
  /// Names a window without a title bar.
  public static let plain = Self()
  /// Names title and toolbar in one.
  public static let unified = Self()
  /// Names title and toolbar in one, as a lower bar.
  public static let unifiedCompact = Self()
  /// Names title and toolbar in one, and whether the title is shown.
  public static func unified(showsTitle: Bool) -> Self { unified }
  /// Names title and toolbar in one, as a lower bar, and whether the title is shown.
  public static func unifiedCompact(showsTitle: Bool) -> Self { unifiedCompact }
  /// Names a toolbar below the title.
  public static let expanded = Self()
  /// Names a window as large as its content.
  public static let contentSize = Self()
  /// Names a window at least as large as its content.
  public static let contentMinSize = Self()
}

/// How an item of the menu bar shows its content, which has no effect in a browser.
public struct MenuBarExtraStyleName: Sendable {
  /// Names what is usual.
  public static let automatic = Self()
  /// Names a menu.
  public static let menu = Self()
  /// Names a window below the item.
  public static let window = Self()
}

/// Opens the app's ``Settings`` in a page of their own. See Apple's documentation of `SettingsLink`.
public struct SettingsLink<Label: View>: View {
  let label: Label
  @Environment(\.openSettings) private var openSettings
  /// Creates a link to the settings with a label.
  public init(@ViewBuilder label: () -> Label) { self.label = label() }
  /// A button that opens the settings.
  public var body: some View {
    Button {
      openSettings()
    } label: {
      label
    }
  }
}

extension SettingsLink where Label == Text {
  /// Creates a link to the settings that says "Settings…".
  public init() { label = Text(verbatim: "Settings…") }
}
