// SPDX-License-Identifier: Apache-2.0

// Controls that stand for the values of several things at once.

extension Toggle {
  /// Creates a toggle for a value of several things: on if all are. It is mixed if some are, which is shown as off;
  /// turning it on turns all on.
  ///
  /// ```swift
  /// Toggle(sources: $alarms, isOn: \.isEnabled) { Text("All alarms") }
  /// ```
  ///
  /// - Parameter isOn: From a thing to the binding to its value.
  public init<C: RandomAccessCollection>(
    sources: C, isOn: KeyPath<C.Element, Binding<Bool>>, @ViewBuilder label: () -> Label
  ) {
    self.init(
      isOn: Binding(
        get: { !sources.isEmpty && sources.allSatisfy { $0[keyPath: isOn].wrappedValue } },
        set: { value in for source in sources { source[keyPath: isOn].wrappedValue = value } }), label: label)
    mixed = {
      sources.contains { $0[keyPath: isOn].wrappedValue } && sources.contains { !$0[keyPath: isOn].wrappedValue }
    }
  }
}

extension Toggle where Label == Text {
  /// Creates a toggle for a value of several things, with a title that may contain Markdown.
  public init<C: RandomAccessCollection>(
    _ titleKey: LocalizedStringKey, sources: C, isOn: KeyPath<C.Element, Binding<Bool>>
  ) { self.init(sources: sources, isOn: isOn) { Text(titleKey) } }
  /// Creates a toggle for a value of several things, with a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol, C: RandomAccessCollection>(
    _ title: S, sources: C, isOn: KeyPath<C.Element, Binding<Bool>>
  ) { self.init(sources: sources, isOn: isOn) { Text(title) } }
}

extension Toggle where Label == SwiftDataUI.Label<Text, Image> {
  /// Creates a toggle for a value of several things, with a title that may contain Markdown, and a symbol.
  public init<C: RandomAccessCollection>(
    _ titleKey: LocalizedStringKey, systemImage: String, sources: C, isOn: KeyPath<C.Element, Binding<Bool>>
  ) { self.init(sources: sources, isOn: isOn) { SwiftDataUI.Label(titleKey, systemImage: systemImage) } }
}

/// The values of several things, as one.
struct SharedSelection<Value: Hashable> {
  /// The value that all have; nil if they have different ones.
  let get: () -> Value?
  let set: (Value) -> Void

  init<C: RandomAccessCollection>(_ sources: C, _ selection: KeyPath<C.Element, Binding<Value>>) {
    get = {
      guard let value = sources.first?[keyPath: selection].wrappedValue,
        sources.allSatisfy({ $0[keyPath: selection].wrappedValue == value })
      else { return nil }
      return value
    }
    set = { value in for source in sources { source[keyPath: selection].wrappedValue = value } }
  }
}

extension Picker {
  /// Creates a picker for a value of several things. As long as they have different values, none is selected; choosing
  /// one sets it for all.
  ///
  /// ```swift
  /// Picker(sources: $tasks, selection: \.priority) { … } label: { Text("Priority") }
  /// ```
  ///
  /// - Parameter selection: From a thing to the binding to its value.
  public init<C: RandomAccessCollection>(
    sources: C, selection: KeyPath<C.Element, Binding<SelectionValue>>, @ViewBuilder content: () -> Content,
    @ViewBuilder label: () -> Label
  ) {
    self.label = label()
    self.selection = nil
    self.content = content()
    shared = SharedSelection(sources, selection)
  }
}

extension Picker where Label == Text {
  /// Creates a picker for a value of several things, with a title that may contain Markdown.
  public init<C: RandomAccessCollection>(
    _ titleKey: LocalizedStringKey, sources: C, selection: KeyPath<C.Element, Binding<SelectionValue>>,
    @ViewBuilder content: () -> Content
  ) { self.init(sources: sources, selection: selection, content: content) { Text(titleKey) } }
  /// Creates a picker for a value of several things, with a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol, C: RandomAccessCollection>(
    _ title: S, sources: C, selection: KeyPath<C.Element, Binding<SelectionValue>>, @ViewBuilder content: () -> Content
  ) { self.init(sources: sources, selection: selection, content: content) { Text(title) } }
}
