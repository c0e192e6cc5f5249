// SPDX-License-Identifier: Apache-2.0

#if Web
  import CDescriptorPassing
  import Foundation
  import Logging
  import Testing

  @testable import SwiftDataWeb

  /// Which worker has a browser, and what tells; the processes are in `Browser/workers.py`.
  struct WorkerTests {
    private static let cookie = "swiftdata-page-8080"
    private static let name = "2bqf0b1xqv5vi-1bm6ibhlb9xkl"

    private func request(_ text: String) -> WaitingConnection.Request {
      WaitingConnection.request(in: ArraySlice(text.utf8), cookieName: Self.cookie)
    }

    @Test func theCookieTells() {
      let head = "GET / HTTP/1.1\r\nHost: localhost\r\n"
      let cookie = "\(Self.cookie)=\(Self.name)"
      for line in ["Cookie: \(cookie)", "COOKIE:\(cookie)", "cookie:   a=b; \(cookie); c=d"] {
        #expect(request(head + line + "\r\n\r\n") == .complete(browser: Self.name), "\(line)")
        #expect(request(head + line + "\n\nbody") == .complete(browser: Self.name), "\(line)")
      }
      #expect(request(head + "Cookie: a=b\r\nCookie: \(cookie)\r\n\r\n") == .complete(browser: Self.name))
      let others = [
        "", "Cookie: x\(cookie)\r\n", "X-Cookie: \(cookie)\r\n", "Cookie: \(Self.cookie)=../../etc\r\n", "Cookie\r\n",
        "Cookie: \(Self.cookie)\r\n", "Set-Cookie: \(cookie)\r\n", "cöökie: \(cookie)\r\n",
      ]
      for other in others { #expect(request(head + other + "\r\n") == .complete(browser: nil), "\(other)") }
      // What follows the head says nothing.
      #expect(request(head + "\r\nCookie: \(cookie)\r\n\r\n") == .complete(browser: nil))
    }

    @Test func aHeadIsLookedAtWhenItIsWhole() {
      let text = "GET / HTTP/1.1\r\nCookie: \(Self.cookie)=\(Self.name)\r\n\r\n"
      for count in 0..<(text.utf8.count) {
        #expect(request(String(decoding: text.utf8.prefix(count), as: UTF8.self)) == .incomplete, "\(count)")
      }
      #expect(request(text) == .complete(browser: Self.name))
      #expect(request("\0\u{1}\r\n\r\n") == .complete(browser: nil))
    }

    @Test(arguments: [1, 2, 3, 7, 16]) func eachWorkerHasBrowsers(_ count: Int) {
      var found: [Int: Int] = [:]
      for _ in 0..<2_000 { found[WorkerRole.index(ofBrowser: randomToken(), count: count), default: 0] += 1 }
      #expect(found.keys.sorted() == Array(0..<count))
      for index in 0..<count {
        let role = WorkerRole(index: index, count: count, descriptor: 9, cookieName: Self.cookie, entryToken: nil)
        let name = role.makeBrowser()
        #expect(WorkerRole.index(ofBrowser: name, count: count) == index)
        #expect(Gate.isToken(name))
      }
      // Pages come back to their workers after an update of the program.
      #expect(WorkerRole.index(ofBrowser: Self.name, count: 4) == 3)
    }

    @Test func aRoleIsPassedAsText() {
      for token in [nil, "1abc-2def"] {
        let role = WorkerRole(index: 1, count: 3, descriptor: 7, cookieName: Self.cookie, entryToken: token)
        #expect(WorkerRole(role.text) == role)
        #expect(WorkerRole.isAssignment(role.assignment))
      }
      for text in ["", "1", "0/0/7/a/", "3/3/7/a/", "-1/3/7/a/", "0/1/2/a/", "0/1/x/a/", "0/1/7/a"] {
        #expect(WorkerRole(text) == nil, "\(text)")
      }
      #expect(WorkerRole.current == nil, "the tests are no worker")
    }

    /// The front counts what it has handed over: a worker answers for each, also for those that it closes at once.
    @Test func aWorkerAnswersForEachConnection() async throws {
      var ends: [Int32] = [-1, -1]
      #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
      #else
        let kind = SOCK_STREAM
      #endif
      #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
      let (front, worker) = (ends[0], ends[1])
      let role = WorkerRole(index: 0, count: 1, descriptor: worker, cookieName: Self.cookie, entryToken: nil)
      let refusals = Refusals()
      let gate = Gate(configuration: WebConfiguration(), refusals: refusals, role: role, cookieName: Self.cookie)
      let store = SessionStore(limits: WebLimits(), refusals: refusals) { _, _, _ in throw CancellationError() }
      let server = WebSocketUpgrade(
        responder: { _, _, _ in throw CancellationError() }, gate: gate, store: store,
        icons: Icons(address: "/", source: ""), answersOnce: true)
      // There is room for none.
      let connections = HandedConnections(role: role, server: server, limit: 0, logger: Logger(label: "worker"))
      let running = Task { try await connections.run() }
      func next() async throws -> String {
        for _ in 0..<200_000 {
          var byte: UInt8 = 0
          if recv(front, &byte, 1, Int32(MSG_DONTWAIT)) == 1 { return String(UnicodeScalar(byte)) }
          try await Task.sleep(for: .milliseconds(1))
        }
        return "nothing"
      }
      #expect(try await next() == "r")
      #expect(descriptor_send(front, front) == 0)
      #expect(try await next() == "t")
      // A descriptor that did not arrive.
      var byte = UInt8(ascii: "c")
      #expect(write(front, &byte, 1) == 1)
      #expect(try await next() == "t")
      // The worker has closed its copy: it sees that the front has gone.
      close(front)
      try await running.value
    }

    @Test func argumentsGiveThePortAndTheWorkers() throws {
      func configuration(_ arguments: String..., port: String? = nil) throws -> WebConfiguration {
        try WebConfiguration(arguments: ["program"] + arguments, environment: port.map { ["PORT": $0] } ?? [:])
      }
      #expect(try configuration().workers == 1)
      #expect(try configuration("--workers", "4", "--port=0").workers == 4)
      #expect(try configuration("--workers=2", port: "81").port == 81)
      #expect(try configuration("--port", "80", "--port", "82", port: "81").port == 82)
      for text in ["0", "-1", "257", "two", ""] {
        #expect(throws: WebHostError.badWorkers(text)) { try configuration("--workers", text) }
      }
      #expect(throws: WebHostError.badWorkers("")) { try configuration("--workers") }
      #expect(throws: WebHostError.badPort("65536")) { try configuration("--port", "65536") }
      #expect("\(WebHostError.badWorkers("x"))".contains("'x' is no number of workers"))
    }
  }
#endif
