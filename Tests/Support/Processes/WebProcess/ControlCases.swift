// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import SwiftUI

  /// One of each control, with and without a name.
  struct ControlCases: View {
    @State private var text = "text"
    @State private var number = 0.5
    @State private var count = 1
    @State private var isOn = true
    @State private var day = Date(timeIntervalSince1970: 1_783_166_400)
    @State private var choice = "a"
    @State private var color = Color.red
    @State private var asks = false
    @State private var chooses = false

    var body: some View {
      NavigationStack {
        Form {
          Section("Fields") {
            TextField("Name", text: $text)
            TextField("", text: $text, prompt: Text("Prompt"))
            SecureField("Secret", text: $text)
            TextEditor(text: $text)
            DatePicker("Day", selection: $day)
            DatePicker("", selection: $day, displayedComponents: .date)
            ColorPicker("Color", selection: $color)
          }
          Section("Choices") {
            Toggle("Toggle", isOn: $isOn)
            Toggle("", isOn: $isOn).labelsHidden()
            Stepper("Stepper", value: $count)
            Slider(value: $number).accessibilityValue("half")
            Picker("Picker", selection: $choice) { options }
            Picker("Segments", selection: $choice) { options }.pickerStyle(.segmented)
            Picker("Inline", selection: $choice) { options }.pickerStyle(.inline)
          }
          Section("Others") {
            ProgressView(value: 0.5)
            ProgressView()
            Text("labelled").accessibilityLabel("other words").accessibilityValue("value")
            HStack { Image(systemName: "star") }.accessibilityLabel("a star")
            Text("secondary").foregroundStyle(.secondary)
            Text("tertiary").foregroundStyle(.tertiary)
            Button("Plain") {}
            Button("Bordered") {}.buttonStyle(.bordered)
            Button("Prominent") {}.buttonStyle(.borderedProminent)
            Button("Delete", role: .destructive) {}
            Button("Delete all", role: .destructive) {}.buttonStyle(.bordered)
            Menu("Menu") {
              Button("One") {}
              Button("Two", role: .destructive) {}
            }
            Button("Ask") { asks = true }
            Button("Choose") { chooses = true }
          }
        }
        .navigationTitle("Controls")
        .alert("Question", isPresented: $asks) {
          Button("Yes") {}
          Button("Cancel", role: .cancel) {}
        } message: {
          Text("The message")
        }
        .confirmationDialog("Choice", isPresented: $chooses, titleVisibility: .visible) {
          Button("First") {}
          Button("Second", role: .destructive) {}
        }
      }
    }

    @ViewBuilder private var options: some View {
      Text("Option a").tag("a")
      Text("Option b").tag("b")
    }
  }
#endif
