// SPDX-License-Identifier: Apache-2.0

/// An app. See Apple's documentation of `App`.
@MainActor @preconcurrency public protocol App {
  /// The type of the app's scenes.
  associatedtype Body: Scene
  /// The scenes of the app. A page shows the first window group, or the first scene if there is no window group.
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  /// Creates the app: one for all of its pages.
  @MainActor @preconcurrency init()
}

/// A part of an app that has windows. See Apple's documentation of `Scene`.
@MainActor @preconcurrency public protocol Scene {
  /// The type of the scenes within.
  associatedtype Body: Scene
  /// The scenes that this one consists of.
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
  // Never called: a 'PrimitiveScene' is asked for its views instead, and 'Never' has no value to return.
  public var body: Never { fatalError("\(Self.self) has no body") }
}

/// A scene that is described here.
@MainActor protocol PrimitiveScene: Scene where Body == Never {
  func describe(_ windows: inout [WindowDescription], _ environment: SceneEnvironment)
}

/// Makes one scene of the statements of a closure. See Apple's documentation of `SceneBuilder`.
@resultBuilder
public enum SceneBuilder {
  /// Takes a scene as it is.
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  /// Takes a single scene as it is.
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
  /// Takes several scenes, one after the other.
  @_disfavoredOverload
  public static func buildBlock<each Content: Scene>(_ content: repeat each Content) -> _TupleScene {
    var all: [any Scene] = []
    for scene in repeat each content { all.append(scene) }
    return _TupleScene(scenes: all)
  }
  /// Takes the scene of an `if` without `else`, or none.
  public static func buildOptional(_ scene: (any Scene)?) -> _TupleScene {
    _TupleScene(scenes: scene.map { [$0] } ?? [])
  }
  /// Takes the scene of an `if #available`.
  public static func buildLimitedAvailability(_ scene: some Scene) -> _TupleScene { _TupleScene(scenes: [scene]) }
}

/// Several scenes as one.
public struct _TupleScene {
  let scenes: [any Scene]
}

extension _TupleScene: Scene, PrimitiveScene {
  /// None: the scenes within are read one by one.
  public typealias Body = Never

  func describe(_ windows: inout [WindowDescription], _ environment: SceneEnvironment) {
    for scene in scenes { WindowDescription.collect(scene, &windows, environment) }
  }
}

/// What a window shows.
@MainActor struct WindowDescription {
  enum Kind { case main, window, settings, menuBar }
  let kind: Kind
  let title: String?
  let id: String?
  /// What the windows of a group are told apart by: what a value shows, if it is one of the group's.
  var presented: PresentedWindow?
  let content: any View
  let environment: SceneEnvironment

  /// - Parameter connections: What the properties of the app's scenes keep. Without it they have their first values, and
  ///   scenes that read an object of the environment are left out: there is none.
  static func all(_ scene: some Scene, _ connections: SceneConnections? = nil) -> [WindowDescription] {
    var windows: [WindowDescription] = []
    collect(scene, &windows, SceneEnvironment(connections: connections))
    return windows
  }

  static func collect(_ scene: any Scene, _ windows: inout [WindowDescription], _ environment: SceneEnvironment) {
    if let primitive = scene as? any PrimitiveScene {
      primitive.describe(&windows, environment)
    } else {
      func open<S: Scene>(_ scene: S) {
        var known: S? = scene
        if let connections = environment.connections {
          known = connections.connected(scene, environment)
        } else {
          var unconnected = scene
          // A body that reads an object that is not there would end the program.
          if PropertyLayout.of(S.self).missing(in: &unconnected) != nil { known = nil }
        }
        if let known { collect(known.body, &windows, environment) }
      }
      open(scene)
    }
  }
}

/// What scene modifiers have set.
@MainActor struct SceneEnvironment {
  /// Applied in order, the outermost first.
  var changes: [@MainActor (inout EnvironmentValues) -> Void] = []
  var sharesContext = false
  /// What the properties of scenes that the app declares keep.
  var connections: SceneConnections?
}

/// One or more windows with the same content. See Apple's documentation of `WindowGroup`.
public struct WindowGroup<Content: View>: Scene, PrimitiveScene {
  let title: String?
  let id: String?
  var presented: PresentedWindow?
  let content: Content

  /// None: a page shows the content of the app's first window group.
  public typealias Body = Never

  /// Creates a window group whose pages have no title of their own.
  public init(@ViewBuilder content: () -> Content) {
    title = nil
    id = nil
    self.content = content()
  }
  /// Creates a window group with an identifier, by which ``EnvironmentValues/openWindow`` opens another page.
  public init(id: String, @ViewBuilder content: () -> Content) {
    title = nil
    self.id = id
    self.content = content()
  }
  /// Creates a window group whose title is the page's until a view sets one; marks of Markdown are left out of it.
  public init(_ title: LocalizedStringKey, id: String? = nil, @ViewBuilder content: () -> Content) {
    self.title = title.plain
    self.id = id
    self.content = content()
  }
  /// Creates a window group whose title is the page's until a view sets one, and is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, id: String? = nil, @ViewBuilder content: () -> Content) {
    self.title = String(title)
    self.id = id
    self.content = content()
  }

  func describe(_ windows: inout [WindowDescription], _ environment: SceneEnvironment) {
    windows.append(
      WindowDescription(
        kind: .main, title: title, id: id, presented: presented, content: content, environment: environment))
  }
}
