// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationCompatibility

/// Which file a path leads to: links and `..` spell one file in many ways.
package enum StorePath {
  /// The file's own path, links followed. What does not exist yet is where it
  /// would be made.
  ///
  /// The case of letters is kept: where a file system takes two for one, the
  /// file exists once it matters, and ``FileIdentity`` tells.
  package static func canonical(_ url: URL) -> URL {
    guard url.isFileURL else { return url }
    #if os(Windows)
      return url.standardizedFileURL.resolvingSymlinksInPath()
    #else
      var path = url.path
      // A link to a file that is yet to be made: the file is made at its end.
      for _ in 0..<40 {
        guard realPath(path) == nil,
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        else { break }
        path = target.hasPrefix("/") ? target : (folder(of: path) as NSString).appendingPathComponent(target)
      }
      var missing: [String] = []
      var existing = path
      while !existing.isEmpty, existing != "/", realPath(existing) == nil {
        missing.append((existing as NSString).lastPathComponent)
        existing = folder(of: existing)
      }
      guard let start = realPath(existing.isEmpty ? "." : existing) else { return url }
      guard !missing.isEmpty else { return URL(fileURLWithPath: start, isDirectory: false) }
      let rest = missing.reversed().joined(separator: "/")
      return URL(fileURLWithPath: "\(start)/\(rest)", isDirectory: false).standardizedFileURL
    #endif
  }

  /// A path without its last part, and without the slashes before that; empty for a part alone.
  ///
  /// `NSString.deletingLastPathComponent` ends the process for a part of one character, on all but Apple's platforms.
  package static func folder(of path: String) -> String {
    let slash = UInt8(ascii: "/")
    // A slash that an accent follows is no slash to `Character`.
    let path = path.utf8
    guard let end = path.lastIndex(where: { $0 != slash }) else { return path.isEmpty ? "" : "/" }
    guard let last = path[..<end].lastIndex(of: slash) else { return "" }
    guard let rest = path[..<last].lastIndex(where: { $0 != slash }) else { return "/" }
    return String(decoding: path[...rest], as: UTF8.self)
  }

  #if !os(Windows)
    private static func realPath(_ path: String) -> String? {
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      return String(cString: resolved)
    }
  #endif
}

/// What a file is, however it is called: two names of one file are equal.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// `nil` if there is no such file, or where files have no numbers.
  package init?(path: String) {
    #if os(Windows)
      return nil
    #else
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    #endif
  }
}

/// Where stores are kept unless a configuration gives a URL.
///
/// On Apple's platforms that is the Application Support directory, or that of the group; elsewhere `DataDirectory`.
enum StoreLocation {
  /// The URL of an in-memory store.
  static let inMemory = URL(fileURLWithPath: "/dev/null")

  /// The file of the store called `name`; of the default store for `nil`.
  static func url(name: String?, groupIdentifier: String?) -> URL {
    directory(groupIdentifier: groupIdentifier)
      .appendingPathComponent("\(name ?? "default").store", isDirectory: false)
  }

  #if canImport(Darwin)
    private static func directory(groupIdentifier: String?) -> URL {
      if let groupIdentifier,
        let group = FileManager.default.containerURL(
          forSecurityApplicationGroupIdentifier: groupIdentifier)
      {
        return group.appendingPathComponent("Library/Application Support", isDirectory: true)
      }
      return URL.applicationSupportDirectory
    }
  #else
    private static func directory(groupIdentifier: String?) -> URL { DataDirectory.url(group: groupIdentifier) }
  #endif
}
