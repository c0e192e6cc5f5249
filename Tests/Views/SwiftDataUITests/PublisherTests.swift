// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

/// Does what it was given when it is told to.
private final class ManualScheduler: Scheduler {
  private var waiting: [() -> Void] = []
  func schedule(afterSeconds seconds: Double, _ action: @escaping () -> Void) { waiting.append(action) }
  func run() {
    let due = waiting
    waiting = []
    for action in due { action() }
  }
}

private final class Search: ObservableObject {
  @Published var text = ""
  @Published var result = ""
}

@MainActor private struct Received: View {
  let subject: PassthroughSubject<Int, Never>
  @State private var sum = 0
  var body: some View { Text("Sum: \(sum)").onReceive(subject) { sum += $0 } }
}

@MainActor @Suite struct PublisherTests {
  @Test func aSubjectHandsOnUntilItsSubscriptionIsReleased() {
    let subject = PassthroughSubject<Int, Never>()
    var got: [Int] = []
    var subscription: AnyCancellable? = subject.map { $0 * 2 }.filter { $0 > 2 }.sink { got.append($0) }
    for number in 1...3 { subject.send(number) }
    #expect(subscription != nil)
    subscription = nil
    subject.send(4)
    #expect(got == [4, 6])
  }

  @Test func aPublishedPropertyTellsItsValueBeforeItIsSet() {
    let search = Search()
    var got: [String] = []
    var before: [String] = []
    var kept = Set<AnyCancellable>()
    search.$text.removeDuplicates().sink {
      got.append($0)
      before.append(search.text)
    }.store(in: &kept)
    search.text = "a"
    search.text = "a"
    search.text = "b"
    #expect(got == ["", "a", "b"])
    #expect(before == ["", "", "a"])
  }

  @Test func assignSetsAPublishedPropertyAndDoesNotKeepItsObject() {
    let subject = PassthroughSubject<String, Never>()
    weak var released: Search?
    do {
      let search = Search()
      released = search
      subject.map { $0.uppercased() }.assign(to: &search.$result)
      subject.send("found")
      #expect(search.result == "FOUND")
    }
    #expect(released == nil)
    subject.send("later")
  }

  @Test func debounceHandsOnTheLastValue() {
    let subject = PassthroughSubject<Int, Never>()
    let scheduler = ManualScheduler()
    var got: [Int] = []
    let subscription = subject.debounce(for: .milliseconds(300), scheduler: scheduler).sink { got.append($0) }
    for number in 1...3 { subject.send(number) }
    #expect(got == [])
    scheduler.run()
    #expect(got == [3])
    subscription.cancel()
  }

  @Test func publishersAreCombinedAndErrorsReplaced() {
    struct Failed: Error {}
    let (a, b) = (CurrentValueSubject<Int, Never>(1), PassthroughSubject<String, Never>())
    var got: [String] = []
    var kept: [AnyCancellable] = []
    a.combineLatest(b).sink { got.append("\($0)\($1)") }.store(in: &kept)
    b.send("x")
    a.send(2)
    #expect(got == ["1x", "2x"])
    var values: [Int] = []
    Fail<Int, Failed>(error: Failed()).replaceError(with: 7).sink { values.append($0) }.store(in: &kept)
    [1, 2, 3].publisher.flatMap { Just($0 * 10) }.collect().sink { values += $0 }.store(in: &kept)
    #expect(values == [7, 10, 20, 30])
  }

  @Test func aViewFollowsAPublisher() throws {
    let subject = PassthroughSubject<Int, Never>()
    let page = ViewPage(Received(subject: subject))
    let model = ModelDOM(page)
    #expect(model.text.contains("Sum: 0"))
    MainTurn.run { subject.send(5) }
    page.update()
    #expect(model.text.contains("Sum: 5"))
  }
}
