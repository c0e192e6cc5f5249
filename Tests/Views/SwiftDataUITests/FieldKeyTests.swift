// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

private struct ItemRow: View {
  @Bindable var item: Item
  var body: some View { TextField("name", text: $item.name) }
}

private struct ItemRows: View {
  @Query(sort: \Item.name) private var items: [Item]
  @State private var draft = ""
  @State private var day = Date(timeIntervalSince1970: 0)
  var body: some View {
    List {
      ForEach(items) { ItemRow(item: $0) }
      TextField("draft", text: $draft)
      TextField("computed", text: Binding(get: { draft }, set: { draft = $0 }))
      DatePicker("day", selection: $day)
      Toggle("on", isOn: .constant(true))
    }
    .searchable(text: $draft)
  }
}

/// One field without a row around it.
private struct Detail: View {
  let item: Item
  var body: some View { ItemRow(item: item) }
}

private final class Plain: Hashable {
  static func == (lhs: Plain, rhs: Plain) -> Bool { lhs === rhs }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private struct PlainRows: View {
  let plain = [Plain(), Plain()]
  var body: some View { ForEach(plain, id: \.self) { _ in TextField("plain", text: .constant("")) } }
}

/// By what a field is recognized on another page.
@MainActor @Suite struct FieldKeyTests {
  private let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Item.self, Other.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  private func fill(_ names: [String]) throws {
    for name in names { container.mainContext.insert(Item(name: name)) }
    try container.mainContext.save()
  }

  /// By what the field shows, or is called.
  private func keys(user: String? = nil) -> [String: String] {
    let view = ItemRows().modelContainer(container)
    let dom = ModelDOM(ViewPage(view, user: user.map { PageUser(id: $0) }))
    return Dictionary(
      dom.all.compactMap { element in
        let name = element.attribute(.value).flatMap { $0.isEmpty || element.kind == .dateTimeField ? nil : $0 }
        return element.attribute(.fieldKey).map { (name ?? element.attribute(.label) ?? "", $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test func aFieldHasTheSameKeyOnAnotherPage() throws {
    try fill(["b", "c"])
    let first = keys()
    #expect(Set(first.keys) == ["b", "c", "draft", "computed", "day", "Search"])
    #expect(Set(first.values).count == first.count)
    // A row that comes first changes none of the others.
    try fill(["a"])
    let second = keys()
    #expect(Set(second.keys) == Set(first.keys).union(["a"]))
    for (name, key) in first { #expect(second[name] == key, "\(name)") }
    // Nobody else's field is the same.
    let other = keys(user: "ann")
    #expect(Set(other.values).isDisjoint(with: second.values) && other == keys(user: "ann"))
  }

  @Test func aKeyTellsWhatEndsWithThePage() throws {
    try fill(["a"])
    let keys = keys()
    #expect(keys.filter { $0.value.hasPrefix("~") }.keys.sorted() == ["Search", "day", "draft"])
  }

  @Test func anotherModelInTheSamePlaceIsAnotherField() throws {
    try fill(["a", "b"])
    let items = try container.mainContext.fetch(FetchDescriptor<Item>())
    func key(_ item: Item) -> String? {
      let dom = ModelDOM(ViewPage(Detail(item: item).modelContainer(container)))
      return dom.all.compactMap { $0.attribute(.fieldKey) }.first
    }
    #expect(items.count == 2 && Set(items.compactMap(key)).count == 2)
    // Another run would not know it.
    let new = Item(name: "new")
    container.mainContext.insert(new)
    #expect(key(new) == nil)
  }

  @Test func rowsThatNoOtherRunKnowsHaveNone() {
    let dom = ModelDOM(ViewPage(PlainRows()))
    #expect(dom.all.count { $0.kind == .textField } == 2)
    #expect(dom.all.allSatisfy { $0.attribute(.fieldKey) == nil })
  }
}
