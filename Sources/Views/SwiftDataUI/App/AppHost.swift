// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// An app that runs: made once, with a page for each session.
///
/// ```swift
/// let host = AppHost(MyApp())
/// let page = host.makePage(at: "/")
/// ```
@MainActor package final class AppHost {
  private let root: () -> AnyView
  private let describe: () -> [WindowDescription]
  package let services = AppServices()

  package init<A: App>(_ app: A) {
    let state = AppState()
    root = { AnyView(AppRoot(app: app, state: state)) }
    describe = { WindowDescription.all(app.body) }
  }

  /// What a window is called unless a view gives it a title.
  package var title: String? { WindowAddress().window(of: describe())?.0.title }

  /// A page that shows the app's first window.
  package func makePage(
    at location: String, user: PageUser? = nil, settings: PageSettings = PageSettings()
  ) -> ViewPage {
    ViewPage(root(), services: services, at: location, user: user, settings: settings)
  }
}

/// What the properties of an app and of its scenes keep, for all of its windows.
@MainActor final class AppState {
  /// A scene that the app declares: which one of its type.
  struct ScenePlace: Hashable {
    let type: ObjectIdentifier
    let number: Int
  }

  var connections: [AnyObject?] = []
  var scenes: [ScenePlace: [AnyObject?]] = [:]
}

/// What a property keeps that is about one page: its context, or what somebody has left there. Of a property of a scene,
/// each page has one of its own.
protocol PageConnection: AnyObject {}

/// What the properties of an app and of its scenes keep for one page, by their numbers.
@MainActor private final class PageConnections {
  private var connections: [AppState.ScenePlace: [Int: AnyObject]] = [:]

  /// Connects an app or a scene to the page.
  ///
  /// - Parameter shared: What its properties keep for all pages.
  func connect<T>(
    _ value: inout T, _ layout: PropertyLayout, at place: AppState.ScenePlace, to node: Node,
    _ shared: inout [AnyObject?]
  ) {
    if shared.isEmpty { shared = Array(repeating: nil, count: layout.connectionCount) }
    var kept = shared
    for (index, connection) in connections[place] ?? [:] { kept[index] = connection }
    layout.connect(&value, to: node, &kept)
    for (index, connection) in kept.enumerated() where connection is any PageConnection {
      connections[place, default: [:]][index] = connection
      kept[index] = nil
    }
    shared = kept
  }
}

/// Connects the scenes that an app declares, while a page looks for its window.
@MainActor final class SceneConnections {
  private let node: Node
  private let state: AppState
  private var counts: [ObjectIdentifier: Int] = [:]

  init(_ node: Node, _ state: AppState) {
    self.node = node
    self.state = state
  }

  /// The scene with its properties (`@State`, `@Environment`, …); nil if one has no value, so that its body cannot be
  /// asked.
  func connected<S: Scene>(_ scene: S, _ environment: SceneEnvironment) -> S? {
    let layout = PropertyLayout.of(S.self)
    if layout.isEmpty { return scene }
    let type = ObjectIdentifier(S.self)
    let place = AppState.ScenePlace(type: type, number: counts[type, default: 0])
    counts[type, default: 0] += 1
    var scene = scene
    // It reads what the modifiers around it have set.
    let outer = node.environment
    node.environment.session?.sharesContext = environment.sharesContext
    for change in environment.changes { change(&node.environment) }
    node.remember { PageConnections() }
      .connect(&scene, layout, at: place, to: node, &state.scenes[place, default: []])
    node.environment = outer
    if let missing = layout.missing(in: &scene) {
      Diagnostics.noteOnce("The scene \(S.self) is left out: it is without \(missing) in its environment.")
      return nil
    }
    return scene
  }
}

/// The first window of an app, on one page. Evaluated again when what the app's scenes read has changed.
struct AppRoot<A: App>: PrimitiveView {
  let app: A
  let state: AppState

  func update(_ node: Node) {
    let layout = PropertyLayout.of(A.self)
    var app = app
    let place = AppState.ScenePlace(type: ObjectIdentifier(A.self), number: 0)
    node.remember { PageConnections() }.connect(&app, layout, at: place, to: node, &state.connections)
    let windows = node.track { WindowDescription.all(app.body, SceneConnections(node, state)) }
    node.environment.session?.hasSettings = windows.contains { $0.kind == .settings }
    node.environment.session?.isForMac =
      NSApplication.isUsed || windows.contains { $0.kind == .settings || $0.kind == .menuBar }
    let address = node.environment.session?.window ?? WindowAddress()
    guard let (window, value) = address.window(of: windows, context: { self.context(of: $0, node) }) else { return }
    let content = value.flatMap { value in window.presented?.content(value) } ?? AnyView(window.content)
    node.child(0, SceneContent(content: content, environment: window.environment))
  }

  /// The page's context of a window's container.
  private func context(of window: WindowDescription, _ node: Node) -> ModelContext? {
    node.environment.session?.sharesContext = window.environment.sharesContext
    var values = node.environment
    node.track { for change in window.environment.changes { change(&values) } }
    return values.containerContext
  }
}

/// The content of a scene, with what the scene's modifiers have set.
struct SceneContent: PrimitiveView {
  let content: AnyView
  let environment: SceneEnvironment

  func update(_ node: Node) {
    node.environment.session?.sharesContext = environment.sharesContext
    var values = node.environment
    node.track { for change in environment.changes { change(&values) } }
    node.child(0, content, environment: values)
  }
}
