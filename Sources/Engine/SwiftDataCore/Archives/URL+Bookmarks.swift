// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import CoreDataFormat
  import Foundation

  /// Models keep a reference to a file outside of their store as a bookmark, which Foundation has on
  /// Apple's platforms only.
  extension URL {
    /// How to make a bookmark. There are no sandboxes here: all are alike.
    public struct BookmarkCreationOptions: OptionSet, Sendable {
      /// The options as bits, with the values that Apple's Foundation has.
      public let rawValue: UInt
      /// Creates options from their bits.
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// As little as possible is noted. Without effect here.
      public static let minimalBookmark = BookmarkCreationOptions(rawValue: 1 << 9)
      /// For a file of bookmarks. Without effect here.
      public static let suitableForBookmarkFile = BookmarkCreationOptions(rawValue: 1 << 10)
      /// For a sandboxed app. Without effect here.
      public static let withSecurityScope = BookmarkCreationOptions(rawValue: 1 << 11)
      /// For reading in a sandboxed app. Without effect here.
      public static let securityScopeAllowOnlyReadAccess = BookmarkCreationOptions(rawValue: 1 << 12)
      /// Without implicit security scope in a sandboxed app. Has no effect here.
      public static let withoutImplicitSecurityScope = BookmarkCreationOptions(rawValue: 1 << 29)
    }

    /// How to read a bookmark. There are no sandboxes here: all are alike.
    public struct BookmarkResolutionOptions: OptionSet, Sendable {
      /// The options as bits, with the values that Apple's Foundation has.
      public let rawValue: UInt
      /// Creates options from their bits.
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// Does not ask the user. Without effect here.
      public static let withoutUI = BookmarkResolutionOptions(rawValue: 1 << 8)
      /// No volume is mounted. Without effect here.
      public static let withoutMounting = BookmarkResolutionOptions(rawValue: 1 << 9)
      /// For a sandboxed app. Without effect here.
      public static let withSecurityScope = BookmarkResolutionOptions(rawValue: 1 << 10)
      /// Access in a sandboxed app is begun by the caller. Without effect here.
      public static let withoutImplicitStartAccessing = BookmarkResolutionOptions(rawValue: 1 << 15)
    }

    /// The contents of a bookmark: the path, and which file it was.
    private struct Bookmark {
      let path: String
      let fileNumber: Int64?

      init(path: String) {
        self.path = path
        fileNumber = URL.fileNumber(at: path)
      }

      /// `nil` if the bytes are no bookmark.
      init?(_ data: Data) {
        guard let list = try? PropertyListValue(propertyList: data), let path = list["path"]?.string
        else { return nil }
        self.path = path
        fileNumber = list["fileNumber"]?.integer
      }

      var data: Data {
        get throws {
          var entries: [String: PropertyListValue] = ["path": .string(path)]
          if let fileNumber { entries["fileNumber"] = .integer(fileNumber) }
          return try PropertyListValue.dictionary(entries).binary()
        }
      }
    }

    /// A reference to this file for ``init(resolvingBookmarkData:options:relativeTo:bookmarkDataIsStale:)``.
    ///
    /// The data can be read only on this platform, and does not follow a file that moves.
    ///
    /// - Throws: `CocoaError` if the URL is not a file URL, or the file does not exist.
    public func bookmarkData(
      options: BookmarkCreationOptions = [],
      includingResourceValuesForKeys keys: Set<URLResourceKey>? = nil, relativeTo url: URL? = nil
    ) throws -> Data {
      guard isFileURL else {
        throw CocoaError(.fileReadUnsupportedScheme, userInfo: [NSURLErrorKey: self])
      }
      let path = standardizedFileURL.path
      guard FileManager.default.fileExists(atPath: path) else {
        throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: path])
      }
      return try Bookmark(path: path).data
    }

    /// The file that a bookmark refers to.
    ///
    /// - Parameter isStale: Whether another file has taken its place.
    /// - Throws: `CocoaError` if `data` is no bookmark, or the file does not exist.
    public init(
      resolvingBookmarkData data: Data, options: BookmarkResolutionOptions = [],
      relativeTo url: URL? = nil, bookmarkDataIsStale isStale: inout Bool
    ) throws {
      guard let bookmark = Bookmark(data) else {
        throw CocoaError(.fileReadCorruptFile)
      }
      guard FileManager.default.fileExists(atPath: bookmark.path) else {
        throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: bookmark.path])
      }
      isStale = bookmark.fileNumber != Self.fileNumber(at: bookmark.path)
      self.init(fileURLWithPath: bookmark.path)
    }

    private static func fileNumber(at path: String) -> Int64? {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.systemFileNumber] as? NSNumber)?.int64Value
    }

    /// Does nothing: there are no sandboxes here.
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Does nothing: there are no sandboxes here.
    public func stopAccessingSecurityScopedResource() {}
  }
#endif
