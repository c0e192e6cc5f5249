// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import NIOCore

  /// A file that is made for one request.
  package struct WebDownload: Sendable {
    /// What the browser calls it: ASCII letters, digits, points, dashes and underscores.
    package let name: String
    package let type: String
    package let url: URL
    /// Called when it has been sent, or cannot be.
    package let remove: @Sendable () -> Void

    package init(name: String, type: String, url: URL, remove: @escaping @Sendable () -> Void) {
      self.name = name
      self.type = type
      self.url = url
      self.remove = remove
    }

    /// What a request for a file leads to.
    package enum Answer: Sendable {
      case file(WebDownload)
      /// What went wrong, for people.
      case failure(String)
    }

    /// The file, part by part: it may be larger than memory.
    func send(_ body: (ByteBuffer) async throws -> Void) async throws {
      defer { remove() }
      let handle = try FileHandle(forReadingFrom: url)
      defer { try? handle.close() }
      while let part = try handle.read(upToCount: 256 * 1_024), !part.isEmpty {
        try await body(ByteBuffer(bytes: part))
      }
    }
  }
#endif
