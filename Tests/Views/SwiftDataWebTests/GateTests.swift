// SPDX-License-Identifier: Apache-2.0

#if Web
  import Testing

  @testable import SwiftDataWeb

  /// Who comes in.
  @Suite struct GateTests {
    private func gate(_ change: (inout WebConfiguration) -> Void = { _ in }) -> Gate {
      var configuration = WebConfiguration()
      change(&configuration)
      return Gate(configuration: configuration, refusals: Refusals(), cookieName: "page")
    }

    private func isAllowed(_ gate: Gate, isLive: Bool, _ headers: [(name: String, value: String)]) async -> Bool {
      let request = WebRequest(target: "/", remoteAddress: "127.0.0.1", headers: headers)
      if case .allowed = await gate.judge(request, isLive: isLive) { return true }
      return false
    }

    private let cookie = (name: "Cookie", value: "a=b; page=\(randomToken())")

    @Test(arguments: ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080", "LOCALHOST:8080"])
    func ownNames(_ host: String) async {
      #expect(await isAllowed(gate(), isLive: false, [("Host", host)]))
      #expect(await isAllowed(gate(), isLive: true, [("Host", host), ("Origin", "http://\(host)"), cookie]))
    }

    @Test(arguments: [
      "example.com", "localhost.example.com", "127.0.0.1.example.com:8080", "", "[::2]", "0.0.0.0",
      "localhost:8080.example.com", "[::1].example.com", "localhost:", "localhost:+80", "localhost:99999", "[::1]x:80",
    ])
    func otherNames(_ host: String) async {
      let gate = gate()
      #expect(await !isAllowed(gate, isLive: false, [("Host", host)]))
      #expect(gate.refusals[.foreignHost] == 1)
    }

    @Test func noNameOrTwo() async {
      #expect(await !isAllowed(gate(), isLive: false, []))
      #expect(await !isAllowed(gate(), isLive: false, [("Host", "localhost"), ("Host", "localhost")]))
    }

    @Test(arguments: [
      "http://example.com", "null", "http://localhost:8081", "http://localhost:8080.example.com", "https://localhost",
      "http://localhost:8080/", "file://", "",
    ])
    func otherSites(_ origin: String) async {
      let gate = gate()
      let headers = [("Host", "localhost:8080"), ("Origin", origin), cookie]
      #expect(await !isAllowed(gate, isLive: true, headers))
      #expect(gate.refusals[.foreignOrigin] == 1)
    }

    @Test func aConnectionNeedsAnOriginAndACookie() async {
      let host = (name: "Host", value: "localhost"), origin = (name: "Origin", value: "http://localhost")
      #expect(await !isAllowed(gate(), isLive: true, [host, cookie]))
      #expect(await isAllowed(gate(), isLive: true, [host, origin, cookie]))
      // Without a name it is told so, and gets no page.
      for headers in [[host, origin], [host, origin, ("Cookie", "page=<script>")]] {
        let gate = gate()
        let request = WebRequest(target: "/_/live", remoteAddress: "127.0.0.1", headers: headers)
        guard case .allowed("", true, nil) = await gate.judge(request, isLive: true) else {
          Issue.record("a browser without a name is one")
          continue
        }
        #expect(gate.refusals[.unauthorized] == 1)
      }
    }

    @Test(arguments: ["image", "script", "iframe", "frame", "empty"])
    func pagesAreForPeople(_ destination: String) async {
      #expect(await !isAllowed(gate(), isLive: false, [("Host", "localhost"), ("Sec-Fetch-Dest", destination)]))
    }

    /// A link of another site leads to a page, for the same browser as before; scripts and pictures of it lead nowhere.
    @Test(arguments: ["navigate", "no-cors", "cors", "same-origin"])
    func anotherSiteLeadsPeopleHereOnly(_ mode: String) async {
      let gate = gate()
      let request = WebRequest(
        target: "/", remoteAddress: "127.0.0.1",
        headers: [("Host", "localhost"), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", mode), cookie])
      var isKnown = false
      if case .allowed(_, false, _) = await gate.judge(request, isLive: false) { isKnown = true }
      #expect(isKnown == (mode == "navigate"))
      #expect(gate.refusals[.foreignOrigin] == (mode == "navigate" ? 0 : 1))
    }

    @Test func overTLSOnly() async {
      let gate = gate {
        $0.isSecure = true
        $0.hosts = ["example.com"]
      }
      let host = (name: "Host", value: "example.com")
      #expect(await isAllowed(gate, isLive: true, [host, ("Origin", "https://example.com"), cookie]))
      #expect(await !isAllowed(gate, isLive: true, [host, ("Origin", "http://example.com"), cookie]))
    }

    @Test func theClosureDecides() async {
      let gate = gate {
        $0.authorize = { $0.header("x-key") == "secret" ? .allowed : .password(realm: "Trips") }
      }
      #expect(await isAllowed(gate, isLive: false, [("Host", "localhost"), ("X-Key", "secret")]))
      let request = WebRequest(target: "/", remoteAddress: nil, headers: [("Host", "localhost")])
      guard case .refused(let status, let realm) = await gate.judge(request, isLive: false) else {
        Issue.record("it was let in")
        return
      }
      #expect(status.code == 401)
      #expect(realm == "Trips")
    }

    @Test func reachableAddressesNeedAClosure() async {
      var configuration = WebConfiguration()
      configuration.address = "0.0.0.0"
      configuration.port = 0
      let host = WebHost(configuration: configuration) { _ in throw WebHostError.badPort("") }
      await #expect(throws: WebHostError.needsAuthorization(address: "0.0.0.0")) { try await host.run() }
    }

    @Test func ports() throws {
      func port(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Int {
        try WebConfiguration(arguments: ["app"] + arguments, environment: environment).port
      }
      #expect(try port([]) == 8080)
      #expect(try port(["--port", "0"]) == 0)
      #expect(try port(["--port=9000"], ["PORT": "1"]) == 9000)
      #expect(try port([], ["PORT": "1"]) == 1)
      for text in ["x", "", "65536", "-1"] {
        #expect(throws: WebHostError.badPort(text)) { try port(["--port", text]) }
      }
      #expect(throws: WebHostError.badPort("")) { try port(["--port"]) }
    }
  }
#endif
