// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  @testable import SwiftDataUI
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
        outbox.add([.attribute(ElementID(), name: .value, value: .text(long))])
        let element = Element(id: ElementID(), kind: .paragraph, attributes: [.init(.help, long)], text: long)
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

    @Test func anAnimationIsAboutItsOwnUpdate() throws {
      let outbox = Outbox(limit: 100)
      let motion = SwiftDataUI.Operation.command(.animate(Animation.linear(duration: 1).motion))
      let title = SwiftDataUI.Operation.command(.title("new"))
      outbox.add([title])
      outbox.add([text("before")])
      outbox.add([motion, text("moves")])
      outbox.add([title])
      outbox.add([text("after")])
      outbox.acknowledge(1, isRefused: true)
      outbox.add([motion, text("moves too")])
      let batches = (0..<4).compactMap { _ in outbox.take() }
      #expect(batches.map(\.operations.count) == [2, 3, 1, 2])
      #expect(batches.map { $0.operations.first == motion } == [false, true, false, true])
      // What an event has done may be in any of them.
      #expect(batches.map(\.acknowledged) == [0, 0, 0, 1])
      #expect(batches.map(\.refused) == [[], [], [], [1]])
      #expect(outbox.take() == nil)
      // The whole page is not animated.
      outbox.add([motion, text("moves")])
      outbox.add([motion, title])
      outbox.requireWhole()
      #expect(outbox.take()?.operations == [title])
      #expect(outbox.take() == nil)
    }

    @Test func aHandledEventIsToldOnce() throws {
      let outbox = Outbox(limit: 100)
      outbox.acknowledge(3)
      outbox.acknowledge(2)
      #expect(try #require(outbox.take()).acknowledged == 3)
      #expect(outbox.take() == nil)
    }

    @Test func whatIsRefusedIsToldOnceAndAgainWithTheWholePage() throws {
      let outbox = Outbox(limit: 100)
      outbox.acknowledge(1, isRefused: true)
      outbox.acknowledge(2)
      outbox.acknowledge(3, isRefused: true)
      // Sent again after a lost connection: it is refused no second time.
      outbox.acknowledge(3, isRefused: true)
      #expect(try #require(outbox.take()).refused == [1, 3])
      outbox.acknowledge(4, isRefused: true)
      #expect(try #require(outbox.take()).refused == [4])
      outbox.acknowledge(5)
      #expect(try #require(outbox.take()).refused == [])
      // The message that told it may not have arrived.
      outbox.requireWhole()
      #expect(try #require(outbox.take()).refused == [1, 3, 4])
      for number in 6..<5_000 { outbox.acknowledge(number, isRefused: true) }
      #expect(try #require(outbox.take()).refused == Array(4_744..<5_000))
    }

    @Test func aNewConnectionTakesOver() async {
      let outbox = Outbox(limit: 100)
      let former = outbox.begin(known: nil)
      let first = outbox.signals(for: former)
      let second = outbox.signals(for: outbox.begin(known: nil))
      // The first one ends, so whoever follows it does too.
      for await _ in first {}
      for await _ in outbox.signals(for: former) { Issue.record("there is a later connection") }
      outbox.finish()
      for await _ in second {}
    }

    /// A connection that has not noticed its end yet takes nothing from the one after it.
    @Test func aFormerConnectionTakesNothing() throws {
      let outbox = Outbox(limit: 100)
      let first = outbox.begin(known: 0)
      outbox.add([text("a")])
      let known = try #require(outbox.take(for: first)).number
      outbox.add([text("b")])
      let second = outbox.begin(known: known)
      #expect(outbox.take(for: first) == nil)
      let batch = try #require(outbox.take(for: second))
      #expect(batch.number == known + 1)
      #expect(batch.operations.count == 1 && !batch.isWhole)
      // What the former one took just before that did not arrive: everything is sent.
      outbox.add([text("c")])
      _ = outbox.take(for: second)
      let third = outbox.begin(known: known + 1)
      #expect(outbox.take(for: second) == nil)
      #expect(outbox.take(for: third)?.isWhole == true)
    }
  }

  @Suite struct LostMessageTests {
    /// What a message asks for that is lost with its connection is in no tree.
    @Test func commandsOfALostMessageAreSentAgain() throws {
      let outbox = Outbox(limit: 100)
      let notice = SwiftDataUI.Operation.command(.notice("changed"))
      let file = SwiftDataUI.Operation.command(.save(name: "a.csv", Data([1])))
      let large = SwiftDataUI.Operation.command(.save(name: "b.csv", Data(count: 1_000_000)))
      let first = outbox.begin(known: 0)
      let known = try #require(outbox.take(for: first)).number
      outbox.add([.text(ElementID(), "a"), notice])
      _ = outbox.take(for: first)
      outbox.add([.command(.title("new")), file, large])
      _ = outbox.take(for: first)
      outbox.add([.command(.open("https://example.org"))])
      let second = outbox.begin(known: known)
      let batch = try #require(outbox.take(for: second))
      #expect(batch.isWhole)
      // Large files are not kept for that; the person is told, who would wait for it otherwise.
      let lost = SwiftDataUI.Operation.command(
        .notice("“b.csv” was lost with the connection: please ask for it again."))
      #expect(batch.operations == [notice, file, lost, .command(.open("https://example.org"))])
      // That has arrived.
      let third = outbox.begin(known: batch.number)
      #expect(try #require(outbox.take(for: third)).operations == [])
      // The page was loaded anew: nothing is done twice.
      for known in [nil, 0] {
        outbox.add([notice])
        let reader = outbox.begin(known: outbox.number)
        #expect(try #require(outbox.take(for: reader)).operations == [notice])
        let another = outbox.begin(known: known)
        #expect(try #require(outbox.take(for: another)).operations == [])
      }
    }

    @Test func soManyCommandsAreSentAgain() throws {
      let outbox = Outbox(limit: 10_000)
      let first = outbox.begin(known: 0)
      let known = try #require(outbox.take(for: first)).number
      for number in 0..<1_000 {
        outbox.add([.command(.notice("\(number)"))])
        _ = outbox.take(for: first)
      }
      let operations = try #require(outbox.take(for: outbox.begin(known: known))).operations
      #expect(operations == (984..<1_000).map { .command(.notice("\($0)")) })
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
    private func read(_ text: String) -> ClientMessage.Message? {
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
      #expect(message.hello?.before == nil && message.hello?.isHidden == false)
      let before = randomToken()
      let again = try #require(read(#"{"p":"\#(token)","q":0,"at":"/","b":"\#(before)","h":true}"#))
      #expect(again.hello?.before == before && again.hello?.isHidden == true)
      #expect(read(#"{"p":"\#(token)","q":0,"at":"/","b":"../x"}"#) == nil)
    }

    @Test func howTheBrowserIsSetIsRead() throws {
      let token = randomToken()
      let settings = PageSettings(language: "de-CH", timeZone: "Europe/Zurich", isDark: true)
      #expect(settings.locale?.identifier == "de_CH" && settings.timeZone?.identifier == "Europe/Zurich")
      let said = #""r":["Europe/Zurich","de-CH",true]"#
      #expect(read("{\"p\":\"\(token)\",\"q\":4,\(said)}")?.hello?.settings == settings)
      #expect(read("{\(said)}")?.settings == settings)
      #expect(read(#"{"r":["Nowhere/Atall","<b>",false]}"#)?.settings == PageSettings(isDark: false))
      for text in [#"{"r":[]}"#, #"{"r":["UTC"]}"#, #"{"r":["UTC","de",1]}"#, #"{"r":7}"#] {
        #expect(read(text) == nil)
      }
      let request = WebRequest(
        target: "/", remoteAddress: nil,
        headers: [("Accept-Language", "de-CH,de;q=0.9"), ("Cookie", "a=b; s-region=Europe/Zurich~1")])
      #expect(PageSettings(request) == settings)
      let whole = PageSettings(
        language: "de-CH", timeZone: "Europe/Zurich", isDark: true, isNarrow: true, isLow: false, wantsLessMotion: true)
      #expect(read(#"{"r":["Europe/Zurich","de-CH",true,true,false,true]}"#)?.settings == whole)
      #expect(read(#"{"r":["Europe/Zurich","de-CH",true,"true"]}"#) == nil)
      let next = WebRequest(
        target: "/", remoteAddress: nil,
        headers: [("Accept-Language", "de-CH"), ("Cookie", "s-region=Europe/Zurich~1~1~0~1")])
      #expect(PageSettings(next) == whole)
      #expect(PageSettings(WebRequest(target: "/", remoteAddress: nil, headers: [])) == PageSettings())
    }

    @Test func whetherAPageIsInSightIsRead() throws {
      #expect(read(#"{"h":true}"#)?.isHidden == true)
      #expect(read(#"{"h":false}"#)?.isHidden == false)
      #expect(read(#"{"h":1}"#) == nil)
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
      for path in ["//example.com", "https://example.com", "", "trips", "//" + String(repeating: "x", count: 9_000)] {
        #expect(read(#"{"p":"\#(token)","at":"\#(path)"}"#) == nil)
      }
    }

    /// Otherwise a page with a long filter in its address would never be connected.
    @Test func anAddressThatIsTooLongCountsAsNone() throws {
      let token = randomToken()
      let long = "/rows?where=" + String(repeating: "x", count: 20_000)
      let hello = try #require(read(#"{"p":"\#(token)","q":3,"at":"\#(long)"}"#)?.hello)
      #expect(hello.token == token && hello.known == 3 && hello.path == "/")
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

  private struct FocusedForm: View {
    @FocusState private var isFocused: Bool
    @State private var name = ""

    var body: some View { TextField("name", text: $name).focused($isFocused).onAppear { isFocused = true } }
  }

  private struct Turning: View {
    @State private var angle = 0.0

    var body: some View {
      Text("it").rotationEffect(.degrees(angle)).onAppear {
        withAnimation(.linear(duration: 1).repeatForever()) { angle = 360 }
      }
    }
  }

  /// A page whose element is there for the first event alone.
  @MainActor private final class FleetingPage: Page {
    let root = Element(id: ElementID(), kind: .box)
    var onUpdate: (([SwiftDataUI.Operation]) -> Void)?
    private var isThere = true

    func handle(_ event: Event) -> Bool {
      defer { isThere = false }
      return isThere
    }
    func update() {}
    func close() {}
  }

  /// A page that notes its events.
  @MainActor private final class NotingPage: Page {
    let root = Element(id: ElementID(), kind: .box)
    var onUpdate: (([SwiftDataUI.Operation]) -> Void)?
    private(set) var events: [Event] = []

    func handle(_ event: Event) -> Bool {
      events.append(event)
      return true
    }
    func update() {}
    func close() {}
  }

  @MainActor @Suite struct SessionStoreTests {
    private func store(_ change: (inout WebLimits) -> Void = { _ in }) -> (SessionStore, Shelf, Refusals) {
      var limits = WebLimits()
      change(&limits)
      let shelf = Shelf(file: nil)
      let refusals = Refusals()
      let store = SessionStore(limits: limits, refusals: refusals) { path, _, _ in ShelfPage(shelf: shelf, path: path) }
      return (store, shelf, refusals)
    }

    @Test func aPageIsConnectedWithItsOwnBrowserOnly() throws {
      let (store, _, _) = store()
      let session = try #require(try store.open(path: "/", browser: "one"))
      let own = try #require(try store.connect(hello(session), browser: "one"))
      #expect(own.session === session)
      // Who knows the page's name alone gets a page of his own.
      let other = try #require(try store.connect(hello(session), browser: "two"))
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
      _ = try store.connect(hello(used), browser: "one")
      #expect(shelf.openPages == 2)
      store.sweep(now: .now + .seconds(20))
      #expect(store.count == 1)
      #expect(shelf.openPages == 1)
      // In sight, it stays for as long as it is.
      store.sweep(now: .now + .seconds(20_000))
      #expect(store.count == 1)
      used.note(isHidden: true)
      used.outbox.acknowledge(1)
      store.sweep(now: .now + .seconds(200))
      #expect(store.count == 0)
      #expect(used.outbox.isForgotten)
      // It comes back as another page at the same address.
      let back = try #require(try store.connect(hello(left, known: 5, at: "/about"), browser: "one"))
      #expect(back.session.page.root.children.first?.text == "About")
      #expect(back.session.outbox.take()?.isWhole == true)
    }

    @Test func aBrowserHasSoManyPages() throws {
      let (store, shelf, _) = store { $0.pagesPerBrowser = 3 }
      for _ in 0..<10 { _ = try store.open(path: "/", browser: "one") }
      #expect(store.count == 3)
      #expect(shelf.openPages == 3)
    }

    /// A browser that keeps no cookie is another one each time.
    @Test func aUserHasSoManyPagesInAllBrowsers() throws {
      let (store, _, refusals) = store {
        $0.pages = 12; $0.pagesPerBrowser = 2
      }
      let (ann, bob) = (PageUser(id: "ann"), PageUser(id: "bob"))
      let sessions = try (0..<3).map { try #require(try store.open(path: "/", browser: "\($0)", user: ann)) }
      for session in sessions { _ = try store.connect(hello(session), browser: session.browser, user: ann) }
      #expect(try store.open(path: "/", browser: "new", user: ann) == nil)
      #expect(refusals[.tooManyPages] == 1)
      #expect(try store.open(path: "/", browser: "new", user: bob) != nil)
      // One that nobody looks at makes room.
      sessions[1].disconnect(1)
      #expect(try store.open(path: "/", browser: "new", user: ann) != nil)
      #expect(store.count == 4)
    }

    @Test func usedPagesAreNotClosedForOthers() throws {
      let (store, _, refusals) = store { $0.pages = 2 }
      for browser in ["one", "two"] {
        let session = try #require(try store.open(path: "/", browser: browser))
        _ = try store.connect(hello(session), browser: browser)
      }
      #expect(try store.open(path: "/", browser: "three") == nil)
      #expect(refusals[.tooManyPages] == 1)
    }

    @Test func tabsOfOneBrowserDoNotThrowEachOtherOut() throws {
      let (store, _, refusals) = store { $0.pagesPerBrowser = 3 }
      let sessions = try (0..<3).map { _ in try #require(try store.open(path: "/", browser: "one")) }
      for session in sessions { _ = try store.connect(hello(session), browser: "one") }
      #expect(try store.open(path: "/", browser: "one") == nil)
      #expect(refusals[.tooManyPages] == 1)
      #expect(try store.open(path: "/", browser: "two") != nil)
      // A connection that is lost for a moment finds its page.
      sessions[1].disconnect(1)
      #expect(try store.connect(hello(sessions[1]), browser: "one")?.session === sessions[1])
    }

    @Test func whatSomebodyHasTypedIsKeptForAnHour() throws {
      let (store, _, _) = store { $0.pages = 2 }
      let empty = try #require(try store.open(path: "/", browser: "one"))
      let typed = try #require(try store.open(path: "/", browser: "two"))
      (typed.page as? ShelfPage)?.holdsInput = true
      #expect(typed.holdsInput && !empty.holdsInput)
      _ = try store.connect(hello(typed), browser: "two")
      typed.disconnect(1)
      store.sweep(now: .now + .seconds(3_000))
      #expect(store.count == 1)
      #expect(try store.connect(hello(typed), browser: "two")?.session === typed)
      typed.disconnect(2)
      store.sweep(now: .now + .seconds(4_000))
      #expect(store.count == 0)
    }

    @Test func atTheLimitPagesThatHoldNothingGoFirst() throws {
      let (store, _, _) = store { $0.pages = 3 }
      let sessions = try (0..<3).map { try #require(try store.open(path: "/", browser: "\($0)")) }
      // The oldest one holds something.
      (sessions[0].page as? ShelfPage)?.holdsInput = true
      _ = try #require(try store.open(path: "/", browser: "more"))
      #expect(try store.connect(hello(sessions[0]), browser: "0")?.session === sessions[0])
      #expect(try store.connect(hello(sessions[2]), browser: "2")?.session === sessions[2])
      #expect(try store.connect(hello(sessions[1]), browser: "1")?.session !== sessions[1])
    }

    @Test func aPageThatIsLoadedAgainGoesOn() throws {
      let (store, shelf, _) = store()
      let first = try #require(try store.open(path: "/", browser: "one"))
      let page = try #require(first.page as? ShelfPage)
      _ = try store.connect(hello(first), browser: "one")
      first.handle(Event(try #require(page.id(of: "draft")), .input, value: "apple"), number: 1)
      first.disconnect(1)
      let again = try #require(try store.open(path: "/", browser: "one"))
      let connected = try #require(try store.connect(hello(again, before: first), browser: "one"))
      #expect(connected.session === first)
      #expect(first.outbox.take()?.isWhole == true)
      // The one that was made for the reload is not needed.
      #expect(shelf.openPages == 1 && store.count == 1)
      // Nobody goes on with the page of another browser.
      let other = try #require(try store.open(path: "/", browser: "two"))
      #expect(try store.connect(hello(other, before: first), browser: "two")?.session === other)
    }

    /// No tree says who has the focus.
    @Test func whatAViewAsksForWhenItAppearsIsSent() throws {
      let store = SessionStore(limits: WebLimits(), refusals: Refusals()) { _, _, _ in ViewPage(FocusedForm()) }
      let session = try #require(try store.open(path: "/", browser: "one"))
      _ = session.firstTree()
      let connection = session.connect(known: session.outbox.number)
      let batch = try #require(session.outbox.take(for: connection))
      #expect(!batch.isWhole)
      #expect(batch.operations.contains { if case .command(.focus(_?)) = $0 { true } else { false } })
      // Once.
      #expect(session.outbox.take(for: connection) == nil)
    }

    /// The first page is as it was before that.
    @Test func whatAViewAnimatesWhenItAppearsIsSent() throws {
      let store = SessionStore(limits: WebLimits(), refusals: Refusals()) { _, _, _ in ViewPage(Turning()) }
      let session = try #require(try store.open(path: "/", browser: "one"))
      let tree = session.firstTree()
      #expect(tree != session.page.root)
      let connection = session.connect(known: session.outbox.number)
      let batch = try #require(session.outbox.take(for: connection))
      #expect(!batch.isWhole && batch.operations.first?.isMotion == true)
      #expect(batch.operations.contains { if case .attribute(_, .style, _?) = $0 { true } else { false } })
      #expect(session.outbox.take(for: connection) == nil)
    }

    /// There is no change then that could be shown.
    @Test func whatIsTooMuchForChangesIsInTheFirstTree() throws {
      var limits = WebLimits()
      limits.waiting = 1
      let store = SessionStore(limits: limits, refusals: Refusals()) { _, _, _ in ViewPage(Turning()) }
      let session = try #require(try store.open(path: "/", browser: "one"))
      let tree = session.firstTree()
      #expect(tree == session.page.root)
      let connection = session.connect(known: session.outbox.number)
      let batch = try #require(session.outbox.take(for: connection))
      #expect(!batch.isWhole && batch.operations.isEmpty)
    }

    @Test func settingsThatChangeAgainAndAgainAreRefused() throws {
      let (store, _, refusals) = store {
        $0.eventBurst = 10; $0.eventsPerSecond = 1
      }
      let session = try #require(try store.open(path: "/", browser: "one"))
      for number in 0..<100 { session.apply(PageSettings(isDark: number % 2 == 0)) }
      #expect(refusals[.tooManyEvents] >= 80)
    }

    @Test func whoIsRefusedIsTold() throws {
      let (store, _, _) = store {
        $0.eventBurst = 5; $0.eventsPerSecond = 1
      }
      let session = try #require(try store.open(path: "/", browser: "one"))
      let add = try #require((session.page as? ShelfPage)?.id(of: "add"))
      _ = session.outbox.take()
      func notices() -> [String] {
        (session.outbox.take()?.operations ?? []).compactMap {
          if case .command(.notice(let text)) = $0 { text } else { nil }
        }
      }
      session.handle(Event(ElementID(), .click), number: 1)
      #expect(notices().first?.contains("changed by somebody else") == true)
      session.handle(Event(ElementID(), .hover, value: "true"), number: 2)
      #expect(notices().isEmpty)
      for number in 3...10 { session.handle(Event(add, .click), number: number) }
      #expect(notices().last?.contains("too much at once") == true)
    }

    /// The browser has opened or closed it already.
    @Test func aRefusedToggleIsAnsweredWithTheWholePage() throws {
      let (store, _, refusals) = store {
        $0.eventBurst = 1; $0.eventsPerSecond = 1
      }
      let session = try #require(try store.open(path: "/", browser: "one"))
      let draft = try #require((session.page as? ShelfPage)?.id(of: "draft"))
      let start = ContinuousClock.now
      func isWhole() -> Bool {
        var isWhole = false
        while let batch = session.outbox.take() { isWhole = isWhole || batch.isWhole }
        return isWhole
      }
      session.handle(Event(draft, .focus), number: 1, now: start)
      #expect(!isWhole())
      session.handle(Event(ElementID(), .toggle, value: "true"), number: 2, now: start)
      #expect(isWhole() && refusals[.tooManyEvents] == 1)
      // Not each time: that would cost more than the events that are refused.
      session.handle(Event(ElementID(), .toggle, value: "true"), number: 3, now: start)
      #expect(!isWhole() && refusals[.tooManyEvents] == 2)
      session.handle(Event(draft, .focus), number: 4, now: start + .seconds(10))
      #expect(isWhole())
      session.handle(Event(draft, .focus), number: 5, now: start + .seconds(20))
      #expect(!isWhole())
    }

    /// It says how things are in the browser, and nobody would say it again.
    @Test func whereTheBrowserIsCountsAlsoWhenItWasTooMuch() throws {
      let page = NotingPage()
      var limits = WebLimits()
      (limits.eventBurst, limits.eventsPerSecond) = (1, 1)
      let refusals = Refusals()
      let session = Session(page: page, title: nil, browser: "one", limits: limits, refusals: refusals)
      let start = ContinuousClock.now
      let list = ElementID()
      session.handle(Event(list, .window, value: "0-9"), number: 1, now: start)
      session.handle(Event(list, .window, value: "10-19"), number: 2, now: start)
      session.handle(Event(page.root.id, .location, value: "/a"), number: 3, now: start)
      session.handle(Event(list, .window, value: "20-29"), number: 4, now: start)
      session.handle(Event(list, .click), number: 5, now: start)
      #expect(page.events.compactMap(\.value) == ["0-9"] && refusals[.tooManyEvents] == 4)
      // The latest of each, as soon as there is time.
      session.handleLate(now: start + .seconds(1))
      #expect(page.events.compactMap(\.value) == ["0-9", "/a"])
      session.handleLate(now: start + .seconds(2))
      #expect(page.events.compactMap(\.value) == ["0-9", "/a", "20-29"])
      session.handleLate(now: start + .seconds(9))
      #expect(page.events.count == 3)
      // A newer one takes its place.
      session.handle(Event(list, .window, value: "30-39"), number: 6, now: start + .seconds(9))
      session.handle(Event(list, .window, value: "40-49"), number: 7, now: start + .seconds(20))
      session.handle(Event(list, .window, value: "50-59"), number: 8, now: start + .seconds(20))
      session.handle(Event(list, .window, value: "60-69"), number: 9, now: start + .seconds(30))
      session.handleLate(now: start + .seconds(40))
      #expect(page.events.last?.value == "60-69")
    }

    @Test func onlyTheSecondClickIsPassedOver() throws {
      let start = ContinuousClock.now
      func notices(_ first: Event.Kind, _ second: Event.Kind, after pause: Duration) -> Int {
        let session = Session(
          page: FleetingPage(), title: nil, browser: "one", limits: WebLimits(), refusals: Refusals())
        let element = ElementID()
        session.handle(Event(element, first, value: "x"), number: 1, now: start)
        session.handle(Event(element, second, value: "x"), number: 2, now: start + pause)
        return session.outbox.take()?.operations.count ?? -1
      }
      #expect(notices(.click, .click, after: .milliseconds(200)) == 0)
      #expect(notices(.click, .doubleClick, after: .milliseconds(200)) == 0)
      #expect(notices(.click, .click, after: .seconds(5)) == 1)
      #expect(notices(.drop, .drop, after: .milliseconds(200)) == 1)
      #expect(notices(.click, .paste, after: .milliseconds(200)) == 1)
    }

    @Test func refusedTextIsToldByItsNumber() throws {
      let (store, _, _) = store {
        $0.eventBurst = 10; $0.eventsPerSecond = 1
      }
      let session = try #require(try store.open(path: "/", browser: "one"))
      let draft = try #require((session.page as? ShelfPage)?.id(of: "draft"))
      _ = session.outbox.take()
      session.handle(Event(draft, .input, value: "t"), number: 1)
      #expect(try #require(session.outbox.take()).refused == [])
      // There is no such field: the browser says so, in the place of the host.
      session.handle(Event(ElementID(), .input, value: "i"), number: 2)
      session.handle(Event(draft, .focus), number: 3)
      let batch = try #require(session.outbox.take())
      #expect(batch.acknowledged == 3 && batch.refused == [2])
      #expect(!batch.operations.contains { $0.isCommand })
      // A click has no text: the host says that it was not done.
      session.handle(Event(ElementID(), .click), number: 4)
      let clicked = try #require(session.outbox.take())
      #expect(clicked.refused == [] && clicked.operations.contains(where: \.isCommand))
      // Too much at once.
      for number in 5...100 { session.handle(Event(draft, .input, value: "tic"), number: number) }
      let many = try #require(session.outbox.take())
      #expect(many.refused.count >= 60 && !many.operations.contains(where: \.isCommand))
      // The whole page tells all of them again, those of the meantime too.
      session.outbox.requireWhole()
      let whole = try #require(session.outbox.take())
      session.handle(Event(ElementID(), .change, value: "x"), number: 101)
      #expect(session.whole(insteadOf: whole, for: session.connection).commands.refused == [2] + many.refused + [101])
    }

    private func hello(
      _ session: Session, known: Int = 0, at path: String = "/", before: Session? = nil
    ) -> ClientMessage.Hello {
      ClientMessage.Hello(token: session.token, known: known, path: path, before: before?.token)
    }
  }
#endif
