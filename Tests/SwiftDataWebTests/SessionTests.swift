#if Web
  import Foundation
  import SwiftDataUI
  import Testing
  import WebPages

  @testable import SwiftDataWeb

  /// What waits for a page is bounded, and nothing is lost by that.
  @Suite struct OutboxTests {
    private func text(_ text: String) -> SwiftDataUI.Operation { .text(ElementID(), text) }

    @Test func changesAreTakenTogetherAndInOrder() throws {
      let outbox = Outbox(limit: 100)
      outbox.add([text("a")])
      outbox.add([text("b"), text("c")])
      let batch = try #require(outbox.take())
      #expect(batch.operations.count == 3)
      #expect(batch.number == 1)
      #expect(!batch.isWhole)
      #expect(outbox.take() == nil)
    }

    @Test func whatPilesUpBecomesTheWholePage() throws {
      let outbox = Outbox(limit: 100)
      for number in 0..<10_000 { outbox.add([text("\(number)")]) }
      outbox.add([.command(.title("last"))])
      let batch = try #require(outbox.take())
      #expect(batch.isWhole)
      #expect(batch.operations == [.command(.title("last"))])
      outbox.add([text("after")])
      #expect(outbox.take()?.isWhole == false)
    }

    @Test func longTextWeighsMore() throws {
      let outbox = Outbox(limit: 20_000), long = String(repeating: "long ", count: 50_000)
      for _ in 0..<20 {
        outbox.add([text(long)])
        outbox.add([.attribute(ElementID(), name: "value", value: long)])
        let element = Element(id: ElementID(), tag: "p", attributes: [.init("title", long)], text: long)
        outbox.add([.insert(element, parent: ElementID(), before: nil)])
      }
      let batch = try #require(outbox.take())
      #expect(batch.isWhole && batch.operations.isEmpty)
    }

    @Test func commandsAreBoundedToo() throws {
      let outbox = Outbox(limit: 100)
      outbox.requireWhole()
      for number in 0..<10_000 { outbox.add([.command(.title("\(number)"))]) }
      let batch = try #require(outbox.take())
      #expect(batch.operations.count == 16)
      #expect(batch.operations.last == .command(.title("9999")))
    }

    @Test func aHandledEventIsToldOnce() throws {
      let outbox = Outbox(limit: 100)
      outbox.acknowledge(3)
      outbox.acknowledge(2)
      #expect(try #require(outbox.take()).acknowledged == 3)
      #expect(outbox.take() == nil)
    }

    @Test func aNewConnectionTakesOver() async {
      let outbox = Outbox(limit: 100)
      let first = outbox.signals()
      let second = outbox.signals()
      // The first one ends, so whoever follows it does too.
      for await _ in first {}
      outbox.finish()
      for await _ in second {}
    }
  }

  @Suite struct RateLimitTests {
    @Test func aBurstThenSoManyASecond() {
      let start = ContinuousClock.now
      var limit = RateLimit(perSecond: 10, burst: 5, now: start)
      #expect((0..<20).count { _ in limit.take(now: start) } == 5)
      #expect((0..<20).count { _ in limit.take(now: start + .milliseconds(350)) } == 3)
      #expect((0..<20).count { _ in limit.take(now: start + .seconds(3_600)) } == 5)
    }
  }

  @Suite struct ClientMessageTests {
    private func read(_ text: String) -> (hello: ClientMessage.Hello?, events: [Event?], number: Int)? {
      ClientMessage.read(Data(text.utf8))
    }

    @Test func eventsAreRead() throws {
      let id = ElementID()
      let message = try #require(
        read(#"{"n":9,"e":[["\#(id)","click"],["\#(id)","input","<b>"],["?","click"],["\#(id)","no"]]}"#))
      #expect(message.number == 9)
      #expect(message.events == [Event(id, .click), Event(id, .input, value: "<b>"), nil, nil])
    }

    @Test func theFirstMessageIsRead() throws {
      let token = randomToken()
      let message = try #require(read(#"{"p":"\#(token)","q":4,"at":"/trips?x"}"#))
      #expect(message.hello?.token == token)
      #expect(message.hello?.known == 4)
      #expect(message.hello?.path == "/trips?x")
    }

    @Test(arguments: [
      "", "{", "[]", "1", "null", "{}", #"{"e":[]}"#, #"{"n":1}"#, #"{"n":1,"e":[]}"#, #"{"n":1,"e":[1]}"#,
      #"{"n":1,"e":[[]]}"#,
      #"{"n":-1,"e":[["a","click"]]}"#, #"{"n":0,"e":[["a","click"]]}"#, #"{"n":1e300,"e":[["a","click"]]}"#,
      #"{"n":9223372036854775807,"e":[["a","click"]]}"#, #"{"p":"x"}"#, #"{"p":"../../../etc/passwd"}"#,
      #"{"n":1,"e":[["a","click",{}]]}"#,
    ])
    func othersAreRefused(_ text: String) {
      #expect(read(text) == nil)
    }

    @Test func otherSitesAreNoAddress() {
      let token = randomToken()
      for path in ["//example.com", "https://example.com", "", "trips", "/" + String(repeating: "x", count: 9_000)] {
        #expect(read(#"{"p":"\#(token)","at":"\#(path)"}"#) == nil)
      }
    }

    @Test func tooManyEventsAtOnce() {
      let events = Array(repeating: #"["a","click"]"#, count: 300).joined(separator: ",")
      #expect(read("{\"n\":300,\"e\":[\(events)]}") == nil)
    }

    @Test func deepNestingIsNoCrash() {
      let deep = String(repeating: "[", count: 100_000)
      #expect(read("{\"n\":1,\"e\":\(deep)") == nil)
    }

    @Test func randomBytesAreNoCrash() {
      let seed = UInt64.random(in: 0 ... .max)
      print("seed \(seed)")
      var generator = Sequence64(state: seed)
      let good = Array(#"{"n":2,"e":[["a","click"],["b","input","text"]]}"#.utf8)
      for _ in 0..<5_000 {
        var bytes = good
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        _ = ClientMessage.read(Data(bytes))
      }
    }
  }

  /// SplitMix64.
  struct Sequence64: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  @MainActor @Suite struct SessionStoreTests {
    private func store(_ change: (inout WebLimits) -> Void = { _ in }) -> (SessionStore, Shelf, Refusals) {
      var limits = WebLimits()
      change(&limits)
      let shelf = Shelf(file: nil)
      let refusals = Refusals()
      let store = SessionStore(limits: limits, refusals: refusals) { ShelfPage(shelf: shelf, path: $0) }
      return (store, shelf, refusals)
    }

    @Test func aPageIsConnectedWithItsOwnBrowserOnly() throws {
      let (store, _, _) = store()
      let session = try #require(try store.open(path: "/", browser: "one"))
      let own = try #require(try store.connect(token: session.token, known: 0, path: "/", browser: "one"))
      #expect(own.session === session)
      // Who knows the page's name alone gets a page of his own.
      let other = try #require(try store.connect(token: session.token, known: 0, path: "/", browser: "two"))
      #expect(other.session !== session)
      #expect(other.session.browser == "two")
    }

    @Test func namesOfElementsAreOfOnePageOnly() throws {
      let (store, _, refusals) = store()
      let first = try #require(try store.open(path: "/", browser: "one"))
      let second = try #require(try store.open(path: "/", browser: "one"))
      let add = try #require((first.page as? ShelfPage)?.id(of: "add"))
      second.handle(Event(add, .click), number: 1)
      #expect(refusals[.staleEvent] == 1)
      second.handle(Event(ElementID(), .click), number: 2)
      #expect(refusals[.staleEvent] == 2)
    }

    @Test func anEventIsHandledOnce() throws {
      let (store, shelf, _) = store()
      let session = try #require(try store.open(path: "/", browser: "one"))
      let page = try #require(session.page as? ShelfPage)
      let (draft, add) = (try #require(page.id(of: "draft")), try #require(page.id(of: "add")))
      for _ in 0..<2 {
        // Sent again, since the connection was lost before the answer came.
        session.handle(Event(draft, .input, value: "apple"), number: 1)
        session.handle(Event(add, .click), number: 2)
      }
      #expect(shelf.names == ["apple"])
    }

    @Test func tooManyEventsAreRefusedAndCounted() throws {
      let (store, _, refusals) = store {
        $0.eventBurst = 10; $0.eventsPerSecond = 1
      }
      let session = try #require(try store.open(path: "/", browser: "one"))
      let draft = try #require((session.page as? ShelfPage)?.id(of: "draft"))
      for number in 1...100 { session.handle(Event(draft, .input, value: "\(number)"), number: number) }
      #expect(refusals[.tooManyEvents] >= 80)
    }

    @Test func pagesThatNobodyUsesAreClosed() throws {
      let (store, shelf, _) = store {
        $0.disconnectedTime = .seconds(10); $0.idleTime = .seconds(100)
      }
      let left = try #require(try store.open(path: "/", browser: "one"))
      let used = try #require(try store.open(path: "/", browser: "one"))
      _ = try store.connect(token: used.token, known: 0, path: "/", browser: "one")
      #expect(shelf.openPages == 2)
      store.sweep(now: .now + .seconds(20))
      #expect(store.count == 1)
      #expect(shelf.openPages == 1)
      store.sweep(now: .now + .seconds(200))
      #expect(store.count == 0)
      // It comes back as another page at the same address.
      let back = try #require(try store.connect(token: left.token, known: 5, path: "/about", browser: "one"))
      #expect(back.session.page.root.children.first?.text == "About")
      #expect(back.session.outbox.take()?.isWhole == true)
    }

    @Test func aBrowserHasSoManyPages() throws {
      let (store, shelf, _) = store { $0.pagesPerBrowser = 3 }
      for _ in 0..<10 { _ = try store.open(path: "/", browser: "one") }
      #expect(store.count == 3)
      #expect(shelf.openPages == 3)
    }

    @Test func usedPagesAreNotClosedForOthers() throws {
      let (store, _, refusals) = store { $0.pages = 2 }
      for browser in ["one", "two"] {
        let session = try #require(try store.open(path: "/", browser: browser))
        _ = try store.connect(token: session.token, known: 0, path: "/", browser: browser)
      }
      #expect(try store.open(path: "/", browser: "three") == nil)
      #expect(refusals[.tooManyPages] == 1)
    }
  }
#endif
