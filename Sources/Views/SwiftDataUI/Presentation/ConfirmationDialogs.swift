// SPDX-License-Identifier: Apache-2.0

extension View {
  /// Lets one choose what to do. See Apple's documentation of `confirmationDialog(_:isPresented:…)`.
  ///
  /// In a browser it is a dialog in the middle of the window, with the buttons below each other. A button "Cancel" is
  /// added if none has the role `cancel`. Escape and a click beside it do what that button does. The title is always
  /// shown, whatever `titleVisibility` says.
  public func confirmationDialog<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.confirmation, Text(titleKey), isPresented, actions, { EmptyView() }) }
  /// Lets one choose what to do, with a message.
  public func confirmationDialog<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.confirmation, Text(titleKey), isPresented, actions, message) }
  /// Lets one choose what to do, with a title that is shown as it is.
  @_disfavoredOverload
  public func confirmationDialog<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.confirmation, Text(title), isPresented, actions, { EmptyView() }) }
  /// Lets one choose what to do, with a message and a title that is shown as it is.
  @_disfavoredOverload
  public func confirmationDialog<S: StringProtocol, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.confirmation, Text(title), isPresented, actions, message) }
  /// Lets one choose what to do, with a title as a text.
  public func confirmationDialog<A: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A
  ) -> some View { asking(.confirmation, title, isPresented, actions, { EmptyView() }) }
  /// Lets one choose what to do, with a message and a title as a text.
  public func confirmationDialog<A: View, M: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M
  ) -> some View { asking(.confirmation, title, isPresented, actions, message) }
  /// Lets one choose what to do with a value, with a message and a title as a text. Nothing is shown while the value is
  /// nil.
  public func confirmationDialog<T, A: View, M: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    asking(
      .confirmation, title, isPresented.and(data != nil), about: data, { data.map(actions) }, { data.map(message) })
  }
  /// Lets one choose what to do with a value, with a title as a text. Nothing is shown while the value is nil.
  public func confirmationDialog<T, A: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A
  ) -> some View {
    asking(.confirmation, title, isPresented.and(data != nil), about: data, { data.map(actions) }, { EmptyView() })
  }
  /// Lets one choose what to do with a value, with a message and a title that is shown as it is. Nothing is shown while
  /// the value is nil.
  @_disfavoredOverload
  public func confirmationDialog<S: StringProtocol, T, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    confirmationDialog(
      Text(title), isPresented: isPresented, titleVisibility: titleVisibility, presenting: data, actions: actions,
      message: message)
  }
  /// Lets one choose what to do with a value, with a title that is shown as it is. Nothing is shown while the value is
  /// nil.
  @_disfavoredOverload
  public func confirmationDialog<S: StringProtocol, T, A: View>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A
  ) -> some View {
    confirmationDialog(
      Text(title), isPresented: isPresented, titleVisibility: titleVisibility, presenting: data, actions: actions)
  }
  /// Lets one choose what to do with a value, with a message. Nothing is shown while the value is nil.
  public func confirmationDialog<T, A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    asking(
      .confirmation, Text(titleKey), isPresented.and(data != nil), about: data, { data.map(actions) },
      { data.map(message) })
  }
  /// Lets one choose what to do with a value, without a message. Nothing is shown while the value is nil.
  public func confirmationDialog<T, A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: @escaping (T) -> A
  ) -> some View {
    asking(
      .confirmation, Text(titleKey), isPresented.and(data != nil), about: data, { data.map(actions) }, { EmptyView() })
  }
  /// Shows an ``ActionSheet`` while the condition holds, as a dialog like those of `confirmationDialog`. The closure is
  /// called only then.
  public func actionSheet(isPresented: Binding<Bool>, content: @escaping () -> ActionSheet) -> some View {
    asking(.confirmation, isPresented) { content().parts }
  }
}

/// The form of confirmation dialogs before `confirmationDialog(_:isPresented:…)`. See Apple's documentation of
/// `ActionSheet`.
public struct ActionSheet {
  let title: Text
  let message: Text?
  let buttons: [Alert.Button]
  /// A button, as alerts have them.
  public typealias Button = Alert.Button
  /// Creates an action sheet. Without buttons of its own it has "Cancel".
  public init(title: Text, message: Text? = nil, buttons: [Alert.Button] = [.cancel()]) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }
  @MainActor var parts: PresentedParts { Alert(title: title, message: message, buttons: buttons).parts }
}

extension Alert {
  fileprivate init(title: Text, message: Text?, buttons: [Button]) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }
}
