// SPDX-License-Identifier: Apache-2.0

/// What one searches for beside the text: shown before the field, each with a button that takes it out.
@MainActor struct SearchTokens {
  /// The tokens, and views of them.
  let chosen: () -> AnyView
  /// Tokens that are not chosen yet, each with what adds it.
  let suggested: (() -> AnyView)?
  let isEmpty: () -> Bool
  /// Adds a token; false if it is of another type.
  let add: (Any) -> Bool
  let removeLast: () -> Void

  init<C: RandomAccessCollection & RangeReplaceableCollection, T: View>(
    _ tokens: Binding<C>, suggested: Binding<C>? = nil, view: @escaping (C.Element) -> T
  ) where C.Element: Identifiable {
    func add(_ token: C.Element) {
      if !tokens.wrappedValue.contains(where: { $0.id == token.id }) { tokens.wrappedValue.append(token) }
    }
    chosen = {
      AnyView(
        ForEach(tokens.wrappedValue) { token in
          Button {
            tokens.wrappedValue.removeAll { $0.id == token.id }
          } label: {
            HStack(spacing: 4) {
              view(token)
              Image(systemName: "xmark").font(.caption2)
            }
          }
          .buttonStyle(.bordered).controlSize(.small)
        })
    }
    self.suggested = suggested.map { suggested in
      {
        let known = Set(tokens.wrappedValue.map(\.id))
        return AnyView(
          ForEach(suggested.wrappedValue.filter { !known.contains($0.id) }) { token in
            view(token).changing { $0.traits.tags.append(AnyHashable(TokenCompletion(token))) }
          })
      }
    }
    isEmpty = { tokens.wrappedValue.isEmpty }
    self.add = { token in
      guard let token = token as? C.Element else { return false }
      add(token)
      return true
    }
    removeLast = { if !tokens.wrappedValue.isEmpty { tokens.wrappedValue.removeLast() } }
  }
}

/// A token that a suggestion stands for.
struct TokenCompletion: Hashable, @unchecked Sendable {
  // Unchecked: made and read on the main actor alone.
  let token: Any
  private let id: AnyHashable

  init<T: Identifiable>(_ token: T) {
    self.token = token
    id = AnyHashable(token.id)
  }

  static func == (lhs: TokenCompletion, rhs: TokenCompletion) -> Bool { lhs.id == rhs.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension View {
  /// Adds a field that searches for tokens and a text. The tokens stand before the field; a click on one takes it out,
  /// and so does Backspace in an empty field for the last one.
  ///
  /// ```swift
  /// List(found) { … }
  ///   .searchable(text: $text, tokens: $tags, prompt: "Search") { Text($0.name) }
  /// ```
  ///
  /// - Parameter token: Makes the view of a token.
  public func searchable<C: RandomAccessCollection & RangeReplaceableCollection, T: View>(
    text: Binding<String>, tokens: Binding<C>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
    @ViewBuilder token: @escaping (C.Element) -> T
  ) -> some View where C.Element: Identifiable {
    searching(text, prompt?.plain, SearchTokens(tokens, view: token))
  }
  /// Adds a field that searches for tokens and a text, with a literal as its prompt.
  public func searchable<C: RandomAccessCollection & RangeReplaceableCollection, T: View>(
    text: Binding<String>, tokens: Binding<C>, placement: SearchFieldPlacement = .automatic,
    prompt: LocalizedStringKey, @ViewBuilder token: @escaping (C.Element) -> T
  ) -> some View where C.Element: Identifiable {
    searching(text, prompt.plain, SearchTokens(tokens, view: token))
  }
  /// Adds a field that searches for tokens and a text, with a string as its prompt.
  @_disfavoredOverload
  public func searchable<C: RandomAccessCollection & RangeReplaceableCollection, T: View, S: StringProtocol>(
    text: Binding<String>, tokens: Binding<C>, placement: SearchFieldPlacement = .automatic, prompt: S,
    @ViewBuilder token: @escaping (C.Element) -> T
  ) -> some View where C.Element: Identifiable {
    searching(text, String(prompt), SearchTokens(tokens, view: token))
  }
  /// Adds a field that searches for tokens and a text, whose search is bound to a condition.
  public func searchable<C: RandomAccessCollection & RangeReplaceableCollection, T: View>(
    text: Binding<String>, tokens: Binding<C>, isPresented: Binding<Bool>,
    placement: SearchFieldPlacement = .automatic, prompt: Text? = nil, @ViewBuilder token: @escaping (C.Element) -> T
  ) -> some View where C.Element: Identifiable {
    searching(text, prompt?.plain, SearchTokens(tokens, view: token), isPresented)
  }
  /// Adds a field that searches for tokens and a text, whose search is bound to a condition, with a literal as its
  /// prompt.
  public func searchable<C: RandomAccessCollection & RangeReplaceableCollection, T: View>(
    text: Binding<String>, tokens: Binding<C>, isPresented: Binding<Bool>,
    placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
    @ViewBuilder token: @escaping (C.Element) -> T
  ) -> some View where C.Element: Identifiable {
    searching(text, prompt.plain, SearchTokens(tokens, view: token), isPresented)
  }
  /// Adds a field that searches for tokens and a text, and tokens to choose from, which are below the field from when
  /// it gets the focus until one is chosen.
  public func searchable<C: RandomAccessCollection & RangeReplaceableCollection, T: View>(
    text: Binding<String>, tokens: Binding<C>, suggestedTokens: Binding<C>,
    placement: SearchFieldPlacement = .automatic, prompt: Text? = nil, @ViewBuilder token: @escaping (C.Element) -> T
  ) -> some View where C.Element: Identifiable {
    searching(text, prompt?.plain, SearchTokens(tokens, suggested: suggestedTokens, view: token))
  }
  /// Adds a field that searches for tokens and a text, and tokens to choose from, with a literal as its prompt.
  public func searchable<C: RandomAccessCollection & RangeReplaceableCollection, T: View>(
    text: Binding<String>, tokens: Binding<C>, suggestedTokens: Binding<C>,
    placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
    @ViewBuilder token: @escaping (C.Element) -> T
  ) -> some View where C.Element: Identifiable {
    searching(text, prompt.plain, SearchTokens(tokens, suggested: suggestedTokens, view: token))
  }
  /// Adds a field that searches for tokens and a text, and tokens to choose from, with a string as its prompt.
  @_disfavoredOverload
  public func searchable<C: RandomAccessCollection & RangeReplaceableCollection, T: View, S: StringProtocol>(
    text: Binding<String>, tokens: Binding<C>, suggestedTokens: Binding<C>,
    placement: SearchFieldPlacement = .automatic, prompt: S, @ViewBuilder token: @escaping (C.Element) -> T
  ) -> some View where C.Element: Identifiable {
    searching(text, String(prompt), SearchTokens(tokens, suggested: suggestedTokens, view: token))
  }

  private func searching(
    _ text: Binding<String>, _ prompt: String?, _ tokens: SearchTokens, _ isPresented: Binding<Bool>? = nil
  ) -> some View {
    SearchView(
      content: self, text: text, prompt: prompt, isPresented: isPresented, suggestions: EmptyView(),
      scopes: EmptyView(), tokens: tokens)
  }

  /// Makes the view, if it is a suggestion, a button that adds a token to the search and empties the field.
  public func searchCompletion<T: Identifiable>(_ token: T) -> some View {
    changing { $0.traits.tags.append(AnyHashable(TokenCompletion(token))) }
  }
}
