// SPDX-License-Identifier: Apache-2.0

#if Web
  import HTTPTypes
  import NIOHTTP1
  import SwiftDataUI

  /// Decides which requests come in: by the host they name, the site they come from, and the host's closure.
  struct Gate: Sendable {
    let configuration: WebConfiguration
    let refusals: Refusals
    var role: WorkerRole?
    let cookieName: String

    enum Answer {
      /// `browser` is its name; it is new if it has to be set. Empty for a live connection of a browser without a name.
      case allowed(browser: String, isNew: Bool, user: PageUser?)
      case refused(HTTPResponse.Status, realm: String?)
      /// The address has the token: it becomes a cookie, and leaves the address.
      case entered(location: String, token: String)
    }

    /// Judges a request; `isLive` if it asks for a connection, which no other site may.
    func judge(_ request: WebRequest, isLive: Bool) async -> Answer {
      guard let host = request.header("host"), let name = Self.name(ofHost: host), configuration.isOwn(host: name)
      else {
        refusals.count(.foreignHost)
        return .refused(.misdirectedRequest, realm: nil)
      }
      if isLive {
        guard let origin = request.header("origin"), isSame(origin: origin, host: host) else {
          refusals.count(.foreignOrigin)
          return .refused(.forbidden, realm: nil)
        }
      } else if let destination = request.header("sec-fetch-dest"), destination != "document" {
        // A picture, a script or a frame of some site: not what a page is for.
        refusals.count(.foreignOrigin)
        return .refused(.notFound, realm: nil)
      } else if Self.isFromAnotherSite(request), let mode = request.header("sec-fetch-mode"), mode != "navigate" {
        // Another site may lead people here, and do nothing else: the cookie comes along.
        refusals.count(.foreignOrigin)
        return .refused(.notFound, realm: nil)
      }
      if let token = role == nil ? configuration.entryToken : role?.entryToken {
        if !isLive, let location = Self.location(entering: request.target, token) {
          return .entered(location: location, token: token)
        }
        guard let known = request.cookie(entryCookie), Self.isSame(known, token) else {
          refusals.count(.unauthorized)
          return isLive ? .allowed(browser: "", isNew: true, user: nil) : .refused(.forbidden, realm: nil)
        }
      }
      var user: PageUser?
      switch await configuration.authorize?(request) {
      case nil, .allowed: break
      case .user(let known): user = known
      case .refused:
        refusals.count(.unauthorized)
        return .refused(.forbidden, realm: nil)
      case .password(let realm):
        refusals.count(.unauthorized)
        return .refused(.unauthorized, realm: realm)
      }
      if let browser = request.cookie(cookieName), Self.isToken(browser) {
        return .allowed(browser: browser, isNew: false, user: user)
      }
      if isLive {
        // Let in to be told: a connection that is refused says nothing to a script.
        refusals.count(.unauthorized)
        return .allowed(browser: "", isNew: true, user: nil)
      }
      return .allowed(browser: role?.makeBrowser() ?? randomToken(), isNew: true, user: user)
    }

    /// Whether a connection that has begun may go on as the same user: `nil` if it may not, otherwise who it is from now on.
    func judgeAgain(_ request: WebRequest, as user: PageUser) async -> PageUser? {
      guard case .user(let known)? = await configuration.authorize?(request), known.id == user.id else {
        refusals.count(.unauthorized)
        return nil
      }
      return known
    }

    /// Whether a page of another site has asked for it, as far as the browser says so: not all do, nor over plain HTTP.
    static func isFromAnotherSite(_ request: WebRequest) -> Bool {
      request.header("sec-fetch-site") == "cross-site"
    }

    static let entryName = "token"
    var entryCookie: String { cookieName + "-entry" }

    /// Where an address with the token leads: the same without it.
    private static func location(entering target: String, _ token: String) -> String? {
      guard target.hasPrefix("/"), !target.hasPrefix("//"), let end = target.firstIndex(of: "?") else { return nil }
      var items = target[target.index(after: end)...].split(separator: "&", omittingEmptySubsequences: false)
      guard let index = items.firstIndex(where: { $0.hasPrefix(entryName + "=") }),
        isSame(String(items[index].dropFirst(entryName.count + 1)), token)
      else { return nil }
      items.remove(at: index)
      return String(target[..<end]) + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// In a time that does not tell how much of it is right.
    private static func isSame(_ text: String, _ token: String) -> Bool {
      let (given, wanted) = (Array(text.utf8), Array(token.utf8))
      guard given.count == wanted.count else { return false }
      return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private func isSame(origin: String, host: String) -> Bool {
      let schemes = configuration.isSecure ? ["https://"] : ["http://", "https://"]
      return schemes.contains { origin.lowercased() == $0 + host.lowercased() }
    }

    /// The name in a header `Host`, without the port; nil if more follows than a port.
    static func name(ofHost host: String) -> String? {
      let name: Substring
      if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
        name = host[...end]
      } else {
        name = host.prefix { $0 != ":" }
      }
      let port = host[name.endIndex...]
      guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil && port.dropFirst().first != "+" else {
        return nil
      }
      return String(name)
    }

    /// Whether a text may be one that ``randomToken()`` has made.
    static func isToken(_ text: String) -> Bool {
      (16...40).contains(text.utf8.count)
        && text.utf8.allSatisfy {
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            || $0 == UInt8(ascii: "-")
        }
    }
  }
#endif
