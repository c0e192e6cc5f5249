// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore
import Testing

/// `StorePath`: files by any path that a URL may have.
struct StorePathTests {
  @Test(arguments: [
    ("a", ""), ("ab", ""), (".", ""), ("a/", ""), ("", ""), ("/", "/"), ("//", "/"), ("/a", "/"), ("//a//", "/"),
    ("./a", "."), ("a/b", "a"), ("a//b/", "a"), ("/a/b/c", "/a/b"), ("ä/ö", "ä"), ("a/\u{301}b", "a"),
  ])
  func folders(_ path: String, _ folder: String) { #expect(StorePath.folder(of: path) == folder) }

  #if !os(Windows)
    /// Nothing of these names is in the folder that the tests run in.
    @Test(arguments: ["~", "~/", "~~", "~/~", "./~", "~/../~/x"]) func relativePaths(_ path: String) throws {
      let url = try #require(URL(string: "file:" + path))
      let canonical = StorePath.canonical(url)
      let here = StorePath.canonical(URL(fileURLWithPath: FileManager.default.currentDirectoryPath)).path
      #expect(canonical.path.hasPrefix(here == "/" ? here : here + "/"))
      #expect(StorePath.canonical(canonical) == canonical)
    }
  #endif
}
