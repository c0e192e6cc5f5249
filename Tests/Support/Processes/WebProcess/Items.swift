// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftUI

  /// Three hundred rows with a button each that changes one of them: the example by which bytes have been published for
  /// another framework. See Benchmarks/web.py.
  struct Items: App {
    var body: some Scene { WindowGroup("Items") { ItemList() } }
  }

  private struct Item: Identifiable {
    let id: Int
    var name: String
  }

  private struct ItemList: View {
    @State private var items = (1...300).map { Item(id: $0, name: "Item \($0)") }

    var body: some View {
      ScrollView {
        VStack {
          ForEach(items) { item in
            HStack {
              Text(verbatim: item.name)
              Button("Randomise") { change(item.id) }
            }
          }
        }
      }
    }

    private func change(_ id: Int) {
      guard let index = items.firstIndex(where: { $0.id == id }) else { return }
      items[index].name = items[index].name == "Item 778" ? "Item 450" : "Item 778"
    }
  }
#endif
