// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftUI

  /// Single rules of SwiftUI that only a browser can show, each with a name.
  struct Cases: App {
    var body: some Scene {
      WindowGroup("Cases") {
        // Each has an address.
        TabView {
          CasesView().tabItem { Text("Gestures") }
          ListCases(kind: .edits).tabItem { Text("Edits") }
          ListCases(kind: .choices).tabItem { Text("Choices") }
          ListCases(kind: .looks).tabItem { Text("Looks") }
          ListCases(kind: .taps).tabItem { Text("Taps") }
          PagerCases().tabItem { Text("Pages") }
          SheetCases().tabItem { Text("Sheets") }
          ControlCases().tabItem { Text("Controls") }
          MotionCases().tabItem { Text("Motion") }
          RegionCases().tabItem { Text("Region") }
          DirectionCases().tabItem { Text("Direction") }
          HandlingCases().tabItem { Text("Handling") }
          LayoutCases().tabItem { Text("Layout") }
          AlignmentCases().tabItem { Text("Alignment") }
          ProposalCases().tabItem { Text("Proposals") }
          ContainerCases().tabItem { Text("Containers") }
          BleedCases().tabItem { Text("Bleed") }
        }
      }
    }
  }

  struct CasesView: View {
    @State private var done: [String] = []
    @State private var isOn = false

    var body: some View {
      VStack {
        Text(verbatim: "done \(done.joined(separator: ","))").accessibilityIdentifier("echo")
        HStack {
          Text("Beside")
          ZStack { Text("Placed").accessibilityIdentifier("placed").position(x: 30, y: 20) }
            .frame(width: 200, height: 100)
            .accessibilityIdentifier("room")
        }
        card("low").gesture(tap("low"))
        card("along").simultaneousGesture(tap("along"))
        card("first").highPriorityGesture(tap("first"))
      }
    }

    private func card(_ name: String) -> some View {
      HStack {
        Button("\(name) button") { done.append("button") }
        Toggle("\(name) toggle", isOn: $isOn)
        Text("\(name) text")
      }
    }

    private func tap(_ name: String) -> some Gesture { TapGesture().onEnded { done.append(name) } }
  }
#endif
