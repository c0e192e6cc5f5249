// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Does something when the content appears and disappears.
struct LifecycleView<Content: View>: WrappingView {
  let content: Content
  var appear: (() -> Void)?
  var disappear: (() -> Void)?

  func update(_ node: Node) {
    let appearance = node.remember { Appearance() }
    appearance.appear = appear
    appearance.disappear = disappear
    node.child(0, content)
    appearance.follow(node)
  }
}

/// What a task is begun anew for, whatever its type.
struct TaskIdentity: Equatable {
  private let value: Any
  private let isEqual: (Any) -> Bool

  init<T: Equatable>(_ value: T) {
    self.value = value
    isEqual = { ($0 as? T) == value }
  }

  static func == (lhs: TaskIdentity, rhs: TaskIdentity) -> Bool { lhs.isEqual(rhs.value) }
}

/// Runs a task while the view is shown, and restarts it with each new value. See Apple's documentation of
/// `task(id:priority:_:)`.
struct TaskView<Content: View>: WrappingView {
  let content: Content
  let id: TaskIdentity?
  let priority: TaskPriority
  let action: @MainActor () async -> Void

  /// Owns the task in the graph.
  @MainActor final class Memory {
    var id: TaskIdentity?
    var start: (() -> Void)?
  }

  func update(_ node: Node) {
    node.child(0, content)
    let isNew = node.remembered(Memory.self) == nil
    let memory = node.remember { Memory() }
    let appearance = node.remember { Appearance() }
    let isOther = memory.id != id
    memory.id = id
    let (action, priority) = (action, priority)
    memory.start = { [weak memory, weak graph = node.graph] in
      if let memory { graph?.tasks.run(memory, priority: priority, action) }
    }
    if isNew {
      appearance.appear = { [weak memory] in memory?.start?() }
      // At the end of the page the graph does, after the last 'onDisappear'.
      appearance.disappear = { [weak graph = node.graph] in
        if let graph, graph.isRunning { graph.tasks.cancel(of: memory) }
      }
      appearance.follow(node)
    } else if isOther, appearance.isShown {
      node.graph.afterEvaluation { [weak memory] in memory?.start?() }
    }
  }
}

/// Does something when a value has changed.
struct ChangeView<Content: View, Value: Equatable>: WrappingView {
  let content: Content
  let value: Value
  let isInitial: Bool
  let action: (Value, Value) -> Void

  final class Memory {
    var value: Value?
  }

  func update(_ node: Node) {
    let memory = node.remember { Memory() }
    let before = memory.value
    memory.value = value
    node.child(0, content)
    let (action, value) = (action, value)
    let presence = node.environment.presence
    if let before {
      guard before != value else { return }
      node.graph.afterEvaluation { if presence?.isLoaded ?? true { action(before, value) } }
    } else if isInitial {
      node.graph.afterEvaluation { [weak graph = node.graph] in
        guard let presence, !presence.isLoaded else { return action(value, value) }
        // At first is when its page is shown.
        var id: Int?
        id = presence.listen { isShown in
          guard isShown, let current = id else { return }
          id = nil
          presence.forget(current)
          graph?.afterEvaluation { if let latest = memory.value { action(latest, latest) } }
        }
      }
    }
  }
}

extension View {
  /// Does something when the view is shown: at first, and each time that its tab or its page is shown again. See Apple's
  /// documentation of `onAppear(perform:)`.
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    LifecycleView(content: self, appear: action)
  }

  /// Does something when the view is gone, or another tab or a page over it is shown.
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    LifecycleView(content: self, disappear: action)
  }

  /// Runs a task as long as the view is shown. See Apple's documentation of `task(priority:_:)`.
  public func task(priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor () async -> Void)
    -> some View
  {
    TaskView(content: self, id: nil, priority: priority, action: action)
  }

  /// Runs a task as long as the view is shown, and begins it anew with each new value. See Apple's documentation of
  /// `task(id:priority:_:)`.
  public func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor () async -> Void
  ) -> some View { TaskView(content: self, id: TaskIdentity(value), priority: priority, action: action) }

  /// Does something when a value has changed. See Apple's documentation of `onChange(of:initial:_:)`.
  public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void)
    -> some View
  {
    ChangeView(content: self, value: value, isInitial: initial, action: action)
  }

  /// Does something when a value has changed, without being told which.
  public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some View {
    ChangeView(content: self, value: value, isInitial: initial) { _, _ in action() }
  }

  /// Does something with the new value when a value has changed: the older form.
  @_disfavoredOverload
  public func onChange<V: Equatable>(of value: V, perform action: @escaping (V) -> Void) -> some View {
    ChangeView(content: self, value: value, isInitial: false) { action($1) }
  }

  /// Does something with a preference of the views within: at first, and each time that it has changed.
  public func onPreferenceChange<K: PreferenceKey>(_ key: K.Type, perform action: @escaping (K.Value) -> Void)
    -> some View
  where K.Value: Equatable { PreferenceReader(content: self, key: key, action: action) }

  /// Says something to the views above, in place of what the views within say for the key.
  public func preference<K: PreferenceKey>(key: K.Type, value: K.Value) -> some View {
    PreferenceWriter<Self, K>(content: self, value: { _ in value })
  }

  /// Changes what the views within say to those above.
  public func transformPreference<K: PreferenceKey>(_ key: K.Type, _ callback: @escaping (inout K.Value) -> Void)
    -> some View
  {
    PreferenceWriter<Self, K>(content: self) { value in
      var value = value
      callback(&value)
      return value
    }
  }
}

/// Says something to the views above.
struct PreferenceWriter<Content: View, K: PreferenceKey>: WrappingView {
  let content: Content
  let value: (K.Value) -> K.Value

  func assemble(_ node: Node) -> Output {
    var output = node.content
    output.preferences[K.self] = value(output.preferences[K.self])
    return output
  }
}

struct PreferenceReader<Content: View, K: PreferenceKey>: WrappingView where K.Value: Equatable {
  let content: Content
  let key: K.Type
  let action: (K.Value) -> Void

  final class Memory { var value: K.Value? }

  func assemble(_ node: Node) -> Output {
    let memory = node.remember { Memory() }
    let value = node.content.preferences[key]
    if memory.value != value {
      memory.value = value
      let action = action
      node.graph.afterEvaluation { action(value) }
    }
    return node.content
  }
}
