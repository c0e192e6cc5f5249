// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

@testable import SwiftDataUI

/// What a page has gone on with.
@MainActor private final class Later {
  var task: Task<String?, Never>?
}

private struct CopyAndPaste: View {
  let copied: String
  let later: Later
  let subject: PassthroughSubject<Void, Never>
  @State private var pasted = "nothing"

  var body: some View {
    Text("pasted \(pasted)").onReceive(subject) { pasted = UIPasteboard.general.string ?? "nothing" }
    Button("Copy") { UIPasteboard.general.string = copied }
    Button("Paste") { pasted = UIPasteboard.general.string ?? "nothing" }
    Button("Tell all") { subject.send() }
    Button("Later") {
      later.task = Task { @MainActor in
        await Task.yield()
        return UIPasteboard.general.string
      }
    }
  }
}

@MainActor @Suite struct PasteboardTests {
  private let subject = PassthroughSubject<Void, Never>()

  private func page(_ copied: String, _ later: Later = Later()) -> ModelDOM {
    ModelDOM(ViewPage(CopyAndPaste(copied: copied, later: later, subject: subject)))
  }

  @Test func aPageDoesNotReadWhatAnotherHasCopied() throws {
    let (first, second) = (page("secret"), page("other"))
    try first.click("Copy")
    try second.click("Paste")
    #expect(second.text.contains("pasted nothing"))
    try first.click("Paste")
    #expect(first.text.contains("pasted secret"))
    try second.click("Copy")
    try first.click("Paste")
    #expect(first.text.contains("pasted secret"))
    // Nobody's: it is empty, and keeps nothing.
    #expect(UIPasteboard.general.string == nil)
    UIPasteboard.general.string = "lost"
    #expect(!UIPasteboard.general.hasStrings)
    try second.click("Paste")
    #expect(second.text.contains("pasted other"))
  }

  @Test func aTaskOfAPageReadsWhatThePageHasCopied() async throws {
    let (mine, others) = (Later(), Later())
    let (first, second) = (page("secret", mine), page("other", others))
    try first.click("Copy")
    try first.click("Later")
    try second.click("Later")
    #expect(await mine.task?.value == "secret")
    #expect(await others.task?.value == nil)
  }

  @Test func whatAnotherPageSendsIsHandledWithThePagesOwn() throws {
    let (first, second) = (page("secret"), page("other"))
    try first.click("Copy")
    try second.click("Copy")
    try first.click("Tell all")
    second.page.update()
    #expect(first.text.contains("pasted secret"))
    #expect(second.text.contains("pasted other"))
  }
}
