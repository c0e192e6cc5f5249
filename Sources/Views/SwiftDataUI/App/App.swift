// SPDX-License-Identifier: Apache-2.0

/// An app. See Apple's documentation of `App`.
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

/// A part of an app that has windows. See Apple's documentation of `Scene`.
@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
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
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
  @_disfavoredOverload
  public static func buildBlock<each Content: Scene>(_ content: repeat each Content) -> _TupleScene {
    var all: [any Scene] = []
    for scene in repeat each content { all.append(scene) }
    return _TupleScene(scenes: all)
  }
  public static func buildOptional(_ scene: (any Scene)?) -> _TupleScene {
    _TupleScene(scenes: scene.map { [$0] } ?? [])
  }
  public static func buildLimitedAvailability(_ scene: some Scene) -> _TupleScene { _TupleScene(scenes: [scene]) }
}

public struct _TupleScene {
  let scenes: [any Scene]
}

extension _TupleScene: Scene, PrimitiveScene {
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
  let content: any View
  let environment: SceneEnvironment

  static func all(_ scene: some Scene) -> [WindowDescription] {
    var windows: [WindowDescription] = []
    collect(scene, &windows, SceneEnvironment())
    return windows
  }

  static func collect(_ scene: any Scene, _ windows: inout [WindowDescription], _ environment: SceneEnvironment) {
    if let primitive = scene as? any PrimitiveScene {
      primitive.describe(&windows, environment)
    } else {
      func open<S: Scene>(_ scene: S) { collect(scene.body, &windows, environment) }
      open(scene)
    }
  }
}

/// What scene modifiers have set.
@MainActor struct SceneEnvironment {
  /// Applied in order, the outermost first.
  var changes: [@MainActor (inout EnvironmentValues) -> Void] = []
  var sharesContext = false
}

/// One or more windows with the same content. See Apple's documentation of `WindowGroup`.
public struct WindowGroup<Content: View>: Scene, PrimitiveScene {
  let title: String?
  let id: String?
  let content: Content

  public typealias Body = Never

  public init(@ViewBuilder content: () -> Content) {
    title = nil
    id = nil
    self.content = content()
  }
  public init(id: String, @ViewBuilder content: () -> Content) {
    title = nil
    self.id = id
    self.content = content()
  }
  public init(_ title: LocalizedStringKey, id: String? = nil, @ViewBuilder content: () -> Content) {
    self.title = title.plain
    self.id = id
    self.content = content()
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, id: String? = nil, @ViewBuilder content: () -> Content) {
    self.title = String(title)
    self.id = id
    self.content = content()
  }

  func describe(_ windows: inout [WindowDescription], _ environment: SceneEnvironment) {
    windows.append(WindowDescription(kind: .main, title: title, id: id, content: content, environment: environment))
  }
}
