// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftDataUI

  /// One page in one browser: a window of the app.
  @MainActor
  final class Session {
    /// The name that the browser must know to be connected with the page; random.
    nonisolated let token: String

    /// The browser that has asked for the page.
    nonisolated let browser: String

    /// The person who has asked for it, if the host's authorization says who that is.
    nonisolated let user: PageUser?

    nonisolated let outbox: Outbox

    let page: any Page
    private(set) var title: String?
    private(set) var colorScheme: String?

    /// The number of the last event that was handled.
    private var handled = 0
    private var rate: RateLimit
    private let refusals: Refusals

    /// Whether the browser shows something as open or closed that is not so: an event that says it was refused.
    private var isShownOtherwise = false
    /// The whole page is an answer that costs more than the event: not more than one a second.
    private var corrections = RateLimit(perSecond: 1, burst: 1)

    /// The number of the latest connection; the page answers to no other one.
    private(set) var connection = 0
    private(set) var isConnected = false
    /// Whether the browser shows something else.
    private(set) var isHidden = false
    private(set) var lastUse: ContinuousClock.Instant
    private(set) var lastEvent: ContinuousClock.Instant

    init(
      page: any Page, title: String?, browser: String, user: PageUser? = nil, limits: WebLimits, refusals: Refusals
    ) {
      token = randomToken()
      self.browser = browser
      self.user = user
      self.page = page
      self.title = title
      self.refusals = refusals
      outbox = Outbox(limit: limits.waiting)
      rate = RateLimit(perSecond: limits.eventsPerSecond, burst: limits.eventBurst)
      lastUse = .now
      lastEvent = .now
      page.onUpdate = { [weak self] operations in self?.send(operations) }
    }

    private func send(_ operations: [Operation]) {
      for case .command(let command) in operations {
        switch command {
        case .title(let text): title = text
        case .colorScheme(let scheme): colorScheme = scheme
        default: break
        }
      }
      outbox.add(operations)
    }

    /// The tree for the first page. What happens from now on is sent later, and so is what views have asked for when they
    /// appeared and no tree shows: who has the focus, what somebody is told. What they animate then is sent as a change of
    /// the tree before it, once the browser is there to show it.
    func firstTree() -> Element {
      var beginning = page.beginsAnimated ? page.root : nil
      page.update()
      var batches: [Outbox.Batch] = []
      while let batch = outbox.take() { batches.append(batch) }
      // Of what is too much to be sent as changes, only the tree is left.
      if batches.contains(where: \.isWhole) { beginning = nil }
      for batch in batches {
        outbox.add(batch.operations.filter { beginning == nil ? $0.isNoPartOfTree : !$0.isSaidByFirstPage })
      }
      return beginning ?? page.root
    }

    /// Whether something would be lost with the page that somebody has typed.
    var holdsInput: Bool { page.holdsInput }

    /// Begins a connection. `known` is the number of the last message that the browser has received.
    func connect(known: Int?, isHidden: Bool = false) -> Int {
      connection = outbox.begin(known: known)
      isConnected = true
      self.isHidden = isHidden
      lastUse = .now
      lastEvent = .now
      return connection
    }

    /// Takes over what is set in the browser, unless it is told again and again: all that depends on it is evaluated anew.
    func apply(_ settings: PageSettings) {
      guard rate.take() else { return refusals.count(.tooManyEvents) }
      page.apply(settings)
    }

    func note(isHidden: Bool) {
      self.isHidden = isHidden
      lastUse = .now
      lastEvent = .now
    }

    /// Tells the person something.
    private func tell(_ text: String) { outbox.add([.command(.notice(text))]) }

    /// Ends a connection, if it still is the page's.
    func disconnect(_ number: Int) {
      guard number == connection else { return }
      isConnected = false
      lastUse = .now
    }

    /// Handles an event, unless it was handled before the connection was lost.
    func handle(_ event: Event, number: Int, now: ContinuousClock.Instant = .now) {
      guard number > handled else { return }
      handled = number
      lastUse = now
      lastEvent = now
      // The browser still has what was typed: it hears of the refusal, offers it again, and tells the person if it must.
      let isAction = event.kind.isAction && event.kind != .input
      var isRefused = true
      if !rate.take(now: now) {
        refusals.count(.tooManyEvents)
        if event.kind == .toggle { isShownOtherwise = true }
        if event.kind.saysHowThingsAre { postpone(event) }
        if isAction { tell("That was too much at once: the last of it was not done.") }
      } else if take(event) {
        if event.kind == .click { lastClick = (event.element, now) }
        isRefused = false
      } else {
        refusals.count(.staleEvent)
        if isAction, !isSecondClick(event, now) {
          tell("That was changed by somebody else meanwhile: nothing was done.")
        }
      }
      if isShownOtherwise, corrections.take(now: now) {
        isShownOtherwise = false
        outbox.requireWhole()
      }
      outbox.acknowledge(number, isRefused: isRefused && (event.kind == .input || event.kind == .change))
    }

    /// Events that were too much at once, and are handled when there is time: the latest of each kind and element.
    private var late: [Event] = []
    private var isLate = false
    private static let mostLate = 64

    private func take(_ event: Event) -> Bool {
      late.removeAll { $0.element == event.element && $0.kind == event.kind }
      return page.handle(event)
    }

    private func postpone(_ event: Event) {
      late.removeAll { $0.element == event.element && $0.kind == event.kind }
      late.append(event)
      late.removeFirst(max(0, late.count - Self.mostLate))
      waitForLate()
    }

    private func waitForLate() {
      if isLate || late.isEmpty { return }
      isLate = true
      Task { @MainActor [weak self] in
        try? await Task.sleep(for: .seconds(1))
        self?.isLate = false
        self?.handleLate()
      }
    }

    func handleLate(now: ContinuousClock.Instant = .now) {
      while let event = late.first, rate.take(now: now) {
        if !take(event) { refusals.count(.staleEvent) }
      }
      waitForLate()
    }

    /// The last click that was handled, and when.
    private var lastClick: (element: ElementID, time: ContinuousClock.Instant)?

    /// The second click on a button that is gone after the first is no reason to say so. Anything else is.
    private func isSecondClick(_ event: Event, _ now: ContinuousClock.Instant) -> Bool {
      guard event.kind == .click || event.kind == .doubleClick, let last = lastClick else { return false }
      return last.element == event.element && last.time.duration(to: now) < .seconds(1)
    }

    /// All that is shown, in the place of changes; the batch that is returned has only commands.
    func whole(insteadOf batch: Outbox.Batch, for connection: Int) -> (root: Element, commands: Outbox.Batch) {
      page.update()
      var commands = batch
      // What the update brought is in the tree already.
      while let later = outbox.take(for: connection) {
        commands.number = later.number
        commands.acknowledged = later.acknowledged
        commands.operations += later.operations
        commands.refused += later.refused
      }
      commands.operations = commands.operations.filter { $0.isCommand && !$0.isMotion }
      if let title { commands.operations.append(.command(.title(title))) }
      commands.operations.append(.command(.colorScheme(colorScheme)))
      return (page.root, commands)
    }

    /// - Parameter isForgotten: Whether nobody has looked at the page for long.
    func close(isForgotten: Bool = false) {
      late = []
      outbox.finish(isForgotten: isForgotten)
      page.onUpdate = nil
      page.close()
    }
  }

  extension Event.Kind {
    /// Whether it is no act, but tells where the browser is or what it shows: until the next one the page would be about
    /// something else.
    fileprivate var saysHowThingsAre: Bool {
      switch self {
      case .location, .window, .size, .frame, .measure: true
      default: false
      }
    }
  }

  extension Operation {
    /// Whether the first page or its address says it, whatever the tree is.
    fileprivate var isSaidByFirstPage: Bool {
      switch self {
      case .command(.title), .command(.colorScheme), .command(.location): true
      default: false
      }
    }

    /// Whether neither the first page nor its address says it.
    fileprivate var isNoPartOfTree: Bool {
      switch self {
      case .command(.animate): false
      case .command where isSaidByFirstPage: false
      case .command: true
      default: false
      }
    }
  }

  /// 128 random bits as text.
  func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next(), radix: 36) + "-" + String(generator.next(), radix: 36)
  }
#endif
