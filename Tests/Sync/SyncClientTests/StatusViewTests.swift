// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncUI
import SwiftDataUI
import Testing

/// How far sync is, as a user sees it.
@MainActor @Suite struct StatusViewTests {
  private func elements(_ page: ViewPage) -> [Element] {
    func all(_ element: Element) -> [Element] { [element] + element.children.flatMap(all) }
    return all(page.root)
  }

  private func text(_ page: ViewPage) -> String { elements(page).compactMap(\.text).joined(separator: "\n") }

  private func wait(_ page: ViewPage, for what: String) async throws {
    for _ in 0..<2_000 {
      page.update()
      if text(page).contains(what) { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("never: \(what)\n\(text(page))")
    throw CancellationError()
  }

  private func click(_ title: String, on page: ViewPage) throws {
    func has(_ element: Element) -> Bool { element.text == title || element.children.contains(where: has) }
    let element = elements(page).last { $0.events.contains(.click) && has($0) }
    #expect(page.handle(Event(try #require(element, "\(title) in \(text(page))").id, .click)))
  }

  @Test func theStatusIsFollowed() async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let device = try Device(1, server, clock: clock)
    let page = ViewPage(List { SyncStatusView(device.sync) })
    defer { page.close() }
    try await wait(page, for: "Paused")
    try device.edit { $0.insert(App.Note(uid: "1", title: "t")) }
    try click("Sync now", on: page)
    try await wait(page, for: "Last synced")
    #expect(!text(page).contains("To upload"))

    server.loses.withLock { $0 = { .request } }
    await #expect(throws: SyncError.self) { try await device.sync.syncNow() }
    try await wait(page, for: "Offline")

    server.loses.withLock { $0 = { nil } }
    server.change { $0.tokens = [] }
    await #expect(throws: SyncError.signInNeeded) { try await device.sync.syncNow() }
    try await wait(page, for: "Sign in needed")
  }

  @Test func whatWasRefusedIsDiscarded() async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock) { change in change.id.type == "Note" ? "no notes" : nil }
    let device = try Device(1, server, clock: clock)
    try device.edit { $0.insert(App.Note(uid: "1", title: "t")) }
    try await device.sync.syncNow()
    let page = ViewPage(List { SyncStatusView(device.sync) })
    defer { page.close() }
    try await wait(page, for: "no notes")
    try click("Discard", on: page)
    try await wait(page, for: "as the server has it")
    try click("Discard the change", on: page)
    for _ in 0..<2_000 where !device.sync.status.setAside.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try device.dump().isEmpty)
  }
}
