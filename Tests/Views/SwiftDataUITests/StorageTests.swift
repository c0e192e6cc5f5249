// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData
import SwiftUI
import Testing

@testable import SwiftDataUI

private final class Count { var value = 0 }

private struct Start: View {
  @AppStorage var isFirst: Bool
  let count: Count

  init(_ key: String, _ store: UserDefaults, _ count: Count) {
    _isFirst = AppStorage(wrappedValue: true, key, store: store)
    self.count = count
  }

  var body: some View {
    count.value += 1
    note(&isFirst)
    return Text(isFirst ? "first" : "again")
  }

  /// As apps fill a container when they are started for the first time: written back in each body.
  private func note(_ isFirst: inout Bool) { if isFirst { isFirst = false } }
}

private struct Values: View {
  @AppStorage var flag: Bool
  @AppStorage var number: Int
  @AppStorage var fraction: Double
  @AppStorage var text: String
  @AppStorage var data: Data
  @AppStorage var date: Date
  @AppStorage var link: URL?
  let count: Count

  init(_ store: UserDefaults?, _ count: Count) {
    _flag = AppStorage(wrappedValue: false, "flag", store: store)
    _number = AppStorage(wrappedValue: 0, "number", store: store)
    _fraction = AppStorage(wrappedValue: 0, "fraction", store: store)
    _text = AppStorage(wrappedValue: "", "text", store: store)
    _data = AppStorage(wrappedValue: Data(), "data", store: store)
    _date = AppStorage(wrappedValue: Date(timeIntervalSince1970: 0), "date", store: store)
    _link = AppStorage("link", store: store)
    self.count = count
  }

  var body: some View {
    count.value += 1
    return Text(
      verbatim:
        "\(flag) \(number) \(fraction) \(text) \(data.count) \(date.timeIntervalSince1970) \(link?.absoluteString ?? "-")"
    )
  }
}

@Observable private final class Chosen {
  var id = "a"
  var store: UserDefaults
  init(_ store: UserDefaults) { self.store = store }
}

/// The same views at the same place, for whatever is chosen.
private struct Reused: View {
  let chosen: Chosen
  let isNamed: Bool
  var body: some View {
    if isNamed {
      Favorite(id: chosen.id, store: chosen.store)
    } else {
      Favorite(id: "a", store: nil).defaultAppStorage(chosen.store)
    }
  }
}

private struct Favorite: View {
  @AppStorage private var isOn: Bool
  init(id: String, store: UserDefaults?) { _isOn = AppStorage(wrappedValue: false, "favorite-\(id)", store: store) }
  var body: some View { Button(isOn ? "on" : "off") { isOn.toggle() } }
}

private struct SceneNotes: View {
  let chosen: Chosen
  var body: some View { SceneNote(id: chosen.id) }
}

private struct SceneNote: View {
  @SceneStorage private var text: String
  init(id: String) { _text = SceneStorage(wrappedValue: "none", "note-\(id)") }
  var body: some View { TextField("note", text: $text) }
}

@MainActor @Suite struct StorageTests {
  @Test func aViewThatIsReusedReadsAndWritesItsNewKey() throws {
    let name = "test-\(UUID().uuidString)"
    let store = try #require(UserDefaultsKeeper.suite(name))
    defer { store.removePersistentDomain(forName: name) }
    store.set(true, forKey: "favorite-a")
    let chosen = Chosen(store)
    let dom = ModelDOM(ViewPage(Reused(chosen: chosen, isNamed: true)))
    #expect(dom.text == "on")
    chosen.id = "b"
    dom.page.update()
    #expect(dom.text == "off")
    try dom.click("off")
    #expect(dom.text == "on" && store.bool(forKey: "favorite-b"))
    try dom.click("on")
    #expect(store.bool(forKey: "favorite-a") && !store.bool(forKey: "favorite-b"))
  }

  @Test(arguments: [true, false]) func aViewThatIsReusedReadsAndWritesItsNewStore(isNamed: Bool) throws {
    let names = (0..<2).map { _ in "test-\(UUID().uuidString)" }
    let stores = try names.map { try #require(UserDefaultsKeeper.suite($0)) }
    defer { for (store, name) in zip(stores, names) { store.removePersistentDomain(forName: name) } }
    stores[0].set(true, forKey: "favorite-a")
    let chosen = Chosen(stores[0])
    let dom = ModelDOM(ViewPage(Reused(chosen: chosen, isNamed: isNamed)))
    #expect(dom.text == "on")
    chosen.store = stores[1]
    dom.page.update()
    #expect(dom.text == "off")
    try dom.click("off")
    #expect(dom.text == "on" && stores[1].bool(forKey: "favorite-a"))
    stores[1].removeObject(forKey: "favorite-a")
    dom.page.update()
    #expect(dom.text == "off" && stores[0].bool(forKey: "favorite-a"))
  }

  @Test func aViewThatIsReusedKeepsTheValuesOfThePageApart() throws {
    let chosen = Chosen(.standard)
    let dom = ModelDOM(ViewPage(SceneNotes(chosen: chosen)))
    func shown() throws -> String {
      dom.page.update()
      return try #require(dom.all.first { $0.kind == .textField }?.attribute(.value))
    }
    #expect(try shown() == "none")
    try dom.type("first", into: "note")
    chosen.id = "b"
    #expect(try shown() == "none")
    try dom.type("second", into: "note")
    chosen.id = "a"
    #expect(try shown() == "first")
    chosen.id = "b"
    #expect(try shown() == "second")
  }

  /// What the program changes by itself is shown, and shown once.
  @Test func changesOfTheUserDefaultsAreFollowed() throws {
    let name = "test-\(UUID().uuidString)"
    let store = try #require(UserDefaultsKeeper.suite(name))
    defer { store.removePersistentDomain(forName: name) }
    let count = Count()
    let page = ModelDOM(ViewPage(Values(store, count)))
    #expect(page.text.contains("false 0 0.0  0 0.0 -"))
    let changes: [(key: String, value: Any, shown: String)] = [
      ("flag", true, "true 0 0.0  0 0.0 -"), ("number", 3, "true 3 0.0  0 0.0 -"),
      ("fraction", 1.5, "true 3 1.5  0 0.0 -"), ("text", "a", "true 3 1.5 a 0 0.0 -"),
      ("data", Data([1]), "true 3 1.5 a 1 0.0 -"), ("date", Date(timeIntervalSince1970: 9), "true 3 1.5 a 1 9.0 -"),
      ("link", "https://x.org", "true 3 1.5 a 1 9.0 https://x.org"),
    ]
    for change in changes {
      for isNew in [true, false] {
        let before = count.value
        store.set(change.value, forKey: change.key)
        page.page.update()
        #expect(page.text.contains(change.shown), "\(change.key)")
        #expect(count.value == before + (isNew ? 1 : 0), "\(change.key)")
      }
    }
    for change in changes.reversed() { store.removeObject(forKey: change.key) }
    page.page.update()
    #expect(page.text.contains("false 0 0.0  0 0.0 -"))
  }

  @Test func theDefaultIsThatOfTheEnvironment() throws {
    let names = (0..<2).map { _ in "test-\(UUID().uuidString)" }
    let stores = try names.map { try #require(UserDefaultsKeeper.suite($0)) }
    defer { for (store, name) in zip(stores, names) { store.removePersistentDomain(forName: name) } }
    stores[0].set("first", forKey: "text")
    stores[1].set("second", forKey: "text")
    let count = Count()
    let page = ModelDOM(
      ViewPage(
        VStack {
          Values(nil, count)
          Values(stores[1], count)
        }.defaultAppStorage(stores[0])))
    #expect(page.text.contains("0.0 first 0") && page.text.contains("0.0 second 0"))
    stores[0].set("changed", forKey: "text")
    let before = count.value
    page.page.update()
    #expect(page.text.contains("0.0 changed 0") && page.text.contains("0.0 second 0"))
    #expect(count.value == before + 1)
  }

  @Test func eachUserHasTheirOwn() throws {
    let ids = (0..<2).map { _ in UUID().uuidString.lowercased() }
    let count = Count()
    let pages = ids.map { ModelDOM(ViewPage(Values(nil, count), user: PageUser(id: $0))) }
    defer { for id in ids { PageUser(id: id).defaults?.removeObject(forKey: "text") } }
    let own = try #require(PageUser(id: ids[0]).defaults)
    own.set("mine", forKey: "text")
    for page in pages { page.page.update() }
    #expect(pages[0].text.contains("0.0 mine 0") && !pages[1].text.contains("mine"))
    #expect(UserDefaults.standard.object(forKey: "text") == nil)
    // Another page of the same person's.
    #expect(ModelDOM(ViewPage(Values(nil, count), user: PageUser(id: ids[0], name: "again"))).text.contains("mine"))
  }

  @Test func aValueThatIsWrittenBackAsItWasChangesNothing() throws {
    let name = "test-\(UUID().uuidString)"
    let store = try #require(UserDefaults(suiteName: name))
    defer { store.removePersistentDomain(forName: name) }
    let count = Count()
    let page = ModelDOM(ViewPage(Start(name, store, count)))
    #expect(page.text.contains("again"))
    #expect(count.value <= 3)
    #expect(store.object(forKey: name) as? Bool == false)
  }

  @Test func aValueThatIsTheDefaultIsStoredAllTheSame() throws {
    let name = "test-\(UUID().uuidString)"
    let store = try #require(UserDefaults(suiteName: name))
    defer { store.removePersistentDomain(forName: name) }
    let storage = AppStorage(wrappedValue: 3, name, store: store)
    storage.wrappedValue = 3
    #expect(store.object(forKey: name) as? Int == 3)
    storage.wrappedValue = 4
    #expect(storage.wrappedValue == 4)
  }
}
