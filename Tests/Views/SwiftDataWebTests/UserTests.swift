// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import SwiftDataUI
  import Synchronization
  import Testing

  @testable import SwiftDataWeb

  private struct Profile: View {
    @Environment(\.pageUser) private var user
    @AppStorage("user-tests-color") private var color = "grey"

    var body: some View {
      VStack {
        Text("user \(user?.name ?? "nobody") likes \(color)")
        Button("Paint") { color = user?.id ?? "none" }
      }
    }
  }

  private struct ProfileApp: App {
    var body: some Scene { WindowGroup { Profile() } }
  }

  /// Who may come in, as a test says.
  private final class Accounts: Sendable {
    let isOpen = Mutex(true)
    let asked = Mutex(0)
    /// How long an answer holds.
    let seconds: Double?

    init(seconds: Double? = nil) { self.seconds = seconds }

    func answer(_ request: WebRequest) -> WebAuthorization {
      asked.withLock { $0 += 1 }
      guard isOpen.withLock({ $0 }), let name = request.cookie("who") else { return .refused }
      return .user(PageUser(id: name, name: name.capitalized, expires: seconds.map { Date() + $0 }))
    }
  }

  @Suite(.serialized) struct UserTests {
    private func withHost(_ accounts: Accounts, _ body: @escaping @Sendable (_ port: Int) throws -> Void) async throws {
      var configuration = WebConfiguration()
      configuration.port = 0
      configuration.authorize = { accounts.answer($0) }
      let host = await WebHost(ProfileApp.self, configuration: configuration)
      try await whileRunning(host, body)
    }

    /// A page of somebody's, in a browser of their own unless one is given.
    private func page(_ port: Int, of name: String, browser: String? = nil) throws -> LoadedPage {
      guard let browser else {
        let answer = try WebClient(port: port).request(
          "GET / HTTP/1.1\r\nHost: localhost:\(port)\r\nCookie: who=\(name)\r\n\r\n")
        let line = try answer.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie:") }
          .orThrow("no cookie")
        let cookie = line.dropFirst("set-cookie:".count).prefix { $0 != ";" }.drop { $0 == " " }
        return try page(port, of: name, browser: String(cookie))
      }
      return try LoadedPage(port: port, cookie: "\(browser); who=\(name)")
    }

    /// What the button does.
    private func paint(_ page: LoadedPage, _ port: Int) throws {
      let client = try page.live(port: port)
      let end = try page.html.range(of: ">Paint<").orThrow("no button")
      let start = try page.html[..<end.lowerBound].range(of: "<button", options: .backwards).orThrow("no button")
      let id = try page.html[start.upperBound...].range(of: "id=\"").orThrow("no id")
      let name = page.html[id.upperBound...].prefix { $0 != "\"" }
      try client.text(#"{"n":1,"e":[["\#(name)","click"]]}"#)
      while let message = try client.message() { if "\(message)".contains("likes") { return } }
      Issue.record("nothing was painted")
    }

    @Test func eachHasValuesOfTheirOwn() async throws {
      // Suites are files: of names that no other run has.
      let (ann, bob) = ("ann-\(UUID().uuidString)", "Bob/../\(UUID().uuidString)")
      defer {
        for name in [ann, bob] {
          UserDefaults.standard.removePersistentDomain(
            forName: "\(ProcessInfo.processInfo.processName).user.\(PageUser.fileName(of: name))")
        }
      }
      try await withHost(Accounts()) { port in
        let first = try page(port, of: ann)
        #expect(first.html.contains("user \(ann.capitalized) likes grey"))
        try paint(first, port)
        #expect(try page(port, of: ann).html.contains("likes \(ann)"))
        #expect(try page(port, of: bob).html.contains("user \(bob.capitalized) likes grey"))
        try paint(page(port, of: bob), port)
        #expect(try page(port, of: bob).html.contains("likes \(bob)"))
        #expect(try page(port, of: ann).html.contains("likes \(ann)"))
        #expect(UserDefaults.standard.object(forKey: "user-tests-color") == nil)
      }
    }

    @Test func nobodyIsLetInWithoutAnAnswer() async throws {
      try await withHost(Accounts()) { port in
        let answer = try WebClient(port: port).request("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
        #expect(answer.status == 403)
      }
    }

    /// Somebody else has signed in with the same browser: what the page was loaded for is not shown.
    @Test func aPageIsThatOfItsUser() async throws {
      try await withHost(Accounts()) { port in
        let loaded = try page(port, of: "ann")
        let browser = loaded.cookie.prefix { $0 != ";" }
        let (client, status) = try loaded.connect(port: port, cookie: "\(browser); who=bob")
        #expect(status == 101)
        try client.text(#"{"p":"\#(loaded.token)","q":\#(loaded.number),"at":"/"}"#)
        let message = try #require(try client.message())
        // A whole page of their own.
        #expect("\(message)".contains("user Bob") && !"\(message)".contains("Ann"))
      }
    }

    /// When a user's time is over, the host asks again, and goes on with the same user only.
    @Test func openPagesAreAskedAgain() async throws {
      let accounts = Accounts(seconds: 0.05)
      try await withHost(accounts) { port in
        let client = try page(port, of: "ann").live(port: port)
        let before = accounts.asked.withLock { $0 }
        // Waits for what the host does by itself.
        let end = Date() + 60
        while accounts.asked.withLock({ $0 }) < before + 3, Date() < end { Thread.sleep(forTimeInterval: 0.01) }
        #expect(accounts.asked.withLock { $0 } >= before + 3)
        accounts.isOpen.withLock { $0 = false }
        #expect(try client.closeCode() == 4003)
      }
    }

    @Test func namesOfFilesAreDistinct() {
      let ids = ["a", "A", "a/b", "a_2fb", "..", "é", "e\u{301}", "", String(repeating: "x", count: 500)]
      let long = String(repeating: "x", count: 501)
      // Somebody who calls themselves what another one's file is called.
      let names = (ids + [long, PageUser.fileName(of: long)]).map(PageUser.fileName)
      #expect(Set(names).count == names.count)
      for name in names {
        #expect(name.utf8.count < 140)
        #expect(
          name.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || "0123456789-_".utf8.contains($0) })
      }
    }
  }
#endif
