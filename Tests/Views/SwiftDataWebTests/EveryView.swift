// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import SwiftUI

  /// One of each view, with the same text wherever a text can be. A test compares it with the sources.
  enum EveryView {
    @MainActor static func parts(_ text: String) -> [any View] {
      [
        Tabs(text: text), Columns(text: text), Texts(text: text), Fields(text: text), Choices(text: text),
        Boxes(text: text), Layouts(text: text), Drawn(text: text), Lists(text: text), Presented(text: text),
        Asked(text: text), Older(text: text), Described(text: text), Parts(text: text),
      ]
    }
  }

  private struct Named: Identifiable {
    let id: Int
    var name: String
    var children: [Named]?
  }

  private struct Tabs: View {
    let text: String
    @State private var field = ""
    @State private var isOn = true

    var body: some View {
      TabView {
        NavigationStack {
          List {
            NavigationLink(text, value: text)
            NavigationLink(text) { Text(text) }
            EditButton()
          }
          .navigationTitle(text)
          .navigationDestination(for: String.self) { Text($0).navigationTitle($0) }
          .searchable(text: $field, prompt: text)
          .toolbar {
            ToolbarItem { Button(text) {} }
            ToolbarItemGroup(placement: .bottomBar) { Button(text) {} }
          }
          .contextMenu { Button(text) {} }
        }
        .tabItem { Label(text, systemImage: text) }
        .badge(text)
        Tab(text, systemImage: text, value: 2) { Text(text) }
        TabSection(text) { Tab(text, systemImage: text, value: 3) { Text(text) } }
      }
    }
  }

  private struct Columns: View {
    let text: String

    var body: some View {
      NavigationSplitView {
        List { NavigationLink(text, value: text) }.navigationTitle(text)
      } content: {
        NavigationView { Text(text).navigationTitle(text) }
      } detail: {
        HSplitView {
          Text(text)
          VSplitView { Text(text) }
        }
      }
    }
  }

  private struct Texts: View {
    let text: String

    var body: some View {
      VStack {
        Text(text).tag(text).badge(text).id(text)
        Text(verbatim: text).font(.custom(text, size: 12))
        Text(LocalizedStringKey(text))
        Text("**\(text)** [link](\(text))")
        Text(.init("[\(text)](https://example.com/\(text))"))
        Text(text) + Text(verbatim: text).bold()
        Label(text, systemImage: text)
        Label(text, image: text)
        Image(systemName: text)
        Image(text, label: Text(text))
        Link(text, destination: URL(string: "javascript:window.owned=1") ?? URL(fileURLWithPath: "/"))
      }
    }
  }

  private struct Fields: View {
    let text: String
    @State private var value = "value"
    @State private var number = 1.0

    var body: some View {
      Form {
        TextField(text, text: .constant(text), prompt: Text(text))
        TextField(text, text: $value, axis: .vertical)
        TextField(text, value: $number, format: .number)
        SecureField(text, text: .constant(text))
        TextEditor(text: $value)
        Button(text) {}
        Button(text, systemImage: text, role: .destructive) {}
        ShareLink(item: text)
        ShareLink(LocalizedStringKey(text), item: text, subject: Text(text), message: Text(text))
        PasteButton(payloadType: String.self) { _ in }
      }
    }
  }

  private struct Choices: View {
    let text: String
    @State private var isOn = true
    @State private var date = Date(timeIntervalSince1970: 0)
    @State private var dates: Set<DateComponents> = []
    @State private var choice = ""
    @State private var number = 1
    @State private var part = 0.5
    @State private var color = Color.red
    @State private var photo: PhotosPickerItem?

    var body: some View {
      Form {
        Toggle(text, isOn: $isOn)
        Toggle(text, systemImage: text, isOn: $isOn).toggleStyle(.button)
        DatePicker(text, selection: $date)
        MultiDatePicker(LocalizedStringKey(text), selection: $dates)
        Stepper(text, value: $number, in: 0...10)
        Slider(value: $part) { Text(text) }
        ColorPicker(LocalizedStringKey(text), selection: $color)
        PhotosPicker(selection: $photo) { Text(text) }
        Group {
          Picker(text, selection: $choice) { Text(text).tag(text) }
          Picker(text, selection: $choice) { Text(text).tag(text) }.pickerStyle(.segmented)
          Picker(text, selection: $choice) { Text(text).tag(text) }.pickerStyle(.inline)
        }
      }
    }
  }

  private struct Boxes: View {
    let text: String
    @State private var isOpen = true

    var body: some View {
      VStack {
        Menu(text) { Button(text) {} }
        ControlGroup { Button(text) {} }
        GroupBox(text) { Text(text) }
        DisclosureGroup(text, isExpanded: $isOpen) { Text(text) }
        LabeledContent(text, value: text)
        ContentUnavailableView(text, systemImage: text, description: Text(text))
        ContentUnavailableView.search(text: text)
        ProgressView(text, value: 0.5)
        Gauge(value: 0.5) { Text(text) }
        SettingsLink()
      }
    }
  }

  private struct Layouts: View {
    let text: String

    var body: some View {
      ScrollView {
        ScrollViewReader { _ in
          HStack { Text(text) }
          ZStack { Text(text) }
          LazyVStack { Text(text) }
          LazyHStack { Text(text) }
          LazyVGrid(columns: [GridItem(.flexible())]) { Text(text) }
          LazyHGrid(rows: [GridItem(.flexible())]) { Text(text) }
          Grid { GridRow { Text(text) } }
          GeometryReader { _ in Text(text) }
        }
        ViewThatFits { Text(text) }
        GlassEffectContainer { Text(text) }
        PhaseAnimator([1, 2]) { _ in Text(text) }
        TimelineView(.everyMinute) { _ in Text(text) }
        AnyView(Text(text))
        Spacer()
        Divider()
        EmptyView()
        EquatableView(content: Text(text))
      }
    }
  }

  private struct Drawn: View {
    let text: String

    var body: some View {
      VStack {
        AsyncImage(url: URL(string: "data:text/html,x"))
        AsyncImage(url: URL(string: "https://example.com/\(text.hashValue)"))
        Canvas { _, _ in }
        Color(text).frame(width: .infinity, height: .nan)
        LinearGradient(colors: [Color(text)], startPoint: .top, endPoint: .bottom)
        RadialGradient(colors: [Color(text)], center: .center, startRadius: 0, endRadius: .infinity)
        AngularGradient(colors: [Color(text)], center: .center)
        EllipticalGradient(colors: [Color(text)], center: .center, endRadiusFraction: .infinity)
        Text(text).foregroundStyle(Color(text)).background(Color(text)).overlay { Text(text) }
      }
    }
  }

  private struct Lists: View {
    let text: String
    @State private var chosen: Int?
    @State private var order: [KeyPathComparator<Named>] = []

    var body: some View {
      let rows = [Named(id: 1, name: text, children: [Named(id: 2, name: text)])]
      VStack {
        List(selection: $chosen) {
          Section {
            Text(text).swipeActions { Button(text, role: .destructive) {} }
            ForEach(rows) { Text($0.name) }.onDelete { _ in }.onMove { _, _ in }
          } header: {
            Text(text)
          } footer: {
            Text(text)
          }
          Section(text) { Text(text) }
          OutlineGroup(rows, children: \.children) { Text($0.name) }
        }
        Table(rows, selection: $chosen, sortOrder: $order) {
          TableColumn(LocalizedStringKey(text), value: \Named.name)
        }
      }
    }
  }

  /// Views that are handed others: their types are named, since no initializer names them.
  private struct Parts: View {
    let text: String

    var body: some View {
      VStack {
        // GroupElementsOfContent. Each Subview is of a SubviewsCollection, here of a SubviewsCollectionSlice.
        Group(subviews: Text(text)) { subviews in ForEach(subviews.prefix(1)) { $0 } }
        // GroupSectionsOfContent.
        Group(sections: Section(text) { Text(text) }) { sections in ForEach(sections) { $0.content } }
        // PlaceholderContentView.
        Text(text).animation(.default) { $0.opacity(0.5) }
        KeyframeAnimator(initialValue: 1.0) { _ in
          Text(text)
        } keyframes: { _ in
          KeyframeTrack(\.self) { LinearKeyframe(3, duration: 1) }
        }
      }
    }
  }

  private struct Presented: View {
    let text: String
    @State private var isOn = true
    @State private var isOpen = true

    var body: some View {
      Text(text)
        .sheet(isPresented: $isOn) { Text(text).navigationTitle(text) }
        .popover(isPresented: $isOpen) { Text(text) }
        .inspector(isPresented: $isOn) { Text(text) }
    }
  }

  private struct Asked: View {
    let text: String
    @State private var isOn = true
    @State private var isOpen = true

    var body: some View {
      Text(text)
        .alert(text, isPresented: $isOn) {
          TextField(text, text: .constant(text))
          Button(text) {}
        } message: {
          Text(text)
        }
        .confirmationDialog(text, isPresented: $isOpen, titleVisibility: .visible) {
          Button(text, role: .destructive) {}
        } message: {
          Text(text)
        }
    }
  }

  private struct Older: View {
    let text: String
    @State private var isOn = true

    var body: some View {
      Text(text)
        .navigationBarTitle(Text(text))
        .navigationBarItems(leading: Text(text), trailing: Button(text) {})
        .alert(isPresented: $isOn) {
          Alert(title: Text(text), message: Text(text), dismissButton: .default(Text(text)))
        }
        .actionSheet(isPresented: $isOn) { ActionSheet(title: Text(text), message: Text(text)) }
    }
  }

  /// What is said beside what is shown.
  private struct Described: View {
    let text: String

    var body: some View {
      Text(text)
        .help(text)
        .accessibilityLabel(text)
        .accessibilityValue(text)
        .accessibilityHint(text)
        .accessibilityIdentifier(text)
        .searchCompletion(text)
        .previewDisplayName(text)
        .environment(\.locale, Locale(identifier: text))
    }
  }
#endif
