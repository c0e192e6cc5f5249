// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

@MainActor private final class Log {
  var lines: [String] = []
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

private struct Noted: View {
  let name: String
  let log: Log
  @State private var count = 0
  var body: some View {
    Button("\(name) \(count)") { count += 1 }
      .onAppear { log.lines.append("+\(name)") }
      .onDisappear { log.lines.append("-\(name)") }
  }
}

private struct Tabs: View {
  let log: Log
  var body: some View {
    TabView {
      Tab("One", systemImage: "1.circle") {
        NavigationStack {
          VStack {
            Noted(name: "a", log: log)
            NavigationLink("Deeper", value: 1)
          }
          .navigationDestination(for: Int.self) { _ in Noted(name: "deep", log: log) }
        }
      }
      Noted(name: "b", log: log).tabItem { Text("Two") }
    }
  }
}

/// It can be compared, and has no hash.
private struct Place: Equatable { var name = "a" }

@MainActor private final class Visits { var names: [String] = [] }

private struct Visiting: View {
  let visits: Visits
  @State private var place = Place()
  @State private var count = 0
  var body: some View {
    Text("count \(count)").task(id: place) { visits.names.append(place.name) }
    Button("Other") { place.name = "b" }
    Button("Same") { count += 1 }
  }
}

/// Views of hidden tabs and pages are there, and have not appeared.
@MainActor @Suite struct PresenceTests {
  @Test func aTaskBeginsAnewWithAnotherValue() async throws {
    let visits = Visits()
    func wait(for names: [String]) async {
      for _ in 0..<100_000 where visits.names != names { await Task.yield() }
      #expect(visits.names == names)
    }
    let dom = ModelDOM(ViewPage(VStack { Visiting(visits: visits) }))
    await wait(for: ["a"])
    try dom.click("Same")
    try dom.click("Other")
    await wait(for: ["a", "b"])
  }

  /// A stack may open pages without end.
  @Test func whatIsGoneIsForgotten() {
    let outer = Presence(outer: nil, isHere: true)
    for _ in 0..<100 { _ = Presence(outer: outer, isHere: true) }
    #expect(outer.listenerCount == 1)
  }

  @Test func tabsAppearWhenTheyAreShown() throws {
    let log = Log()
    let dom = ModelDOM(ViewPage(Tabs(log: log)))
    #expect(log.take() == ["+a"])
    try dom.click("a 0")
    try dom.click("Two")
    #expect(log.take().sorted() == ["+b", "-a"])
    try dom.click("One")
    #expect(log.take().sorted() == ["+a", "-b"])
    // It has kept its state.
    #expect(dom.text.contains("a 1"))
  }

  @Test func pagesAppearAgainWhenTheOneOverThemIsLeft() throws {
    let log = Log()
    let dom = ModelDOM(ViewPage(Tabs(log: log)))
    _ = log.take()
    try dom.click("Deeper")
    #expect(log.take().sorted() == ["+deep", "-a"])
    // The tab with both is left, and comes back as it was.
    try dom.click("Two")
    #expect(log.take().sorted() == ["+b", "-deep"])
    try dom.click("One")
    #expect(log.take().sorted() == ["+deep", "-b"])
    try dom.click("Back")
    #expect(log.take().sorted() == ["+a", "-deep"])
  }

  @Test func aTaskRunsWhileItsTabIsShown() async throws {
    @MainActor final class Runs {
      var started = 0
      var cancelled = 0
    }
    struct Working: View {
      let runs: Runs
      var body: some View {
        TabView {
          Text("first").tabItem { Text("One") }
          Text("second").task {
            runs.started += 1
            // Ends by being cancelled.
            try? await Task.sleep(for: .seconds(3600))
            runs.cancelled += 1
          }
          .tabItem { Text("Two") }
        }
      }
    }
    func wait(_ condition: () -> Bool) async throws {
      for _ in 0..<100_000 {
        guard !condition() else { break }
        await Task.yield()
      }
      try #require(condition())
    }
    let runs = Runs()
    let dom = ModelDOM(ViewPage(Working(runs: runs)))
    for _ in 0..<100 { await Task.yield() }
    #expect(runs.started == 0)
    try dom.click("Two")
    try await wait { runs.started == 1 }
    try dom.click("One")
    try await wait { runs.cancelled == 1 }
    try dom.click("Two")
    try await wait { runs.started == 2 }
  }

  private struct Followers: View {
    let log: (String) -> Void
    @State private var word = ""
    var body: some View {
      TextField("word", text: $word)
      TabView {
        Tab("One", systemImage: "1.circle") {
          Text("one").onChange(of: word) { log("one \(word)") }.onChange(of: word, initial: true) {
            log("first \(word)")
          }
        }
        Tab("Two", systemImage: "2.circle") {
          Text("two").onChange(of: word) { log("two \(word)") }.onChange(of: word, initial: true) {
            log("second \(word)")
          }
        }
      }
    }
  }

  @Test func aPageThatNobodyHasSeenFollowsNoChanges() throws {
    @MainActor final class Log { var lines: [String] = [] }
    let log = Log()
    let dom = ModelDOM(ViewPage(VStack { Followers { log.lines.append($0) } }))
    try dom.type("a", into: "word")
    #expect(log.lines == ["first ", "one a", "first a"])
    log.lines = []
    try dom.click("Two")
    #expect(log.lines == ["second a"])
    try dom.click("One")
    log.lines = []
    // Now it is there, though out of sight.
    try dom.type("ab", into: "word")
    #expect(log.lines.sorted() == ["first ab", "one ab", "second ab", "two ab"])
  }
}
