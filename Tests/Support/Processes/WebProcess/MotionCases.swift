// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftUI

  /// What moves, comes and goes little by little.
  struct MotionCases: View {
    @State private var isWide = false
    @State private var isThere = false
    @State private var isAtOnce = false
    @State private var count = 0
    @State private var names = ["a", "b", "c"]
    @State private var taps = 0

    var body: some View {
      VStack {
        Text(verbatim: "taps \(taps)")
        Button("Widen") { withAnimation(.linear(duration: 2)) { isWide.toggle() } }
        Button("At once") { isAtOnce.toggle() }
        Button("Come and go") { withAnimation(.linear(duration: 2)) { isThere.toggle() } }
        Button("Count") { count += 1 }
        Button("Turn") { withAnimation(.bouncy(duration: 2)) { names.reverse() } }
        Rectangle().fill(.red).frame(width: isWide ? 300 : 100, height: 20).accessibilityIdentifier("box")
        Rectangle().fill(.blue).frame(width: isAtOnce ? 300 : 100, height: 20).accessibilityIdentifier("other")
        Text("counted").opacity(count > 0 ? 0.2 : 1).animation(.easeIn(duration: 2), value: count)
          .accessibilityIdentifier("counted")
        if isThere {
          Text("coming").transition(.move(edge: .leading).combined(with: .opacity)).accessibilityIdentifier("coming")
        }
        ForEach(names, id: \.self) { Text(verbatim: "name \($0)").accessibilityIdentifier("name \($0)") }
        HStack {
          Text("start")
          Spacer()
          Text("end")
        }
        .frame(width: 300)
        .contentShape(Rectangle())
        .onTapGesture { taps += 1 }
        .accessibilityIdentifier("wide")
        Text("mixed").blendMode(.multiply).accessibilityIdentifier("mixed")
      }
    }
  }
#endif
