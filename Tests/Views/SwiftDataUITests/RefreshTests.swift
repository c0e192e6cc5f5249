// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

@testable import SwiftDataUI

@MainActor @Observable private final class Mailbox {
  var count = 0
  /// Lets what has been asked for go on.
  @ObservationIgnored var goesOn: CheckedContinuation<Void, Never>?

  func fetch() async {
    await withCheckedContinuation { goesOn = $0 }
    count += 1
  }
}

private struct Mails: View {
  let mailbox: Mailbox
  var body: some View {
    List {
      Text("mails \(mailbox.count)")
      Reload()
    }
    .refreshable { await mailbox.fetch() }
  }
}

private struct Reload: View {
  @Environment(\.refresh) private var refresh
  var body: some View {
    if let refresh { Button("Reload") { Task { await refresh() } } } else { Text("no refresh") }
  }
}

/// Content that people reload.
@MainActor @Suite struct RefreshTests {
  private let mailbox = Mailbox()

  private func wait(_ page: ViewPage, until isThere: () -> Bool) async {
    for _ in 0..<10_000 where !isThere() {
      await Task.yield()
      page.update()
    }
    #expect(isThere())
  }

  @Test func theButtonIsInTheBarOrAboveTheContent() {
    let alone = ModelDOM(ViewPage(Mails(mailbox: mailbox)))
    #expect(alone.all(.refreshBar).count == 1 && alone.all(.refresh, in: alone.all(.refreshBar).first).count == 1)
    let stacked = ModelDOM(ViewPage(NavigationStack { Mails(mailbox: mailbox) }))
    #expect(stacked.all(.refreshBar).isEmpty)
    #expect(stacked.all(.refresh, in: stacked.all(.barTrailing).first).count == 1)
    let side = ModelDOM(
      ViewPage(
        NavigationSplitView {
          Mails(mailbox: mailbox)
        } detail: {
          Text("mail")
        }))
    #expect(side.all(.refreshBar).isEmpty && side.all(.refresh).count == 1)
    // A sheet has no bar of what is below it.
    let sheet = ModelDOM(
      ViewPage(NavigationStack { Text("below").sheet(isPresented: .constant(true)) { Mails(mailbox: mailbox) } }))
    #expect(sheet.all(.refreshBar).count == 1)
  }

  @Test func theButtonTurnsWhileTheActionRuns() async throws {
    let page = ViewPage(Mails(mailbox: mailbox))
    let dom = ModelDOM(page)
    #expect(dom.all.allSatisfy { $0.kind != .progress })
    try dom.click("Refresh")
    await wait(page) { mailbox.goesOn != nil }
    let turning = dom.all(.refresh).first.map { ModelDOM.all($0) } ?? []
    #expect(turning.contains { $0.classes.contains(.spinner) })
    mailbox.goesOn?.resume()
    await wait(page) { mailbox.count == 1 && dom.text.contains("mails 1") }
    await wait(page) { dom.all(.spinner).isEmpty }
    page.close()
  }

  /// Tasks of a page begin anew when it is shown again.
  @Test func whatIsShownAgainIsNotReloaded() async throws {
    @MainActor final class Visits { var count = 0 }
    let visits = Visits()
    let page = ViewPage(
      TabView {
        Mails(mailbox: mailbox).task { visits.count += 1 }.tabItem { Text("One") }
        Text("other").tabItem { Text("Two") }
      })
    let dom = ModelDOM(page)
    try dom.click("Refresh")
    await wait(page) { mailbox.goesOn != nil }
    mailbox.goesOn?.resume()
    mailbox.goesOn = nil
    await wait(page) { mailbox.count == 1 && dom.all(.spinner).isEmpty }
    try dom.click("Two")
    try dom.click("One")
    // This one begins after those within.
    await wait(page) { visits.count == 2 }
    #expect(mailbox.goesOn == nil && mailbox.count == 1)
    page.close()
  }

  @Test func viewsWithinReload() async throws {
    let page = ViewPage(Mails(mailbox: mailbox))
    let dom = ModelDOM(page)
    try dom.click("Reload")
    await wait(page) { mailbox.goesOn != nil }
    mailbox.goesOn?.resume()
    await wait(page) { dom.text.contains("mails 1") }
    #expect(ModelDOM(ViewPage(Reload())).text.contains("no refresh"))
    page.close()
  }
}
