// SPDX-License-Identifier: Apache-2.0

/// Whether a page of a tab view or of a stack is the one that is shown: its views appear and disappear with it, and keep
/// what they remember.
@MainActor final class Presence {
  let outer: Presence?
  private var isHere: Bool
  /// Whether it was ever the one that is shown.
  private var wasHere: Bool
  private var listeners: [Listener] = []
  private var lastID = 0

  private struct Listener {
    let id: Int
    /// The one within that is told, unless it is gone; views take themselves out.
    var isPresence = false
    weak var presence: Presence?
    let tell: (Bool) -> Void

    var isGone: Bool { isPresence && presence == nil }
  }

  init(outer: Presence?, isHere: Bool) {
    self.outer = outer
    self.isHere = isHere
    wasHere = isHere
    // Each page of a stack has one, and a stack may open pages without end.
    outer?.listeners.removeAll(where: \.isGone)
    _ = outer?.listen(isPresence: true, self) { [weak self] isShown in
      guard let self, self.isHere else { return }
      tell(isShown)
    }
  }

  /// Also whether the page around it is shown.
  var isShown: Bool { isHere && (outer?.isShown ?? true) }

  /// A page of a tab view that nobody has seen yet counts as not being there: its views follow no changes.
  var isLoaded: Bool { wasHere && (outer?.isLoaded ?? true) }

  func set(_ isHere: Bool) {
    guard isHere != self.isHere else { return }
    self.isHere = isHere
    if isHere { wasHere = true }
    if outer?.isShown ?? true { tell(isHere) }
  }

  private func tell(_ isShown: Bool) { for listener in listeners { listener.tell(isShown) } }

  func listen(_ tell: @escaping (Bool) -> Void) -> Int { listen(isPresence: false, nil, tell) }

  private func listen(isPresence: Bool, _ presence: Presence?, _ tell: @escaping (Bool) -> Void) -> Int {
    lastID += 1
    listeners.append(Listener(id: lastID, isPresence: isPresence, presence: presence, tell: tell))
    return lastID
  }

  /// For tests: how many are told.
  var listenerCount: Int { listeners.count }

  func forget(_ id: Int) { listeners.removeAll { $0.id == id } }
}

/// What a view does when it appears and when it is gone: once for each time that its page is shown.
@MainActor final class Appearance {
  private(set) var isShown = false
  private var isListening = false
  /// The latest closures, which run after the evaluation.
  var appear: (() -> Void)?
  var disappear: (() -> Void)?

  /// Begins with the node, and ends with it.
  func follow(_ node: Node) {
    guard !isListening else { return }
    isListening = true
    let presence = node.environment.presence
    let id = presence?.listen { [weak self, weak graph = node.graph] isShown in
      if let graph { self?.show(isShown, graph) }
    }
    show(presence?.isShown ?? true, node.graph)
    node.atEnd { [self, weak graph = node.graph] in
      if let id { presence?.forget(id) }
      if let graph { show(false, graph) }
    }
  }

  private func show(_ isShown: Bool, _ graph: Graph) {
    guard isShown != self.isShown else { return }
    self.isShown = isShown
    if let action = isShown ? appear : disappear { graph.afterEvaluation(action) }
  }
}

private enum PresenceKey: EnvironmentKey { static var defaultValue: Presence? { nil } }

extension EnvironmentValues {
  /// The page that the view is on; nil if that is always shown.
  var presence: Presence? {
    get { self[PresenceKey.self] }
    set { self[PresenceKey.self] = newValue }
  }
}
