// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// What alerts and confirmation dialogs have in common.
  ///
  /// - Parameter data: What it is about, if that is known: about something else it is another dialog, so that a click on a
  ///   button of the one before does nothing.
  func asking<A: View, M: View>(
    _ kind: Presenter<Self>.Kind, _ title: Text?, _ isPresented: Binding<Bool>, about data: Any? = nil,
    _ actions: @escaping () -> A, _ message: @escaping () -> M
  ) -> some View {
    asking(kind, isPresented, about: { data }) {
      PresentedParts(title: title, content: actions(), message: message())
    }
  }

  /// Asks with parts that are made only once something is asked.
  func asking(
    _ kind: Presenter<Self>.Kind, _ isPresented: Binding<Bool>, about data: @escaping () -> Any? = { nil },
    _ parts: @escaping () -> PresentedParts
  ) -> some View {
    Presenter(
      content: self, kind: kind, isPresented: { isPresented.wrappedValue },
      dismiss: { if isPresented.wrappedValue { isPresented.wrappedValue = false } },
      identity: { ItemIdentity.ofAny(data()) }, parts: parts)
  }

  /// Asks or says something, with a message. See Apple's documentation of `alert(_:isPresented:actions:message:)`.
  ///
  /// In a browser it is a dialog. Buttons stand in a row at the bottom, and what else the actions have, such as text
  /// fields, above them; if there is no button, one says "OK". Escape closes the alert, as its button with the role
  /// `cancel` does if it has one; a click beside it does not.
  public func alert<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.alert, Text(titleKey), isPresented, actions, message) }
  /// Asks or says something without a message, with a title whose Markdown is taken out.
  public func alert<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.alert, Text(titleKey), isPresented, actions, { EmptyView() }) }
  /// Asks or says something with a message, with a title that is shown as it is.
  @_disfavoredOverload
  public func alert<S: StringProtocol, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.alert, Text(title), isPresented, actions, message) }
  /// Asks or says something without a message, with a title that is shown as it is.
  @_disfavoredOverload
  public func alert<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.alert, Text(title), isPresented, actions, { EmptyView() }) }
  /// Asks or says something with a message. Of the text only the characters are shown, without its styles.
  public func alert<A: View, M: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.alert, title, isPresented, actions, message) }
  /// Asks or says something without a message. Of the text only the characters are shown, without its styles.
  public func alert<A: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.alert, title, isPresented, actions, { EmptyView() }) }
  /// Asks or says something about a value, with a message. Nothing is shown while the value is nil.
  public func alert<T, A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    asking(
      .alert, Text(titleKey), isPresented.and(data != nil), about: data, { data.map(actions) },
      { data.map(message) })
  }
  /// Asks or says something about a value, without a message. Nothing is shown while the value is nil.
  public func alert<T, A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A
  ) -> some View {
    asking(.alert, Text(titleKey), isPresented.and(data != nil), about: data, { data.map(actions) }, { EmptyView() })
  }
  /// Asks or says something about a value, with a message and a title that is shown as it is. Nothing is shown while
  /// the value is nil.
  @_disfavoredOverload
  public func alert<S: StringProtocol, T, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: @escaping (T) -> A,
    @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    asking(
      .alert, Text(title), isPresented.and(data != nil), about: data, { data.map(actions) },
      { data.map(message) })
  }
  /// Tells of an error, with its `errorDescription`, or "Error", as the title. Nothing is shown while the error is nil.
  public func alert<E: LocalizedError, A: View>(
    isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: @escaping () -> A
  ) -> some View {
    asking(.alert, Text(error?.errorDescription ?? "Error"), isPresented.and(error != nil), actions, { EmptyView() })
  }
  /// Tells of an error, with its `errorDescription`, or "Error", as the title, and actions and a message made of it.
  /// Nothing is shown while the error is nil.
  public func alert<E: LocalizedError, A: View, M: View>(
    isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: @escaping (E) -> A,
    @ViewBuilder message: @escaping (E) -> M
  ) -> some View {
    asking(
      .alert, Text(error?.errorDescription ?? "Error"), isPresented.and(error != nil), { error.map(actions) },
      { error.map(message) })
  }
  /// Shows an ``Alert`` while the condition holds. The closure is called only then.
  public func alert(isPresented: Binding<Bool>, content: @escaping () -> Alert) -> some View {
    asking(.alert, isPresented) { content().parts }
  }
  /// Shows an ``Alert`` about an item while there is one. Closing it sets the item to nil.
  public func alert<Item: Identifiable>(item: Binding<Item?>, content: @escaping (Item) -> Alert) -> some View {
    asking(
      .alert, Binding(get: { item.wrappedValue != nil }, set: { if !$0 { item.wrappedValue = nil } }),
      about: { item.wrappedValue }
    ) { item.wrappedValue.map(content)?.parts ?? PresentedParts(content: EmptyView()) }
  }
}

extension Binding where Value == Bool {
  /// True while both this and a condition are.
  func and(_ condition: Bool) -> Binding<Bool> {
    Binding(get: { wrappedValue && condition }, set: { wrappedValue = $0 })
  }
}

/// The API for alerts before `alert(_:isPresented:actions:)`. See Apple's documentation of `Alert`.
public struct Alert {
  let title: Text
  let message: Text?
  let buttons: [Button]

  /// Creates an alert with one button, which says "OK" if none is given.
  public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {
    self.title = title
    self.message = message
    buttons = [dismissButton ?? .default(Text(own: "OK"))]
  }
  /// Creates an alert with two buttons.
  public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {
    self.title = title
    self.message = message
    buttons = [primaryButton, secondaryButton]
  }

  /// A button of an alert or an action sheet.
  public struct Button {
    let label: Text
    let role: ButtonRole?
    let action: @MainActor () -> Void
    /// A button with a label.
    public static func `default`(_ label: Text, action: (@MainActor () -> Void)? = {}) -> Button {
      Button(label: label, role: nil, action: action ?? {})
    }
    /// A button with the role `cancel` and a label of its own.
    public static func cancel(_ label: Text, action: (@MainActor () -> Void)? = {}) -> Button {
      Button(label: label, role: .cancel, action: action ?? {})
    }
    /// A button "Cancel", in the language of the page.
    public static func cancel(_ action: (@MainActor () -> Void)? = {}) -> Button {
      cancel(Text(own: "Cancel"), action: action)
    }
    /// A button with the role `destructive`, whose label is red.
    public static func destructive(_ label: Text, action: (@MainActor () -> Void)? = {}) -> Button {
      Button(label: label, role: .destructive, action: action ?? {})
    }
  }

  @MainActor var parts: PresentedParts { PresentedParts(title: title, content: actions, message: message) }

  @MainActor @ViewBuilder private var actions: some View {
    ForEach(Array(buttons.enumerated()), id: \.offset) { _, button in
      SwiftDataUI.Button(role: button.role, action: button.action) { button.label }
    }
  }
}
