// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Classes as they were written before Observation.
@Suite struct ObservableObjectTests {
  final class Settings: ObservableObject {
    @Published var fontSize = 12
    @Published private(set) var names: [String]
    @Published var folder: URL?

    init(names: [String]) { self.names = names }

    init(first name: String) { _names = Published(initialValue: [name]) }

    func add(_ name: String) {
      objectWillChange.send()
      names.append(name)
    }
  }

  final class Announcer: ObservableObject {
    let objectWillChange = ObservableObjectPublisher()
  }

  /// A class with a way of its own to tell of changes.
  final class Counter: ObservableObject {
    final class Log { var count = 0 }
    let objectWillChange = Log()
  }

  @MainActor final class Screen: ObservableObject {
    @Published var isLoading = false
  }

  @Test func publishedPropertiesHoldTheirValues() {
    let settings = Settings(names: ["a"])
    settings.fontSize += 2
    settings.add("b")
    settings.folder = URL(fileURLWithPath: "/")
    #expect(settings.fontSize == 14)
    #expect(settings.names == ["a", "b"])
    #expect(settings.folder?.path == "/")
    #expect(Settings(first: "c").names == ["c"])
  }

  @Test func aClassMayKeepItsPublisher() {
    let announcer = Announcer()
    #expect(announcer.objectWillChange === announcer.objectWillChange)
    announcer.objectWillChange.send()
    let counter = Counter()
    counter.objectWillChange.count += 1
    #expect(counter.objectWillChange.count == 1)
  }

  @Test @MainActor func anIsolatedClassConforms() {
    let screen = Screen()
    screen.isLoading = true
    screen.objectWillChange.send()
    #expect(screen.isLoading)
  }

  @Test func aGenericFunctionTakesThem() {
    func announce<T: ObservableObject>(_ object: T) -> T.ObjectWillChangePublisher {
      object.objectWillChange
    }
    announce(Settings(names: [])).send()
    #expect(announce(Counter()).count == 0)
  }
}
