// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftDataUI

  /// A page as it is sent first: whole, so that it can be read before its connection is there.
  struct FirstPage: Sendable {
    let token: String
    let number: Int
    let root: Element
    let title: String?
    let colorScheme: String?
    /// In which language its texts are.
    let language: String
    /// The size of the largest message that the host takes, in bytes.
    let messageSize: Int

    /// Makes a page for a browser; nil if there are too many.
    @MainActor
    static func make(
      target: String, browser: String, user: PageUser?, settings: PageSettings, store: SessionStore
    ) throws -> FirstPage? {
      guard let session = try store.open(path: target, browser: browser, user: user, settings: settings) else {
        return nil
      }
      let root = session.firstTree()
      return FirstPage(
        token: session.token, number: session.outbox.number, root: root, title: session.title,
        colorScheme: session.colorScheme, language: settings.language, messageSize: store.limits.messageSize)
    }

    func html(assets: Assets, icons: Icons, nonce: String) -> [UInt8] {
      var body = HTMLWriter(icons: icons)
      body.write(root)
      var html: [UInt8] = []
      html.reserveCapacity(body.html.count + 4_096)
      html.append("<!doctype html>\n<html lang=\"")
      html.appendHTML(language)
      html.append("\" data-page=\"")
      html.appendHTML(token)
      html.append("\" data-number=\"")
      html.append(verbatim: String(number))
      html.append("\" data-size=\"")
      html.append(verbatim: String(messageSize))
      html.append("\"")
      if let colorScheme {
        html.append(" data-scheme=\"")
        html.appendHTML(colorScheme)
        html.append("\"")
      }
      html.append("><head><meta charset=\"utf-8\">")
      html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover, ")
      html.append("interactive-widget=resizes-content\"><meta name=\"color-scheme\" content=\"light dark\"><title>")
      html.appendHTML(title ?? "")
      html.append("</title><link rel=\"icon\" href=\"data:,\"><link rel=\"stylesheet\" href=\"")
      html.appendHTML(assets.address(of: "style.css"))
      html.append("\"><style nonce=\"")
      html.append(verbatim: nonce)
      html.append("\">")
      html.append(contentsOf: body.rules)
      html.append("</style><script src=\"")
      html.appendHTML(assets.address(of: "live.js"))
      html.append("\" defer></script><script src=\"")
      html.appendHTML(assets.address(of: "rows.js"))
      html.append("\" defer></script><script src=\"")
      html.appendHTML(assets.address(of: "gestures.js"))
      html.append("\" defer></script><script src=\"")
      html.appendHTML(assets.address(of: "motion.js"))
      html.append("\" defer></script></head><body data-icons=\"")
      html.appendHTML(icons.address)
      html.append("\">")
      html.append(contentsOf: body.html)
      html.append(
        "<noscript><p class=\"s-noscript\">This page needs JavaScript to react to what you do.</p></noscript>")
      html.append("</body></html>\n")
      return html
    }
  }

  extension PageSettings {
    /// What a request tells, before the page's script does: the first language of the browser, and what the script has kept
    /// in a cookie the last time.
    init(_ request: WebRequest) {
      let language = request.header("accept-language")?.split(whereSeparator: { ",;".contains($0) }).first
      let kept = (request.cookie("s-region") ?? "").split(separator: "~", omittingEmptySubsequences: false)
      func answer(_ index: Int) -> Bool? { kept.indices.contains(index) ? kept[index] == "1" : nil }
      self.init(
        language: language.map { $0.filter { $0 != " " } }, timeZone: kept.first.map(String.init), isDark: answer(1),
        isNarrow: answer(2), isLow: answer(3), wantsLessMotion: answer(4))
    }
  }
#endif
