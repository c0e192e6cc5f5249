// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import SwiftUI

  @Model final class Remark {
    var text: String
    init(text: String) { self.text = text }
  }

  /// Pages over a store at `--store`, of which some end their process, or hold it up: for `--workers`.
  struct Crowd: App {
    let container = Crowd.opened()

    var body: some Scene {
      WindowGroup("Crowd") { CrowdView() }
        .modelContainer(container)
    }

    /// The folder of the store, in which the file `go` lets go what is held up.
    static let store = URL(fileURLWithPath: argument("--store") ?? "Crowd.store")

    private static func argument(_ name: String) -> String? {
      let arguments = CommandLine.arguments
      return arguments.firstIndex(of: name).flatMap { arguments.dropFirst($0 + 1).first }
    }

    private static func opened() -> ModelContainer {
      do { return try ModelContainer(for: Remark.self, configurations: ModelConfiguration(url: store)) } catch {
        fatalError("The store cannot be opened: \(error)")
      }
    }
  }

  struct CrowdView: View {
    @Environment(\.modelContext) private var context
    @Query(sort: \Remark.text) private var remarks: [Remark]
    @State private var draft = ""
    @State private var held = 0

    var body: some View {
      VStack {
        Text(verbatim: "process \(ProcessInfo.processInfo.processIdentifier)").accessibilityIdentifier("process")
        Text("held \(held) times").accessibilityIdentifier("held")
        TextField("draft", text: $draft).accessibilityIdentifier("draft")
        Button("Add") {
          context.insert(Remark(text: draft))
          do { try context.save() } catch { print("not saved: \(error)") }
          draft = ""
        }
        Button("Trap") { fatalError("on purpose") }
        Button("Hold up") {
          let go = Crowd.store.deletingLastPathComponent().appendingPathComponent("go").path
          while !FileManager.default.fileExists(atPath: go) { Thread.sleep(forTimeInterval: 0.01) }
          held += 1
        }
        ForEach(remarks) { Text($0.text).accessibilityIdentifier("remark") }
      }
    }
  }
#endif
