// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Toggle where Label == SwiftDataUI.Label<Text, Image> {
  /// Creates a toggle with a title that is shown as it is, and a symbol.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, systemImage: String, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { SwiftDataUI.Label(String(title), systemImage: systemImage) }
  }
}

extension View {
  /// Sets the title of the page, as it is: the older form of `navigationTitle(_:)`.
  @_disfavoredOverload
  public func navigationBarTitle<S: StringProtocol>(_ title: S) -> some View { navigationTitle(title) }
  /// Sets the title of the page, as it is, and how large it is.
  @_disfavoredOverload
  public func navigationBarTitle<S: StringProtocol>(_ title: S, displayMode: NavigationBarItem.TitleDisplayMode)
    -> some View
  { navigationTitle(title).navigationBarTitleDisplayMode(displayMode) }
}

extension NavigationLink {
  /// Opens its page, too, when the selection becomes its tag.
  public init<V: Hashable>(
    destination: Destination, tag: V, selection: Binding<V?>, @ViewBuilder label: () -> Label
  ) {
    self.init(
      isActive: Binding(
        get: { selection.wrappedValue == tag },
        set: {
          if $0 { selection.wrappedValue = tag } else if selection.wrappedValue == tag { selection.wrappedValue = nil }
        }
      ),
      destination: { destination }, label: label)
  }
  /// Creates a link that opens its page, too, when the binding becomes true.
  public init(destination: Destination, isActive: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.init(isActive: isActive, destination: { destination }, label: label)
  }
}
