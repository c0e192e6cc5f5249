// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncAdmin
import SwiftDataSyncCore
import SwiftDataSyncServer
import SwiftDataUI
import SyncStores
import Testing

/// The administrator's page, without a browser.
@MainActor @Suite struct AdminPageTests {
  private let database: SyncDatabase
  private let page: ViewPage

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("AdminPageTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"), firstGeneration: { 1 })
    try database.addUser("ann", now: 1_000)
    _ = try database.issueToken(for: "ann", device: "Ann's phone", now: 1_000, expires: nil)
    for (number, name) in ["a", "b", "c"].enumerated() {
      let stamp = Stamp(wall: Int64(number), node: UInt64(number + 1))
      var change = RecordChange(id: RecordID("Trip", "x"), base: UInt64(number), created: stamp)
      if number == 0 { change.life = Life(isDeleted: false, stamp: stamp) }
      change.fields["name"] = Register(.text(name), stamp)
      let push = Push(
        id: UniqueNumber(high: 1, low: UInt64(number)), generation: 1, seen: UInt64(Int32.max), changes: [change])
      let now = Int64(Date().timeIntervalSince1970 * 1_000)
      _ = try database.answer(SyncRequest(account: "ann", token: "", zone: "main", body: .push(push)), now: now)
    }
    page = ViewPage(AdminView(server: AdminServer(database)))
  }

  private var elements: [Element] {
    func all(_ element: Element) -> [Element] { [element] + element.children.flatMap(all) }
    return all(page.root)
  }

  private var text: String { elements.compactMap(\.text).joined(separator: "\n") }

  /// Waits for what is read on another thread.
  private func wait(_ what: String, until condition: () throws -> Bool) async throws {
    for _ in 0..<2_000 {
      page.update()
      if try condition() { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("never: \(what)\n\(text)")
    throw CancellationError()
  }

  private func shows(_ what: String) async throws { try await wait(what) { text.contains(what) } }

  /// The innermost element that can be clicked and has a text.
  private func click(_ title: String) throws {
    func has(_ element: Element) -> Bool { element.text == title || element.children.contains(where: has) }
    let element = elements.last { $0.events.contains(.click) && has($0) }
    #expect(page.handle(Event(try #require(element, "\(title) in \(text)").id, .click)), "\(title)")
  }

  private func type(_ value: String, into label: String) throws {
    let field = elements.first { element in
      element.events.contains(.input) && element.attributes.contains { "\($0)".contains(label) }
    }
    #expect(page.handle(Event(try #require(field, "\(label)").id, .input, value: value)))
  }

  @Test func anAccountIsShownWithItsConflict() async throws {
    defer { page.close() }
    try await shows("ann")
    try click("ann")
    try await shows("Ann's phone")
    try await shows("Trip:x")
    #expect(text.contains("replaced name"))
    #expect(text.contains("main"))
    // Values are nowhere.
    #expect(!elements.contains { $0.text == "c" })
    try click("Trip:x")
    try await shows("Version 3")
  }

  /// The page's address leads to what it shows.
  @Test func aReloadComesBack() async throws {
    var address = ""
    page.onUpdate = { (operations: [SwiftDataUI.Operation]) in
      for case .command(.location(let path, _)) in operations { address = path }
    }
    try await shows("ann")
    try click("ann")
    try await shows("Trip:x")
    try click("Trip:x")
    try await shows("Version 3")
    page.close()
    let again = ViewPage(AdminView(server: AdminServer(database)), at: address)
    defer { again.close() }
    func all(_ element: Element) -> [Element] { [element] + element.children.flatMap(all) }
    for _ in 0..<2_000 {
      guard !all(again.root).contains(where: { $0.text?.contains("Version 3") == true }) else { break }
      again.update()
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(all(again.root).contains { $0.text?.contains("Version 3") == true }, "\(address)")
  }

  @Test func aTokenIsIssuedAndRevoked() async throws {
    defer { page.close() }
    try await shows("ann")
    try click("ann")
    try await shows("Ann's phone")
    try type("Tablet", into: "Device")
    page.update()
    try click("Issue token")
    try await shows("It cannot be shown again.")
    #expect(try database.tokens(of: "ann").map(\.device) == ["Ann's phone", "Tablet"])
    try click("Hide the token")
    try await wait("the token is gone") { !text.contains("It cannot be shown again.") }
    try await shows("Tablet")
    // The first of the list; it is asked before.
    try click("Revoke")
    page.update()
    #expect(try database.tokens(of: "ann").count == 2)
    try await wait("a question") { text.contains("signed out at once") }
    try click("Revoke")
    try await wait("one is left") { try database.tokens(of: "ann").count == 1 }
  }

  @Test func whatFailsIsSaid() async throws {
    defer { page.close() }
    try await shows("ann")
    try type("ann", into: "Account")
    page.update()
    try click("Add user")
    try await shows("This was not done")
    #expect(try database.users(now: 0).count == 1)
  }
}
