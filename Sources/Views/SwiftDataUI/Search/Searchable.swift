// SPDX-License-Identifier: Apache-2.0

/// A field that searches, in the bar of the page.
struct SearchView<Content: View, Suggestions: View, Scopes: View>: PrimitiveView {
  let content: Content
  let text: Binding<String>
  let prompt: String?
  var isPresented: Binding<Bool>?
  let suggestions: Suggestions
  let scopes: Scopes
  var tokens: SearchTokens?

  @MainActor final class Memory {
    weak var graph: Graph?
    var field: ElementID?
    var text: Binding<String>?
    var isPresented: Binding<Bool>?
    /// What the binding was when the focus was last given or taken for it.
    var wasPresented = false
    var isFocused = false
    /// Whether tokens are suggested: from when the field gets the focus, and no longer when one was chosen.
    var suggestsTokens = false
    weak var node: Node?

    func suggestTokens(_ suggests: Bool) {
      guard suggests != suggestsTokens else { return }
      suggestsTokens = suggests
      node?.invalidate()
    }

    /// Ends the search. The field loses the focus, so that the next search begins with getting it.
    func dismiss() {
      suggestTokens(false)
      if text?.wrappedValue.isEmpty == false { text?.wrappedValue = "" }
      if isPresented?.wrappedValue == true { isPresented?.wrappedValue = false }
      if isFocused { graph?.unfocus(field) }
      isFocused = false
    }
  }

  private func isSearching(_ node: Node) -> Bool {
    node.track { !text.wrappedValue.isEmpty || isPresented?.wrappedValue == true }
  }

  func update(_ node: Node) {
    let isSearching = isSearching(node)
    let isNew = node.remembered(Memory.self) == nil
    let memory = node.remember { Memory() }
    if isNew { for focus in node.environment.searchFocus { focus.begin(node) } }
    memory.graph = node.graph
    memory.node = node
    memory.text = text
    memory.isPresented = isPresented
    let environment = node.environment(isSearching ? "searching" : "") {
      $0.isSearching = isSearching
      $0.dismissSearch = DismissSearchAction { MainActor.assumeIsolated { memory.dismiss() } }
    }
    node.child(0, content, environment: environment)
    let options = node.environment("options") { $0.container = .picker }
    node.child(1, suggestions, environment: options)
    node.child(2, scopes, environment: options)
    guard let tokens else { return }
    let chips = node.environment("tokens") {
      $0.container = nil
      $0.enterStack(.horizontal)
    }
    node.child(3, node.track(tokens.chosen), environment: chips)
    if memory.suggestsTokens, let suggested = tokens.suggested {
      node.child(4, node.track(suggested), environment: options)
    }
  }

  func assemble(_ node: Node) -> Output {
    var output = node.content(0)
    let text = text
    let field = node.element(.searchField, [.searchField], key: 1)
    let name = prompt ?? OwnWords.text("Search", node.environment.locale)
    field.attribute(.placeholder, name)
    field.attribute(.label, name)
    field.attribute(.value, node.track { self.text.wrappedValue })
    let edited = node.track { text.edited }
    field.attribute(.fieldKey, FieldKey.of(node, edited, endsWithPage: text.endsWithPage))
    field.on(.input) { value in if let value, text.wrappedValue != value { text.wrappedValue = value } }
    let submit = node.environment.submit(.search)
    field.on(.submit) { _ in submit?() }
    let memory = node.remember { Memory() }
    memory.field = field.id
    let isPresented = isPresented
    field.on(.focus) { _ in
      memory.isFocused = true
      if tokens?.suggested != nil { memory.suggestTokens(true) }
      if isPresented?.wrappedValue == false { isPresented?.wrappedValue = true }
    }
    // A search goes on when the field is left: what it has found is clicked then.
    field.on(.blur) { _ in memory.isFocused = false }
    for focus in node.environment.searchFocus { focus.follow(field, node) }
    var keys: [String] = []
    if isSearching(node) || memory.suggestsTokens { keys.append(KeyEquivalent.escape.name) }
    // With text in the field, the key is the field's.
    if let tokens, node.track({ text.wrappedValue.isEmpty && !tokens.isEmpty() }) {
      keys.append(KeyEquivalent.delete.name)
    }
    if !keys.isEmpty {
      field.attribute(.keys, keys.joined(separator: " "))
      field.on(.key) { key in
        if key == KeyEquivalent.escape.name { memory.dismiss() }
        if key == KeyEquivalent.delete.name, text.wrappedValue.isEmpty { tokens?.removeLast() }
      }
    }
    let isWanted = node.track { isPresented?.wrappedValue == true }
    if isWanted != memory.wasPresented {
      memory.wasPresented = isWanted
      if isWanted, !memory.isFocused { node.graph.focus(field.id) }
      if !isWanted, memory.isFocused { node.graph.unfocus(field.id) }
    }
    var line = field
    if !node.elements(3).isEmpty {
      line = node.element(.box, [.hstack], key: 5, children: node.elements(3) + [field])
      line.grows = .horizontal
    }
    let bar = node.element(.box, [.search], children: [line])
    bar.role(.search)
    if !node.elements(2).isEmpty {
      bar.children.append(node.element(.box, [.searchScopes], key: 2, children: node.elements(2)))
    }
    let suggestions = node.elements(4) + (text.wrappedValue.isEmpty ? [] : node.elements(1))
    if !suggestions.isEmpty {
      bar.children.append(
        node.element(.box, [.searchSuggestions], key: 3, children: suggestions.map { completion($0, text, node) }))
    }
    if node.environment.navigation != nil {
      output.preferences[SearchKey.self].append(bar)
    } else {
      // Without a bar the field is above the content.
      bar.grows = .horizontal
      let box = node.element(.box, [.searchBox], key: 4, children: [bar] + output.elements)
      box.grows = [.horizontal, .vertical]
      output.elements = [box]
    }
    return output
  }

  /// A suggestion that completes the search when it is chosen.
  private func completion(_ element: Rendered, _ text: Binding<String>, _ node: Node) -> Rendered {
    if let token = element.traits.tags.lazy.compactMap({ $0.base as? TokenCompletion }).first, let tokens {
      let memory = node.remember { Memory() }
      let button = Rendered(element.key.companion(.of(.completion, node)), .button, [.option], children: [element])
      button.on(.click) { _ in
        guard tokens.add(token.token) else { return }
        if !text.wrappedValue.isEmpty { text.wrappedValue = "" }
        memory.suggestTokens(false)
      }
      return button
    }
    guard let completion = element.traits.tags.compactMap({ $0.base as? SearchCompletion }).first else {
      return element
    }
    let button = Rendered(element.key.companion(.of(.completion, node)), .button, [.option], children: [element])
    button.on(.click) { _ in text.wrappedValue = completion.text }
    return button
  }
}

struct SearchCompletion: Hashable { let text: String }

enum SearchKey: PreferenceKey {
  static var defaultValue: [Rendered] { [] }
  static func reduce(value: inout [Rendered], nextValue: () -> [Rendered]) { value += nextValue() }
}

/// Where a field that searches is; it is in the bar of the page wherever it should be.
public struct SearchFieldPlacement: Sendable {
  /// Has no effect in the browser.
  public static let automatic = Self()
  /// Has no effect in the browser.
  public static let navigationBarDrawer = Self()
  /// Has no effect in the browser.
  public static let toolbar = Self()
  /// Has no effect in the browser.
  public static let sidebar = Self()
  /// Has no effect in the browser.
  public static let toolbarPrincipal = Self()
  /// Has no effect in the browser.
  public static func navigationBarDrawer(displayMode: NavigationBarDrawerDisplayMode) -> Self { Self() }
  /// When a field that searches is there; it always is here.
  public struct NavigationBarDrawerDisplayMode: Sendable {
    /// Has no effect in the browser.
    public static let automatic = Self()
    /// Has no effect in the browser.
    public static let always = Self()
  }
}
/// When scopes are shown; they always are here.
public struct SearchScopeActivation: Sendable {
  /// Has no effect in the browser.
  public static let automatic = Self()
  /// Has no effect in the browser.
  public static let onTextEntry = Self()
  /// Has no effect in the browser.
  public static let onSearchPresentation = Self()
}

/// Ends a search: what the environment has for the views within one.
public struct DismissSearchAction {
  let action: () -> Void
  /// Empties the field of the search, which loses the focus, and sets what `isPresented` is bound to to false.
  public func callAsFunction() { action() }
}

private enum IsSearchingKey: EnvironmentKey { static let defaultValue = false }
private enum DismissSearchKey: EnvironmentKey {
  static var defaultValue: DismissSearchAction { DismissSearchAction {} }
}
extension EnvironmentValues {
  /// Whether somebody searches: something is in the field, or what `isPresented` is bound to is true.
  public var isSearching: Bool {
    get { self[IsSearchingKey.self] }
    set { self[IsSearchingKey.self] = newValue }
  }
  /// Ends the search around the view; does nothing where there is none.
  public var dismissSearch: DismissSearchAction {
    get { self[DismissSearchKey.self] }
    set { self[DismissSearchKey.self] = newValue }
  }
}

extension View {
  /// Adds a field that searches to the bar of the page, or above the view where there is no navigation. See Apple's
  /// documentation of `searchable(text:placement:prompt:)`.
  ///
  /// - Parameters:
  ///   - placement: Has no effect in the browser.
  ///   - prompt: What the field says while it is empty; "Search" if it is nil.
  public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View { searching(text, prompt?.plain, EmptyView()) }
  /// Adds a field that searches, whose prompt is a literal.
  public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
  ) -> some View { searching(text, prompt.plain, EmptyView()) }
  /// Adds a field that searches, whose prompt is a string.
  @_disfavoredOverload
  public func searchable<S: StringProtocol>(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
  ) -> some View { searching(text, String(prompt), EmptyView()) }
  /// Adds a field that searches and sets the binding to true when it gets the focus, and to false when the search is
  /// ended: by the Escape key or by ``EnvironmentValues/dismissSearch``. Setting the binding gives the field the focus, or
  /// takes it away.
  public func searchable(
    text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View { searching(text, prompt?.plain, EmptyView(), isPresented) }
  /// Adds a field that searches and whose search is bound to a condition, with a literal as its prompt.
  public func searchable(
    text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic,
    prompt: LocalizedStringKey
  ) -> some View { searching(text, prompt.plain, EmptyView(), isPresented) }
  /// Adds a field that searches, and suggestions, which are below it while something is in it.
  public func searchable<S: View>(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
    @ViewBuilder suggestions: () -> S
  ) -> some View { searching(text, prompt?.plain, suggestions()) }
  /// Adds a field that searches, and suggestions, with a literal as its prompt.
  public func searchable<S: View>(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
    @ViewBuilder suggestions: () -> S
  ) -> some View { searching(text, prompt.plain, suggestions()) }

  private func searching<S: View>(
    _ text: Binding<String>, _ prompt: String?, _ suggestions: S, _ isPresented: Binding<Bool>? = nil
  ) -> some View {
    SearchView(
      content: self, text: text, prompt: prompt, isPresented: isPresented, suggestions: suggestions, scopes: EmptyView()
    )
  }

  /// Has no effect in the browser.
  public func searchSuggestions<S: View>(@ViewBuilder _ suggestions: () -> S) -> some View {
    withoutEffect("searchSuggestions")
  }
  /// Adds a row of choices above the view, which is always there, whatever the activation.
  public func searchScopes<V: Hashable, S: View>(
    _ scope: Binding<V>, activation: SearchScopeActivation = .automatic, @ViewBuilder _ scopes: () -> S
  ) -> some View {
    let picker = Picker(selection: scope, content: scopes, label: { EmptyView() }).pickerStyle(.segmented)
    return VStack(spacing: 8) {
      picker
      self
    }
  }
  /// Makes the view, if it is a suggestion, a button that puts a text into the field of the search.
  public func searchCompletion(_ completion: String) -> some View {
    changing { $0.traits.tags.append(AnyHashable(SearchCompletion(text: completion))) }
  }
  /// Has no effect in the browser.
  public func searchPresentationToolbarBehavior(_ behavior: SearchScopeActivation) -> some View {
    withoutEffect("searchPresentationToolbarBehavior")
  }
}
