// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A control that selects a color. See Apple's documentation of `ColorPicker`.
public struct ColorPicker<Label: View>: View {
  let label: Label
  let selection: Binding<Color>

  /// Creates a picker with a label of any views. An opacity cannot be chosen, whatever `supportsOpacity` says.
  public init(selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> Label) {
    self.label = label()
    self.selection = selection
  }

  /// The browser's own field for a colour. A colour of the system's is shown as black until another one is chosen.
  public var body: some View {
    InputControl(
      label: label, kind: .colorField, value: { selection.wrappedValue.hexadecimal },
      take: { text, _ in
        guard text.count == 7, let value = UInt32(text.dropFirst(), radix: 16) else { return false }
        func part(_ shift: UInt32) -> Double { Double(value >> shift & 255) / 255 }
        selection.wrappedValue = Color(red: part(16), green: part(8), blue: part(0))
        return true
      })
  }
}

extension ColorPicker where Label == Text {
  /// Creates a picker with a title that may contain Markdown. An opacity cannot be chosen.
  public init(_ titleKey: LocalizedStringKey, selection: Binding<Color>, supportsOpacity: Bool = true) {
    self.init(selection: selection, supportsOpacity: supportsOpacity) { Text(titleKey) }
  }
}

extension Color {
  /// As the value of a field; system colors are black there.
  var hexadecimal: String {
    guard case .rgb(let red, let green, let blue, _) = kind else { return "#000000" }
    return "#" + [red, green, blue].map { String(format: "%02x", $0) }.joined()
  }
}
