// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import SwiftUI

  @Model final class Entry {
    var title: String
    var created: Date
    init(title: String, created: Date = .now) {
      self.title = title
      self.created = created
    }
  }

  /// A hundred rows of a store, or `--rows` of them, as an app of views; in memory, or at `--store`.
  struct Board: App {
    let container = Board.filled()

    var body: some Scene {
      WindowGroup("Board") { BoardList() }
        .modelContainer(container)
    }

    static func filled() -> ModelContainer {
      do {
        let arguments = CommandLine.arguments
        func argument(_ name: String) -> String? {
          arguments.firstIndex(of: name).flatMap { arguments.dropFirst($0 + 1).first }
        }
        // Workers need a file.
        let configuration =
          argument("--store").map { ModelConfiguration(url: URL(fileURLWithPath: $0)) }
          ?? ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: Entry.self, configurations: configuration)
        let context = ModelContext(container)
        context.autosaveEnabled = false
        guard try context.fetchCount(FetchDescriptor<Entry>()) == 0 else { return container }
        let count = argument("--rows").flatMap { Int($0) } ?? 100
        for index in 0..<count {
          context.insert(Entry(title: "Entry \(index)", created: Date(timeIntervalSince1970: Double(index))))
        }
        try context.save()
        return container
      } catch {
        fatalError("The board cannot be opened: \(error)")
      }
    }
  }

  struct BoardList: View {
    @Environment(\.modelContext) private var context
    @Query(sort: \Entry.created) private var entries: [Entry]
    @State private var title = ""

    var body: some View {
      VStack {
        TextField("draft", text: $title)
        Button("add") {
          context.insert(Entry(title: title))
          do { try context.save() } catch { print("not saved: \(error)") }
        }
        .accessibilityIdentifier("add")
        List(entries) { entry in
          HStack {
            Text(entry.title)
            Spacer()
            Text(entry.created.formatted(date: .abbreviated, time: .omitted))
          }
        }
      }
    }
  }
#endif
