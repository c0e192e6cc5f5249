// SPDX-License-Identifier: Apache-2.0

/// A state that says whether the field of a search has the focus.
@MainActor final class SearchFocus {
  let isWanted: () -> Bool
  let set: (Bool) -> Void
  /// Whether the host has been told.
  private var isFocused = false
  /// How many searches have a field for it.
  private var count = 0

  init(isWanted: @escaping () -> Bool, set: @escaping (Bool) -> Void) {
    self.isWanted = isWanted
    self.set = set
  }

  /// With the last of its fields the focus goes.
  func begin(_ node: Node) {
    count += 1
    node.atEnd { [weak graph = node.graph] in
      self.count -= 1
      guard let graph, graph.isRunning else { return }
      graph.afterEvaluation {
        guard self.count == 0, self.isWanted() else { return }
        self.isFocused = false
        self.set(false)
      }
    }
  }

  func follow(_ field: Rendered, _ node: Node) {
    let wanted = node.track(isWanted)
    if wanted != isFocused {
      isFocused = wanted
      if wanted { node.graph.focus(field.id) } else { node.graph.unfocus(field.id) }
    }
    field.also(on: .focus) { _ in
      self.isFocused = true
      self.set(true)
    }
    field.also(on: .blur) { _ in
      self.isFocused = false
      self.set(false)
    }
  }
}

private enum SearchFocusKey: EnvironmentKey { static var defaultValue: [SearchFocus] { [] } }

extension EnvironmentValues {
  var searchFocus: [SearchFocus] {
    get { self[SearchFocusKey.self] }
    set { self[SearchFocusKey.self] = newValue }
  }
}

/// Hands a state to the searches within.
private struct SearchFocused<Content: View>: WrappingView {
  let content: Content
  let make: @MainActor () -> SearchFocus

  func update(_ node: Node) {
    let focus = node.remember { Kept(make()) }.focus
    node.child(0, content, environment: node.environment { $0.searchFocus.append(focus) })
  }

  final class Kept {
    let focus: SearchFocus
    init(_ focus: SearchFocus) { self.focus = focus }
  }
}

extension View {
  /// Binds whether the field of the search within has the focus to a state. Setting the state moves the focus.
  ///
  /// ```swift
  /// List(found) { Row($0) }.searchable(text: $text).searchFocused($isSearching)
  /// ```
  public func searchFocused(_ binding: FocusState<Bool>.Binding) -> some View {
    SearchFocused(content: self) {
      SearchFocus(isWanted: { binding.wrappedValue }) { if binding.wrappedValue != $0 { binding.wrappedValue = $0 } }
    }
  }
  /// Binds the focus of the field of the search within to a value of a state. Setting the state moves the focus.
  public func searchFocused<V: Hashable>(_ binding: FocusState<V>.Binding, equals value: V) -> some View {
    SearchFocused(content: self) {
      SearchFocus(isWanted: { binding.wrappedValue == value }) { isFocused in
        if isFocused, binding.wrappedValue != value { binding.wrappedValue = value }
        if !isFocused, binding.wrappedValue == value { binding.wrappedValue = binding.none }
      }
    }
  }
}
