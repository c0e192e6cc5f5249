// SPDX-License-Identifier: Apache-2.0

import Foundation
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

@MainActor @Suite struct StorageTests {
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
