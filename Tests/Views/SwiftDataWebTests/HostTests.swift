// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import SwiftDataUI
  import Testing
  import WebPages

  @testable import SwiftDataWeb

  /// A host that runs as long as the test does.
  @MainActor
  private func withHost(
    _ change: (inout WebConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (_ port: Int, _ host: WebHost, _ shelf: Shelf) throws -> Void
  ) async throws {
    var configuration = WebConfiguration()
    configuration.port = 0
    change(&configuration)
    let shelf = Shelf(file: nil)
    let host = WebHost(configuration: configuration) { ShelfPage(shelf: shelf, path: $0) }
    try await whileRunning(host) { try body($0, host, shelf) }
  }

  /// Runs a host as long as the closure does, which gets its port.
  func whileRunning(_ host: WebHost, _ body: @escaping @Sendable (_ port: Int) throws -> Void) async throws {
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let running = Task {
      defer { continuation.finish() }
      try await host.run { continuation.yield(URL(string: $0)?.port ?? 0) }
    }
    var iterator = ports.makeAsyncIterator()
    guard let port = await iterator.next() else { return try await running.value }
    // Off the main actor, and off the threads that the host needs: the client waits with its thread.
    let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Result { try body(port) }) }
    }
    running.cancel()
    _ = await running.result
    try result.get()
  }

  @Suite(.serialized) struct HostTests {
    @Test func theFirstPageIsWhole() async throws {
      try await withHost { port, _, _ in
        let (status, head, body) = try WebClient(port: port).request("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(status == 200)
        #expect(body.contains("<h1"))
        #expect(body.contains("Shelf"))
        let cookie = try #require(head.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie") })
        #expect(cookie.contains("HttpOnly"))
        // Not "Strict": after a link of another site, the browser would get another name, and lose its open pages.
        #expect(cookie.contains("SameSite=Lax"))
        let policy = try #require(head.split(separator: "\r\n").first { $0.hasPrefix("Content-Security-Policy") })
        #expect(policy.contains("script-src 'self';"))
        #expect(!policy.contains("unsafe"))
        #expect(body.components(separatedBy: "<script").count == 5)
        for name in ["live.js", "rows.js", "gestures.js", "motion.js"] {
          #expect(body.contains("<script src=\"/_/\(name)"))
        }
      }
    }

    @MainActor @Test func anotherSiteLeadsToPagesAndMakesNoFiles() async throws {
      var configuration = WebConfiguration()
      configuration.port = 0
      let shelf = Shelf(file: nil)
      let host = WebHost(
        configuration: configuration,
        downloads: { target in target == "/file" ? WebDownload.Answer.failure("made") : nil },
        makePage: { path in ShelfPage(shelf: shelf, path: path) })
      try await whileRunning(host) { port in
        let page = try LoadedPage(port: port)
        func get(_ path: String, _ site: String, _ mode: String) throws -> (status: Int, head: String, body: String) {
          try WebClient(port: port).request(
            "GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nCookie: \(page.cookie)\r\n"
              + "Sec-Fetch-Site: \(site)\r\nSec-Fetch-Mode: \(mode)\r\n\r\n")
        }
        for site in ["cross-site", "none"] {
          let answer = try get("/", site, "navigate")
          #expect(answer.status == 200)
          // It is the same browser as before.
          #expect(!answer.head.lowercased().contains("set-cookie"), "\(site)")
        }
        #expect(try get("/file", "none", "navigate").body == "made")
        #expect(try get("/file", "same-origin", "navigate").body == "made")
        let foreign = try get("/file", "cross-site", "navigate")
        #expect(foreign.status == 200 && foreign.body.contains("data-page="), "a page, and no file")
        #expect(try get("/file", "cross-site", "no-cors").status == 404)
      }
    }

    @Test func filesOfThePageAreSmall() async throws {
      try await withHost { port, _, _ in
        for name in ["live.js", "rows.js", "gestures.js", "motion.js", "style.css", "icons.svg", "symbols.svg"] {
          let answer = try WebClient(port: port).request("GET /_/\(name)?v=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
          #expect(answer.status == 200)
          #expect(answer.head.contains("immutable"))
          if name.hasSuffix(".js") { #expect(answer.body.utf8.count < 20_000) }
        }
        #expect(try WebClient(port: port).request("GET /_/x HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 404)
        #expect(try WebClient(port: port).request("POST / HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 405)
        #expect(try WebClient(port: port).request("GET / HTTP/1.1\r\nHost: example.com\r\n\r\n").status == 421)
      }
    }

    @Test func eventsComeInAndChangesGoOut() async throws {
      try await withHost { port, _, _ in
        let page = try LoadedPage(port: port)
        let client = try page.live(port: port)
        try client.text(
          #"{"n":2,"e":[["\#(try page.id("draft"))","input","apple"],["\#(try page.id("add"))","click"]]}"#)
        var text = ""
        while !text.contains("\"a\":2") || !text.contains("apple") {
          guard let (opcode, payload) = try client.nextFrame(), opcode == 1 else { break }
          text += String(decoding: payload, as: UTF8.self)
        }
        #expect(text.contains("apple"))
        #expect(text.contains("\"a\":2"))
      }
    }

    @Test func anotherBrowsersPageIsOutOfReach() async throws {
      try await withHost { port, host, shelf in
        let victim = try LoadedPage(port: port), other = try LoadedPage(port: port)
        #expect(victim.cookie != other.cookie)
        // The other one's cookie with the victim's page: a page of his own, whole.
        let (client, status) = try other.connect(port: port)
        #expect(status == 101)
        try client.text(#"{"p":"\#(victim.token)","q":\#(victim.number),"at":"/"}"#)
        let message = try #require(try client.message())
        #expect(message["p"] as? String != victim.token)
        #expect(message["r"] != nil)
        // The victim's elements are none of it.
        try client.text(#"{"n":1,"e":[["\#(try victim.id("count"))","click"]]}"#)
        _ = try client.message()
        #expect(host.refused["staleEvent"] == 1)
      }
    }

    @Test func foreignSitesDoNotConnect() async throws {
      try await withHost { port, host, _ in
        let page = try LoadedPage(port: port)
        #expect(try page.connect(port: port, origin: "http://example.com").status != 101)
        #expect(try page.connect(port: port, origin: "null").status != 101)
        // Told that it has no name, and nothing else.
        let unknown = try page.connect(port: port, cookie: "a=b")
        #expect(unknown.status == 101)
        try unknown.client.text(#"{"p":"\#(page.token)","q":0,"at":"/"}"#)
        #expect(try unknown.client.closeCode() == 4003)
        #expect(host.refused["foreignOrigin"] == 2)
        #expect(host.refused["unauthorized"] == 1)
        #expect(try page.connect(port: port).status == 101)
      }
    }

    @Test(arguments: [40_000, 200_000]) func aLongRequestLineIsAnswered(_ length: Int) async throws {
      // Longer than the test may take: only an answer ends it.
      try await withHost({ $0.limits.patience = .seconds(600) }) { port, _, _ in
        let path = String(repeating: "x", count: length)
        let answer = try WebClient(port: port).request("GET /\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(answer.status == 400)
      }
    }

    @Test func aTokenLetsOneInAndLeavesTheAddress() async throws {
      let token = randomToken()
      try await withHost({
        $0.entryToken = token; $0.showsForeignPictures = false
      }) { port, host, shelf in
        func get(_ path: String, _ cookie: String = "") throws -> (status: Int, head: String, body: String) {
          try WebClient(port: port).request(
            "GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n" + (cookie.isEmpty ? "" : "Cookie: \(cookie)\r\n")
              + "\r\n")
        }
        func cookie(_ head: String) throws -> String {
          let line = try head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie:") }.orThrow(
            "none")
          return String(line.dropFirst("set-cookie:".count).prefix { $0 != ";" }.drop { $0 == " " })
        }
        for path in ["/", "/?token=", "/?token=\(token)x", "/?other=\(token)", "//x?token=\(token)"] {
          #expect(try get(path).status == 403, "\(path)")
        }
        #expect(host.refused["unauthorized"] == 5)
        let entered = try get("/about?a=1&token=\(token)&b=2")
        #expect(entered.status == 303)
        #expect(entered.head.contains("/about?a=1&b=2\r\n") && !entered.head.contains("token="))
        #expect(entered.head.contains("HttpOnly") && entered.head.contains("SameSite=Strict"))
        let entry = try cookie(entered.head)
        #expect(entry.hasSuffix("=" + token))
        let page = try get("/about", entry)
        #expect(page.status == 200)
        #expect(page.head.contains("img-src 'self' data:;"))
        let browser = try cookie(page.head)
        // A page alone is not enough for a connection.
        let loaded = try LoadedPage(port: port, cookie: "\(entry); \(browser)")
        let refused = try loaded.connect(port: port, cookie: browser)
        #expect(try refused.client.closeCode() == 4003)
        _ = try loaded.live(port: port)
      }
    }

    @Test(arguments: ["{", "[1]", "{\"n\":1,\"e\":[[\"a\"]]}", "\u{0}"])
    func whatCannotBeReadEndsTheConnection(_ text: String) async throws {
      try await withHost { port, host, _ in
        let client = try LoadedPage(port: port).live(port: port)
        try client.text(text)
        #expect(try client.closeCode() == 1007)
        #expect(host.refused["malformed"] == 1)
      }
    }

    @Test func largeMessagesEndTheConnection() async throws {
      try await withHost({ $0.limits.messageSize = 10_000 }) { port, _, _ in
        let page = try LoadedPage(port: port)
        let one = try page.live(port: port)
        // As large as it pretends to be; the host does not wait for the rest.
        try one.frame(Array("{".utf8), length: 1_000_000_000)
        let code = try one.closeCode()
        #expect(code == nil || code == 1009)
        let parts = try LoadedPage(port: port).live(port: port)
        try parts.frame(Array(repeating: 32, count: 6_000), isFinal: false)
        try? parts.frame(Array(repeating: 32, count: 6_000), opcode: 0, isFinal: false)
        try? parts.frame(Array(repeating: 32, count: 6_000), opcode: 0)
        _ = try parts.closeCode()
        // Others go on.
        _ = try LoadedPage(port: port).live(port: port)
      }
    }

    @Test func aSlowPageStallsNobody() async throws {
      try await withHost({ $0.limits.waiting = 200 }) { port, _, _ in
        // Reads nothing of what it is sent.
        let slow = try LoadedPage(port: port)
        let slowClient = try slow.live(port: port)
        let page = try LoadedPage(port: port)
        let client = try page.live(port: port)
        let (draft, add) = (try page.id("draft"), try page.id("add"))
        let long = String(repeating: "long ", count: 2_000)
        for turn in 0..<100 {
          let first = turn * 2 + 1
          try client.text(#"{"n":\#(first + 1),"e":[["\#(draft)","input","\#(long) \#(turn)"],["\#(add)","click"]]}"#)
          while let message = try client.message(), message["a"] as? Int != first + 1 {}
        }
        // When it reads again, it gets less than all that was sent, and what is shown now.
        var bytes = 0, last = ""
        while !last.contains("long  99") {
          guard let (_, payload) = try slowClient.nextFrame() else { break }
          bytes += payload.count
          last = String(decoding: payload, as: UTF8.self)
        }
        #expect(last.contains("long  99"))
      }
    }

    @Test func aPageGoesOnAfterTheConnectionWasLost() async throws {
      try await withHost { port, _, shelf in
        let page = try LoadedPage(port: port)
        let id = try page.id("draft"), add = try page.id("add")
        do {
          let client = try page.live(port: port)
          try client.text(#"{"n":1,"e":[["\#(id)","input","pear"]]}"#)
          while let message = try client.message(), message["a"] as? Int != 1 {}
        }
        let client = try page.connect(port: port).client
        try client.text(#"{"p":"\#(page.token)","q":-1,"at":"/"}"#)
        // Both again, as the browser does not know how far the host has come.
        try client.text(#"{"n":2,"e":[["\#(id)","input","pear"],["\#(add)","click"]]}"#)
        var text = ""
        while !text.contains("\"a\":2") {
          guard let (opcode, payload) = try client.nextFrame(), opcode == 1 else { break }
          text += String(decoding: payload, as: UTF8.self)
        }
        #expect(text.contains("\"r\":"))
        #expect(text.contains("pear"))
      }
    }

    @Test func aPageWithALongAddressIsConnected() async throws {
      try await withHost { port, _, _ in
        let page = try LoadedPage(port: port)
        let client = try page.connect(port: port).client
        let long = "/?where=" + String(repeating: "x", count: 20_000)
        try client.text(#"{"p":"\#(page.token)","q":\#(page.number),"at":"\#(long)"}"#)
        try client.text(#"{"n":1,"e":[["\#(try page.id("draft"))","input","pear"]]}"#)
        var isHandled = false
        while !isHandled, let message = try client.message() { isHandled = message["a"] as? Int == 1 }
        #expect(isHandled)
      }
    }

    @Test func slowRequestsDoNotKeepOthersWaiting() async throws {
      try await withHost { port, _, _ in
        let clients = try (0..<50).map { _ in try WebClient(port: port) }
        for client in clients { try client.send(Array("GET / HTTP/1.1\r\nHo".utf8)) }
        #expect(try WebClient(port: port).request("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 200)
      }
    }

    /// What is sent byte after byte would take a minute; the host does not wait for it.
    @Test(arguments: ["a head", "a greeting", "a message", "parts of a message"])
    func slowMessagesEndTheirConnection(_ what: String) async throws {
      try await withHost({ $0.limits.patience = .milliseconds(300) }) { port, _, _ in
        let page = try LoadedPage(port: port)
        // A masked text of 10,000 bytes, which begins like a message.
        let slow = [0x81, 0xFE, 0x27, 0x10, 0, 0, 0, 0] + Array("{\"n\":1,\"e\":[".utf8)
        let client: WebClient, bytes: [UInt8]
        switch what {
        case "a head": (client, bytes) = (try WebClient(port: port), Array("GET / HTTP/1.1\r\nX: ".utf8))
        case "a greeting": (client, bytes) = (try page.connect(port: port).client, slow)
        case "a message": (client, bytes) = (try page.live(port: port), slow)
        default:
          (client, bytes) = (try page.live(port: port), [])
          try client.frame(Array("{".utf8), isFinal: false)
        }
        // The rest of it: spaces, which for parts of a message are frames of one byte each.
        let rest = Array(repeating: [UInt8(32)], count: 10_000)
        let parts = Array(repeating: [0x00, 0x81, 0, 0, 0, 0, 32] as [UInt8], count: 2_000)
        #expect(client.drip(bytes + (what == "parts of a message" ? parts : rest).joined()).isClosed)
        // The page is not lost by that.
        _ = try page.live(port: port)
      }
    }

    @Test func whoSaysNothingIsDisconnected() async throws {
      try await withHost({
        $0.limits.patience = .milliseconds(300); $0.limits.silence = .milliseconds(300)
      }) { port, _, _ in
        #expect(try WebClient(port: port).receive().isEmpty)
        let page = try LoadedPage(port: port)
        let (client, _) = try page.connect(port: port)
        #expect(try client.closeCode() == nil)
        // Who was there, and does not answer when it is asked: as if its network were gone.
        let gone = try page.live(port: port)
        var opcodes: [UInt8] = []
        while let (opcode, _) = try gone.nextFrame() { opcodes.append(opcode) }
        #expect(opcodes == [9])
        // Who answers stays.
        let there = try page.live(port: port)
        for _ in 0..<5 {
          let (opcode, _) = try #require(try there.nextFrame())
          #expect(opcode == 9)
          try there.frame([], opcode: 10)
        }
      }
    }

    /// A request without an end is not waited for, and is not read either.
    @Test(arguments: [
      ("POST", "Content-Length: 1000000000"), ("PUT", "Transfer-Encoding: chunked"), ("GET", "Content-Length: 1000000"),
    ])
    func bodiesAreRefused(_ method: String, _ header: String) async throws {
      try await withHost { port, _, _ in
        let client = try WebClient(port: port)
        try client.send(Array("\(method) / HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n\r\n".utf8))
        let (isClosed, answer) = client.drip(Array(repeating: UInt8(ascii: "1"), count: 10_000))
        #expect(isClosed)
        #expect(answer.hasPrefix(method == "GET" ? "HTTP/1.1 413 " : "HTTP/1.1 405 "), "\(answer)")
        #expect(!answer.contains("200 OK"))
      }
    }

    @Test func longHeadersAreRefused() async throws {
      try await withHost { port, _, _ in
        let client = try WebClient(port: port)
        try? client.send(
          Array("GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n".utf8))
        let answer = String(decoding: (try? client.receive()) ?? [], as: UTF8.self)
        #expect(!answer.contains("200 OK"))
      }
    }

    @Test func thePortIsTaken() async throws {
      try await withHost { port, _, _ in
        let failed = Failed()
        let done = DispatchSemaphore(value: 0)
        Task {
          var configuration = WebConfiguration()
          configuration.port = port
          do {
            try await WebHost(configuration: configuration) { _ in throw WebHostError.badPort("") }.run()
          } catch {
            failed.error = error as? WebHostError
          }
          done.signal()
        }
        done.wait()
        guard case .cannotListen(_, port, _) = failed.error else {
          Issue.record("\(String(describing: failed.error))")
          return
        }
      }
    }
  }

  private final class Failed: @unchecked Sendable {
    var error: WebHostError?
  }
#endif
