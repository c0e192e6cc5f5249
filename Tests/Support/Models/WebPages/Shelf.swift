// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataUI

/// What all pages of the test show: names, kept in a file.
@MainActor
package final class Shelf {
  package private(set) var names: [String] = []
  private let file: URL?
  private var pages: [Weak] = []

  private struct Weak { weak var page: KeyedPage? }

  package init(file: String?) {
    self.file = file.map { URL(fileURLWithPath: $0) }
    if let url = self.file, let data = try? Data(contentsOf: url) {
      names = (try? JSONDecoder().decode([String].self, from: data)) ?? []
    }
  }

  package func join(_ page: KeyedPage) { pages.append(Weak(page: page)) }

  package var openPages: Int { pages.count { $0.page?.isClosed == false } }

  package func change(_ change: (inout [String]) -> Void) {
    change(&names)
    if let file { try? JSONEncoder().encode(names).write(to: file) }
    for page in pages { page.page?.invalidate() }
  }
}

/// Markup that would run something if it were not written with care.
package enum Hostile {
  package static let texts = [
    "<script>window.owned=1</script>", "\"><img src=x onerror=window.owned=1>", "'><svg onload=window.owned=1>",
    "</textarea><script>window.owned=1</script>", "</style><script>window.owned=1</script>", "<!--", "]]>",
    "javascript:window.owned=1", "\u{0}\u{1}\u{2028}\u{2029}", "`${window.owned=1}`", "&lt;script&gt;",
    "\\u003cscript>",
    "</title><script>window.owned=1</script>",
  ]

  package static let addresses = [
    "javascript:window.owned=1", " javascript:window.owned=1", "java\nscript:window.owned=1",
    "JaVaScRiPt:window.owned=1", "\u{1}javascript:window.owned=1", "vbscript:x",
    "data:text/html,<script>window.owned=1</script>",
    "data:image/svg+xml,<svg onload=window.owned=1>", "blob:x", "file:///etc/passwd",
  ]

  package static let names = [
    "onclick", "ONLOAD", "srcdoc", "formaction", "http-equiv", "xlink:href", "a b", "x><script", "", "id", "style\u{0}",
  ]

  package static let styles = [
    "color:red}body{display:none", "background:url(https://example.com/x)", "color:red;</style><script>x</script>",
    "width:expression(window.owned=1)", "@import 'x';color:red", "x:\\75rl(x)",
  ]

  package static let tags = [
    "script", "iframe", "object", "embed", "base", "meta", "link", "style", "template", "x><script",
  ]
}
