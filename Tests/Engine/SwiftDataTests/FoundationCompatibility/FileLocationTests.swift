// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct FileLocationTests {
  @Test func foldersAreDistinct() {
    let folders: [URL] = [
      .applicationSupportDirectory, .documentsDirectory, .cachesDirectory, .downloadsDirectory,
    ]
    #expect(folders.allSatisfy { $0.isFileURL && $0.path.hasPrefix("/") })
    #expect(Set(folders.map(\.path)).count == 4)
  }

  @Test func aBookmarkLeadsToItsFile() throws {
    let folder = try TestFolder()
    let file = folder.file("a.txt")
    try Data("a".utf8).write(to: file)
    let bookmark = try file.bookmarkData(options: .withSecurityScope)
    var isStale = true
    let resolved = try URL(
      resolvingBookmarkData: bookmark, options: [.withoutUI], bookmarkDataIsStale: &isStale)
    #expect(resolved.standardizedFileURL == file.standardizedFileURL)
    #expect(!isStale)
    #expect(resolved.startAccessingSecurityScopedResource())
    resolved.stopAccessingSecurityScopedResource()
  }

  @Test func aReplacedFileIsStale() throws {
    let folder = try TestFolder()
    let (file, other) = (folder.file("a.txt"), folder.file("b.txt"))
    try Data("a".utf8).write(to: file)
    let bookmark = try file.bookmarkData()
    try Data("b".utf8).write(to: other)
    try FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: other, to: file)
    var isStale = false
    _ = try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &isStale)
    #expect(isStale)
  }

  @Test func whatIsNotThereThrows() throws {
    let folder = try TestFolder()
    let file = folder.file("a.txt")
    #expect(throws: CocoaError.self) { try file.bookmarkData() }
    #expect(throws: CocoaError.self) { try URL(string: "https://a.org")!.bookmarkData() }
    try Data().write(to: file)
    let bookmark = try file.bookmarkData()
    try FileManager.default.removeItem(at: file)
    var isStale = false
    #expect(throws: CocoaError.self) {
      try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &isStale)
    }
    #expect(throws: CocoaError.self) {
      try URL(resolvingBookmarkData: Data("no".utf8), bookmarkDataIsStale: &isStale)
    }
  }

  @Test func aPoolPassesResultsAndErrorsOn() throws {
    #expect(autoreleasepool { 3 } == 3)
    #expect(throws: CocoaError.self) { try autoreleasepool { throw CocoaError(.fileNoSuchFile) } }
  }
}
