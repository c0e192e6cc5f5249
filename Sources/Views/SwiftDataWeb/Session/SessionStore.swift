// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftDataUI

  /// The pages of all browsers.
  @MainActor
  final class SessionStore {
    /// Makes what a page shows at an address.
    typealias PageMaker = @MainActor (_ path: String, _ user: PageUser?, _ settings: PageSettings) throws -> any Page

    private var sessions: [String: Session] = [:]
    private let makePage: PageMaker
    private let title: @MainActor () -> String?
    let limits: WebLimits
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
    func open(path: String, browser: String, user: PageUser? = nil, settings: PageSettings = PageSettings()) throws
      -> Session?
    {
      guard makeRoom(for: browser, user) else {
        refusals.count(.tooManyPages)
        return nil
      }
      let session = Session(
        page: try makePage(path, user, settings), title: title(), browser: browser, user: user, limits: limits,
        refusals: refusals
      )
      sessions[session.token] = session
      return session
    }

    /// The page that a browser asks to be connected with, or one in its place: the host may have started anew, or dropped
    /// the page, since nobody used it.
    ///
    /// A page that was loaded again goes on as the one that was there before, with what was typed and what can be undone;
    /// not as that of another user, who has signed in with the same browser since.
    func connect(_ hello: ClientMessage.Hello, browser: String, user: PageUser? = nil) throws
      -> (session: Session, connection: Int)?
    {
      func belongs(_ session: Session) -> Bool { session.browser == browser && session.user?.id == user?.id }
      let asked = sessions[hello.token].flatMap { belongs($0) ? $0 : nil }
      if let before = hello.before.flatMap({ sessions[$0] }), belongs(before), before !== asked {
        if let asked { close(asked) }
        if let settings = hello.settings { before.apply(settings) }
        return (before, before.connect(known: nil, isHidden: hello.isHidden))
      }
      if let asked {
        let connection = asked.connect(known: hello.known, isHidden: hello.isHidden)
        if let settings = hello.settings { asked.apply(settings) }
        return (asked, connection)
      }
      guard
        let session = try open(
          path: hello.path, browser: browser, user: user, settings: hello.settings ?? PageSettings())
      else { return nil }
      _ = session.firstTree()
      return (session, session.connect(known: nil, isHidden: hello.isHidden))
    }

    /// Closes the pages that nobody uses: those whose browser is gone, and those that nobody has looked at for long and
    /// that hold nothing. A page in sight stays.
    func sweep(now: ContinuousClock.Instant = .now) {
      for session in sessions.values {
        if !session.isConnected {
          let rest = session.lastUse.duration(to: now)
          if rest > limits.inputTime || rest > limits.disconnectedTime && !session.holdsInput { close(session) }
        } else if session.isHidden, session.lastEvent.duration(to: now) > limits.idleTime, !session.holdsInput {
          close(session, isForgotten: true)
        }
      }
    }

    func closeAll() {
      for session in sessions.values { close(session) }
    }

    /// Whether one more page can be opened. Only a page whose browser is not connected is closed for it: first those that
    /// hold nothing, and of them the one that was left first.
    private func makeRoom(for browser: String, _ user: PageUser?) -> Bool {
      if let place = place(among: sessions.values.filter { $0.browser == browser }, limit: limits.pagesPerBrowser) {
        guard let place = place.first else { return false }
        close(place)
      }
      // Whoever leaves out the cookie is another browser each time, and the same person.
      if let user,
        let place = place(among: sessions.values.filter { $0.user?.id == user.id }, limit: limits.pagesPerUser)
      {
        guard let place = place.first else { return false }
        close(place)
      }
      if let place = place(among: Array(sessions.values), limit: limits.pages) {
        guard let place = place.first else { return false }
        close(place)
      }
      return true
    }

    /// Nil if there is room; otherwise the page that can be closed, or none.
    private func place(among sessions: [Session], limit: Int) -> [Session]? {
      guard sessions.count >= limit else { return nil }
      let left = sessions.filter { !$0.isConnected }
      // Only of the few that may go, it is asked what they hold.
      let order = left.map { (session: $0, holds: $0.holdsInput ? 1 : 0) }
      let first = order.min { ($0.holds, $0.session.lastUse) < ($1.holds, $1.session.lastUse) }
      return first.map { [$0.session] } ?? []
    }

    private func close(_ session: Session, isForgotten: Bool = false) {
      sessions[session.token] = nil
      session.close(isForgotten: isForgotten)
    }
  }
#endif
