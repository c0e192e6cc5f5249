#if Web
  import SwiftDataUI

  /// The pages of all browsers.
  @MainActor
  final class SessionStore {
    /// Makes what a page shows at an address.
    typealias PageMaker = @MainActor (_ path: String) throws -> any Page

    private var sessions: [String: Session] = [:]
    private let makePage: PageMaker
    private let title: @MainActor () -> String?
    private let limits: WebLimits
    let refusals: Refusals

    nonisolated init(
      limits: WebLimits, refusals: Refusals, title: @escaping @MainActor () -> String? = { nil },
      makePage: @escaping PageMaker
    ) {
      self.title = title
      self.limits = limits
      self.refusals = refusals
      self.makePage = makePage
    }

    var count: Int { sessions.count }

    /// Makes a page for a browser; nil if there are too many.
    func open(path: String, browser: String) throws -> Session? {
      makeRoom(for: browser)
      guard sessions.count < limits.pages else {
        refusals.count(.tooManyPages)
        return nil
      }
      let session = Session(
        page: try makePage(path), title: title(), browser: browser, limits: limits, refusals: refusals)
      sessions[session.token] = session
      return session
    }

    /// The page that a browser asks to be connected with, or one in its place: the host may have started anew, or dropped
    /// the page, since nobody used it.
    func connect(token: String, known: Int, path: String, browser: String) throws -> (
      session: Session, connection: Int
    )? {
      if let session = sessions[token], session.browser == browser {
        return (session, session.connect(known: known))
      }
      guard let session = try open(path: path, browser: browser) else { return nil }
      _ = session.firstTree()
      return (session, session.connect(known: nil))
    }

    /// Closes the pages that nobody uses.
    func sweep(now: ContinuousClock.Instant = .now) {
      for session in sessions.values {
        let isLeft = !session.isConnected && session.lastUse.duration(to: now) > limits.disconnectedTime
        if isLeft || session.lastEvent.duration(to: now) > limits.idleTime { close(session) }
      }
    }

    func closeAll() {
      for session in sessions.values { close(session) }
    }

    private func makeRoom(for browser: String) {
      let own = sessions.values.filter { $0.browser == browser }
      if own.count >= limits.pagesPerBrowser,
        let first = own.min(by: { ($0.isConnected ? 1 : 0, $0.lastUse) < ($1.isConnected ? 1 : 0, $1.lastUse) })
      {
        close(first)
      } else if sessions.count >= limits.pages,
        let first = sessions.values.filter({ !$0.isConnected }).min(by: { $0.lastUse < $1.lastUse })
      {
        close(first)
      }
    }

    private func close(_ session: Session) {
      sessions[session.token] = nil
      session.close()
    }
  }
#endif
