// SPDX-License-Identifier: Apache-2.0

/// A single window: shown only if the app has no other scene. See Apple's documentation of `Window`.
public struct Window<Content: View>: Scene, PrimitiveScene {
  let title: String
  let id: String
  let content: Content
  public typealias Body = Never
  public init(_ title: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content) {
    self.title = title.plain
    self.id = id
    self.content = content()
  }
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

/// See Apple's documentation of `Settings`.
public struct Settings<Content: View>: Scene, PrimitiveScene {
  let content: Content
  public typealias Body = Never
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  func describe(_ windows: inout [WindowDescription], _ environment: SceneEnvironment) {
    windows.append(WindowDescription(kind: .settings, title: nil, id: nil, content: content, environment: environment))
  }
}

/// See Apple's documentation of `MenuBarExtra`.
public struct MenuBarExtra<Content: View>: Scene, PrimitiveScene {
  let content: Content
  public typealias Body = Never
  public init(_ title: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
  func describe(_ windows: inout [WindowDescription], _ environment: SceneEnvironment) {
    windows.append(WindowDescription(kind: .menuBar, title: nil, id: nil, content: content, environment: environment))
  }
}

/// Menus of the app; there is no menu bar here. See Apple's documentation of `Commands`.
@MainActor @preconcurrency public protocol Commands {
  associatedtype Body: Commands
  @CommandsBuilder var body: Body { get }
}
extension Never: Commands {}
extension Commands where Body == Never {
  // Never called: there is no menu bar to ask for commands, and 'Never' has no value to return.
  public var body: Never { fatalError("\(Self.self) has no body") }
}
@resultBuilder @MainActor
public enum CommandsBuilder {
  public static func buildExpression<C: Commands>(_ content: C) -> C { content }
  public static func buildBlock() -> EmptyCommands { EmptyCommands() }
  public static func buildBlock<C: Commands>(_ content: C) -> C { content }
  @_disfavoredOverload
  public static func buildBlock<each C: Commands>(_ content: repeat each C) -> EmptyCommands { EmptyCommands() }
}
public struct EmptyCommands: Commands {
  public typealias Body = Never
  public init() {}
}
public struct CommandGroup<Content: View>: Commands {
  public typealias Body = Never
  public init(replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
  public init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
  public init(before group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
}
public struct CommandMenu<Content: View>: Commands {
  public typealias Body = Never
  public init(_ name: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}
public struct SidebarCommands: Commands {
  public typealias Body = Never
  public init() {}
}
public struct TextEditingCommands: Commands {
  public typealias Body = Never
  public init() {}
}
public struct ToolbarCommands: Commands {
  public typealias Body = Never
  public init() {}
}
public struct CommandGroupPlacement: Sendable {
  public static let appInfo = Self()
  public static let appSettings = Self()
  public static let newItem = Self()
  public static let saveItem = Self()
  public static let importExport = Self()
  public static let printItem = Self()
  public static let undoRedo = Self()
  public static let pasteboard = Self()
  public static let textEditing = Self()
  public static let toolbar = Self()
  public static let sidebar = Self()
  public static let windowSize = Self()
  public static let windowList = Self()
  public static let help = Self()
  public static let systemServices = Self()
  public static let appTermination = Self()
  public static let appVisibility = Self()
}

extension Scene {
  /// Has no effect in the browser.
  public func commands<C: Commands>(@CommandsBuilder content: () -> C) -> some Scene { self }
  /// Has no effect in the browser.
  public func defaultSize(width: CGFloat, height: CGFloat) -> some Scene { self }
  /// Has no effect in the browser.
  public func defaultSize(_ size: CGSize) -> some Scene { self }
  /// Has no effect in the browser.
  public func windowStyle(_ style: WindowStyleName) -> some Scene { self }
  /// Has no effect in the browser.
  public func windowToolbarStyle(_ style: WindowStyleName) -> some Scene { self }
  /// Has no effect in the browser.
  public func windowResizability(_ resizability: WindowStyleName) -> some Scene { self }
  /// Has no effect in the browser.
  public func defaultPosition(_ position: UnitPoint) -> some Scene { self }
  /// Has no effect in the browser.
  public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void)
    -> some Scene
  { self }
  /// Has no effect in the browser.
  public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some Scene {
    self
  }
  public func environmentObject<T: ObservableObject>(_ object: T) -> some Scene {
    ChangedScene(content: self) { $0[object: T.self] = object }
  }
  /// Has no effect in the browser.
  public func handlesExternalEvents(matching conditions: Set<String>) -> some Scene { self }
}

public struct WindowStyleName: Sendable {
  public static let automatic = Self()
  public static let hiddenTitleBar = Self()
  public static let titleBar = Self()
  public static let plain = Self()
  public static let unified = Self()
  public static let unifiedCompact = Self()
  public static let expanded = Self()
  public static let contentSize = Self()
  public static let contentMinSize = Self()
}

/// A link to the settings, which are not shown here.
public struct SettingsLink: View {
  public init() {}
  public var body: some View { UnsupportedView(name: "SettingsLink") }
}
