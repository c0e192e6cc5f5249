// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData
import SwiftUI
import Testing

@testable import SwiftDataUI

private final class Counter: ObservableObject {
  @Published var number: Int
  init(_ number: Int) { self.number = number }
}

@MainActor @Observable private final class Handed {
  var subject = PassthroughSubject<Int, Never>()
  var counter = Counter(1)
  var name = Notification.Name("first")
  var evaluations = 0
  @ObservationIgnored var received: [String] = []
}

private struct Receiver: View {
  let handed: Handed
  var body: some View {
    let handed = handed
    Text("\(handed.evaluations)")
      .onReceive(handed.subject.map { $0 * 10 }) { handed.received.append("subject \($0)") }
      .onReceive(handed.counter.$number) { handed.received.append("number \($0)") }
      .onReceive(NotificationCenter.default.publisher(for: handed.name)) {
        handed.received.append("notification \($0.name.rawValue)")
      }
      .onReceive(Just(min(handed.evaluations, 2))) { handed.received.append("just \($0)") }
  }
}

/// Tells of dates at once, then no more: those of another schedule come when it is handed on.
private struct Dates: TimelineSchedule {
  let number: Int
  let log: ScheduleLog
  func entries(from startDate: Date, mode: TimelineScheduleMode) -> [Date] {
    log.asked.append(number)
    return [Date(timeIntervalSince1970: Double(number))]
  }
}

private final class ScheduleLog: @unchecked Sendable { var asked: [Int] = [] }

@MainActor @Observable private final class Clock {
  var number = 1
  var other = 0
}

private struct Timed: View {
  let clock: Clock
  let log: ScheduleLog
  var body: some View {
    Text(verbatim: "other \(clock.other)")
    TimelineView(Dates(number: clock.number, log: log)) { context in
      Text(verbatim: "shows \(Int(context.date.timeIntervalSince1970))")
    }
  }
}

private struct Scrolled: View {
  var body: some View {
    ScrollViewReader { proxy in
      Button("Far") { proxy.scrollTo("row 700", anchor: .center) }
      Button("Near") { proxy.scrollTo("row 3") }
      Button("Nowhere") { proxy.scrollTo("row 1000") }
      Button("Number") { proxy.scrollTo(700) }
      List {
        Section("Few") { ForEach(["a"], id: \.self) { Text($0) } }
        Section("Many") { ForEach((0..<1000).map { "row \($0)" }, id: \.self) { Text($0) } }
      }
    }
  }
}

enum FirstTwins {
  @Model final class Twin {
    init() {}
  }
}

enum SecondTwins {
  @Model final class Twin {
    init() {}
  }
}

@MainActor @Observable private final class SetupLog {
  @ObservationIgnored var results: [Bool] = []
}

private struct HasContainer: View {
  @Environment(\.containerContext) private var context
  var body: some View { Text(verbatim: context == nil ? "without" : "with") }
}

private struct Unopened: View {
  let log: SetupLog
  @State private var failures = 0
  @State private var count = 0
  var body: some View {
    VStack {
      Text(verbatim: "failures \(failures) count \(count)")
      HasContainer()
    }
    .modelContainer(for: [FirstTwins.Twin.self, SecondTwins.Twin.self], inMemory: true) { result in
      if case .failure = result { failures += 1 }
      log.results.append((try? result.get()) != nil)
    }
    Button("Again") { count += 1 }
  }
}

@MainActor private let appLog = SetupLog()

private struct UnopenedApp: App {
  @State private var count = 0
  var body: some Scene {
    WindowGroup { Button("count \(count)") { count += 1 } }
      .modelContainer(for: [FirstTwins.Twin.self, SecondTwins.Twin.self], inMemory: true) { result in
        count += 100
        appLog.results.append((try? result.get()) != nil)
      }
  }
}

private struct Opened: View {
  let log: SetupLog
  @State private var isOpen = false
  var body: some View {
    Text(isOpen ? "open" : "closed")
      .modelContainer(for: Item.self, inMemory: true) { result in
        isOpen = true
        log.results.append((try? result.get()) != nil)
      }
  }
}

/// What a view goes by may be another thing later: publishers, schedules, rows, containers.
@MainActor @Suite struct FollowedInputTests {
  @Test func anotherSourceIsFollowedFromThenOn() {
    let handed = Handed()
    let page = MainTurn.run { ViewPage(Receiver(handed: handed)) }
    let first = (handed.subject, handed.counter)
    #expect(handed.received == ["number 1", "just 0"])
    handed.received = []
    // Publishers that are made anew of the same source are no others.
    handed.evaluations = 1
    MainTurn.run { page.update() }
    #expect(handed.received == ["just 1"])
    handed.received = []
    MainTurn.run { handed.subject.send(1) }
    #expect(handed.received == ["subject 10"])
    handed.received = []
    handed.subject = PassthroughSubject()
    handed.counter = Counter(2)
    handed.name = Notification.Name("second")
    MainTurn.run { page.update() }
    #expect(handed.received == ["number 2"])
    handed.received = []
    MainTurn.run {
      first.0.send(3)
      first.1.number = 4
      NotificationCenter.default.post(name: Notification.Name("first"), object: nil)
      handed.subject.send(5)
      handed.counter.number = 6
      NotificationCenter.default.post(name: Notification.Name("second"), object: nil)
    }
    #expect(handed.received == ["subject 50", "number 6", "notification second"])
    page.close()
    handed.received = []
    MainTurn.run { handed.subject.send(7) }
    #expect(handed.received.isEmpty)
  }

  @Test func timersOfTheSameIntervalAreTheSame() {
    func timer(_ interval: TimeInterval) -> Publishers.Autoconnect<Timer.TimerPublisher> {
      Timer.publish(every: interval, on: .main, in: .common).autoconnect()
    }
    #expect(!PublisherSource.differs(timer(60), timer(60)))
    #expect(PublisherSource.differs(timer(60), timer(30)))
    #expect(!PublisherSource.differs([1].publisher, [2].publisher))
  }

  private func wait(_ page: ViewPage, until isThere: () -> Bool) async {
    // There are ten dates a second at most.
    for _ in 0..<10_000 {
      guard !isThere() else { return }
      try? await Task.sleep(for: .milliseconds(1))
      page.update()
    }
  }

  @Test func anotherScheduleBegins() async {
    let (clock, log) = (Clock(), ScheduleLog())
    let page = ViewPage(Timed(clock: clock, log: log))
    let dom = ModelDOM(page)
    await wait(page) { dom.text.contains("shows 1") }
    clock.other = 1
    page.update()
    #expect(dom.text.contains("other 1"))
    clock.number = 2
    page.update()
    await wait(page) { dom.text.contains("shows 2") }
    #expect(dom.text.contains("shows 2") && log.asked == [1, 2])
    page.close()
  }

  @Test func aRowThatIsNotEvaluatedIsScrolledTo() throws {
    let page = ViewPage(Scrolled())
    let dom = ModelDOM(page)
    func target(_ button: String) throws -> ElementID? {
      dom.clearOperations()
      try dom.click(button)
      for case .command(.scroll(to: let element, anchor: _)) in dom.operations { return element }
      return nil
    }
    #expect(!dom.text.contains("row 700"))
    let far = try #require(try target("Far"))
    let element = try #require(dom.all.first { $0.id == far })
    #expect(ModelDOM.text(element) == "row 700" && dom.root == page.root)
    #expect(dom.rows.count <= RowWindow.initialCount + 1)
    let near = try #require(try target("Near"))
    #expect(dom.all.first { $0.id == near }.map(ModelDOM.text) == "row 3")
    #expect(try target("Nowhere") == nil)
    #expect(try target("Number") == nil)
  }

  // MARK: Containers

  @Test func aContainerThatCannotBeOpenedIsAskedForOnce() throws {
    let log = SetupLog()
    let dom = ModelDOM(ViewPage(Unopened(log: log)))
    #expect(log.results == [false] && dom.text.contains("failures 1 count 0"))
    try dom.click("Again")
    #expect(log.results == [false] && dom.text.contains("failures 1 count 1"))
  }

  @Test func anAppHearsOnceOfAContainerThatCannotBeOpened() throws {
    appLog.results = []
    let host = AppHost(UnopenedApp())
    let dom = ModelDOM(host.makePage(at: "/"))
    #expect(appLog.results == [false] && dom.text == "count 100")
    try dom.click("count 100")
    #expect(ModelDOM(host.makePage(at: "/")).text == "count 101")
    #expect(appLog.results == [false])
  }

  /// As one is that another page has opened meanwhile.
  @Test func aContainerIsTriedAgainAfterAWhile() throws {
    let (log, services) = (SetupLog(), AppServices())
    services.pauseOfTries = .seconds(86_400)
    let dom = ModelDOM(ViewPage(Unopened(log: log), services: services))
    #expect(dom.text.contains("without"))
    let key = ContainerSetting.key([FirstTwins.Twin.self, SecondTwins.Twin.self], inMemory: true)
    _ = try services.container(key) {
      try ModelContainer(for: Item.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    try dom.click("Again")
    #expect(dom.text.contains("without"))
    services.pauseOfTries = .zero
    try dom.click("Again")
    #expect(!dom.text.contains("without") && log.results == [false])
  }

  @Test func onSetupMayChangeTheView() {
    let log = SetupLog()
    let services = AppServices()
    #expect(ModelDOM(ViewPage(Opened(log: log), services: services)).text == "open")
    #expect(ModelDOM(ViewPage(Opened(log: log), services: services)).text == "closed")
    #expect(log.results == [true])
  }
}
