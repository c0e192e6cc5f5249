// SPDX-License-Identifier: Apache-2.0

extension View {
  /// Asks or says something about a value, with a message and a title as a text, of which only the characters are
  /// shown. Nothing is shown while the value is nil.
  ///
  /// ```swift
  /// .alert(Text("Delete?"), isPresented: $isAsking, presenting: trip) { trip in
  ///   Button("Delete", role: .destructive) { delete(trip) }
  /// } message: { Text($0.name) }
  /// ```
  public func alert<T, A: View, M: View>(
    _ title: Text, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: @escaping (T) -> A,
    @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    asking(.alert, title, isPresented.and(data != nil), about: data, { data.map(actions) }, { data.map(message) })
  }
  /// Asks or says something about a value, with a title as a text, of which only the characters are shown. Nothing is
  /// shown while the value is nil.
  public func alert<T, A: View>(
    _ title: Text, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: @escaping (T) -> A
  ) -> some View {
    asking(.alert, title, isPresented.and(data != nil), about: data, { data.map(actions) }, { EmptyView() })
  }
  /// Asks or says something about a value, without a message, with a title that is shown as it is. Nothing is shown
  /// while the value is nil.
  @_disfavoredOverload
  public func alert<S: StringProtocol, T, A: View>(
    _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: @escaping (T) -> A
  ) -> some View {
    asking(.alert, Text(title), isPresented.and(data != nil), about: data, { data.map(actions) }, { EmptyView() })
  }
}
