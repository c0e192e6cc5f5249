// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftUI

  /// Rows that are edited, chosen, tapped and swiped.
  struct ListCases: View {
    enum Kind { case edits, choices, looks, taps }

    let kind: Kind
    @State private var names = ["a", "b", "c"]
    @State private var chosen: Set<String> = []
    @State private var done: [String] = []

    var body: some View {
      NavigationStack {
        VStack {
          Text(verbatim: "done \(done.joined(separator: ","))").accessibilityIdentifier("echo")
          Text(verbatim: "chosen \(chosen.sorted().joined())").accessibilityIdentifier("chosen")
          switch kind {
          case .edits: List { rows }
          case .choices: List(selection: $chosen) { rows }
          case .looks: looks
          case .taps: taps
          }
        }
        .toolbar { EditButton() }
      }
    }

    private var rows: some View {
      ForEach(names, id: \.self) { name in
        NavigationLink("row \(name)") { Text("page of \(name)") }
      }
      .onDelete { names.remove(atOffsets: $0) }
      .onMove { names.move(fromOffsets: $0, toOffset: $1) }
    }

    private var looks: some View {
      Form {
        Group {
          Text("group 1")
          Text("group 2")
        }
        .listRowBackground(Color.green)
        Group {
          Text("modified 1")
          Text("modified 2")
        }
        .modifier(Yellow())
        ForEach(1..<3) { Text("each \($0)") }.listRowBackground(Color.green)
        Section("Section") {
          Text("section 1")
          Text("section 2")
        }
        .listRowBackground(Color.green)
        NavigationLink {
          Text("page")
        } label: {
          Text("label 1").listRowBackground(Color.green)
        }
        Text("plain 1")
      }
      .contentMargins(32, for: .scrollContent)
    }

    private var taps: some View {
      List {
        NavigationLink {
          Text("page of the label")
        } label: {
          HStack {
            Text("label")
            Text("star").padding(4).onTapGesture { done.append("star") }
          }
        }
        Text("swiped")
          .swipeActions {
            Button("First") { done.append("first") }
            Button("Second") { done.append("second") }
          }
          .swipeActions(edge: .leading) {
            Button("Third") { done.append("third") }
            Button("Fourth") { done.append("fourth") }
          }
      }
    }
  }

  private struct Yellow: ViewModifier {
    func body(content: Content) -> some View { content.listRowBackground(Color.yellow) }
  }

  /// Pages beside each other.
  struct PagerCases: View {
    @State private var page = "one"

    var body: some View {
      VStack {
        Text(verbatim: "page \(page)").accessibilityIdentifier("echo")
        Button("Go to three") { page = "three" }
        TabView(selection: $page) {
          ForEach(["one", "two", "three"], id: \.self) { name in
            Text("this is \(name)").tag(name)
          }
        }
        .tabViewStyle(.page)
      }
    }
  }

  /// Sheets of all heights, over a page that was opened before.
  struct SheetCases: View {
    @State private var path: [String] = []
    @State private var shown: String?

    var body: some View {
      NavigationStack(path: $path) {
        List { NavigationLink("Open", value: "opened") }
          .navigationDestination(for: String.self) { _ in
            VStack {
              Text("the opened page")
              ForEach(["length", "fraction", "detents", "kept", "plain"], id: \.self) { name in
                Button(name) { shown = name }
              }
            }
          }
      }
      .sheet(item: Binding(get: { shown.map { Shown(id: $0) } }, set: { shown = $0?.id })) { item in
        switch item.id {
        case "length":
          Text("in the sheet").presentationDetents([.height(220)]).presentationBackground(Color.yellow)
        case "fraction": Text("in the sheet").presentationDetents([.fraction(0.5)])
        case "detents": Form { Text("in the sheet") }.presentationDetents([.medium, .large])
        case "kept": Button("Close") { shown = nil }.interactiveDismissDisabled()
        default: Text("in the sheet")
        }
      }
    }

    private struct Shown: Identifiable { let id: String }
  }
#endif
