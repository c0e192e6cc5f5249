// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftUI

  /// What is done with a pointer, the clipboard and files.
  struct HandlingCases: View {
    @GestureState private var moved = CGSize.zero
    @State private var changes = 0
    @State private var ended = "nowhere"
    @State private var held = "never"
    @State private var taps: [String] = []
    @State private var dropped = "nothing"
    @State private var isTargeted = false
    @State private var pasted = "nothing"
    @State private var picked: PhotosPickerItem?
    @State private var size = 0
    @State private var imports = false
    @State private var exports = false
    @State private var file = "no file"
    @State private var title = "A name of a file that is far too long for its room.txt"

    private var drag: some Gesture {
      DragGesture().updating($moved) { value, moved, _ in moved = value.translation }
        .onChanged { _ in changes += 1 }
        .onEnded { ended = "\(Int($0.translation.width)),\(Int($0.translation.height))" }
    }

    private var press: some Gesture {
      LongPressGesture(minimumDuration: 0.2).sequenced(before: DragGesture(minimumDistance: 0))
        .onEnded { value in
          if case .second(true, let drag?) = value { held = "\(Int(drag.translation.width))" }
        }
    }

    var body: some View {
      VStack(alignment: .leading) {
        Text(verbatim: "moved \(Int(moved.width)) ended \(ended) taps \(taps.joined(separator: ",")) held \(held)")
          .accessibilityIdentifier("echo")
        Text(verbatim: "changes \(changes)").accessibilityIdentifier("changes")
        Text("Card").frame(width: 200, height: 60).background(.yellow).offset(x: moved.width).gesture(drag)
          .onTapGesture { taps.append("\(Int($0.x.rounded())),\(Int($0.y.rounded()))") }
          .accessibilityIdentifier("card")
        Text("Press").frame(width: 200, height: 40).background(.mint).gesture(press).accessibilityIdentifier("press")
        Group {
          Text(verbatim: title).lineLimit(1).truncationMode(.middle).accessibilityIdentifier("middle")
          Text(verbatim: title).lineLimit(1).truncationMode(.head).accessibilityIdentifier("head")
          Text(verbatim: "Not so much too long").lineLimit(1).minimumScaleFactor(0.5).accessibilityIdentifier("small")
        }
        .frame(width: 120)
        Button("Shorten") { title = "Short.txt" }
        HStack {
          Text("From here").draggable(URL(string: "https://example.com/here") ?? URL(fileURLWithPath: "/"))
            .accessibilityIdentifier("source")
          Text("To here \(isTargeted ? "now" : "later")").frame(width: 200, height: 40)
            .dropDestination(for: URL.self) { urls, _ in
              dropped = urls.map(\.absoluteString).joined()
              return true
            } isTargeted: {
              isTargeted = $0
            }
            .accessibilityIdentifier("target")
        }
        Text(verbatim: "dropped \(dropped) pasted \(pasted) size \(size) file \(file)").accessibilityIdentifier("said")
        HStack {
          PhotosPicker("Pick", selection: $picked, matching: .images)
          PasteButton(payloadType: String.self) { pasted = $0.joined() }
          ShareLink(item: "shared text")
          Button("Copy") { UIPasteboard.general.string = "copied text" }
          Button("Import") { imports = true }
          Button("Export") { exports = true }
        }
      }
      .onChange(of: picked) {
        Task { size = (try? await picked?.loadTransferable(type: Data.self))?.count ?? -1 }
      }
      .fileImporter(isPresented: $imports, allowedContentTypes: [.plainText]) { result in
        switch result {
        case .success(let url): file = (try? String(contentsOf: url, encoding: .utf8)) ?? "unread"
        case .failure(let error): file = error.localizedDescription
        }
      }
      .fileExporter(isPresented: $exports, item: "exported text", contentTypes: [.plainText], defaultFilename: "Text") {
        file = (try? $0.get().lastPathComponent) ?? "failed"
      }
    }
  }
#endif
