// SPDX-License-Identifier: Apache-2.0

/// Reloads what a view shows. See Apple's documentation of `RefreshAction`.
///
/// ```swift
/// @Environment(\.refresh) private var refresh
/// if let refresh { Button("Reload") { Task { await refresh() } } }
/// ```
public struct RefreshAction {
  let action: @MainActor () async -> Void

  /// Reloads, and returns when that is done.
  @MainActor public func callAsFunction() async { await action() }
}

private enum RefreshKey: EnvironmentKey { static var defaultValue: RefreshAction? { nil } }

extension EnvironmentValues {
  /// What ``View/refreshable(action:)`` of a view above does; nil if there is none.
  public var refresh: RefreshAction? { ownRefresh }

  var ownRefresh: RefreshAction? {
    get { self[RefreshKey.self] }
    set { self[RefreshKey.self] = newValue }
  }
}

extension View {
  /// Lets people reload the content, with a button: a browser keeps pulling for the page itself. The button is in the
  /// bar of the page, or above the content where there is no bar; it turns while the action runs. Views within can do
  /// the same with ``EnvironmentValues/refresh``. See Apple's documentation of `refreshable(action:)`.
  ///
  /// ```swift
  /// List(mails) { MailRow(mail: $0) }
  ///   .refreshable { await mailbox.fetch() }
  /// ```
  public func refreshable(action: @escaping @MainActor () async -> Void) -> some View {
    RefreshableView(content: self, action: action)
  }
}

/// A view with a button that reloads it.
struct RefreshableView<Content: View>: PrimitiveView {
  let content: Content
  let action: @MainActor () async -> Void

  /// The latest action: views within keep what they have read.
  @MainActor final class Memory {
    var action: @MainActor () async -> Void = {}
  }

  func update(_ node: Node) {
    let memory = node.remember { Memory() }
    memory.action = action
    node.child(0, content, environment: node.environment { $0.ownRefresh = RefreshAction { await memory.action() } })
    let bar = node.environment("bar") {
      $0.container = nil
      $0.enterStack(.horizontal)
    }
    node.child(1, RefreshButton { await memory.action() }, environment: bar)
  }

  func assemble(_ node: Node) -> Output {
    var output = node.content(0)
    let button = node.content(1)
    output.preferences.merge(button.preferences)
    if node.environment.hasBar {
      let entry = ToolbarEntry(placement: .topBarTrailing, elements: button.elements)
      output.preferences[ToolbarKey.self].append(entry)
      return output
    }
    // Several views are several views still: the first one has the button.
    guard let first = output.elements.first, !first.traits.isGap else { return output }
    let bar = node.element(.box, [.refreshBar], key: 1, children: button.elements)
    let box = first.boxed(node, .refreshable)
    box.children = [bar, first]
    output.elements[0] = box
    return output
  }
}

/// Reloads, and turns while it does.
struct RefreshButton: View {
  let action: @MainActor () async -> Void
  @State private var turn = 0
  @State private var begun = 0
  @State private var isRunning = false

  var body: some View {
    // One button all along, so that the focus stays.
    Button {
      if !isRunning { turn += 1 }
    } label: {
      if isRunning { ProgressView() } else { Image(systemName: "arrow.clockwise") }
    }
    .accessibilityLabel(OwnWords.text("Refresh"))
    .changing { $0.add(.refresh) }
    .task(id: turn) {
      // A task begins anew when its page is shown again, which is no wish to reload.
      guard turn > begun else { return }
      begun = turn
      isRunning = true
      await action()
      isRunning = false
    }
  }
}
