// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compression with DEFLATE (RFC 1951), without any header, as Core Data
/// keeps the model in a store.
///
/// ```swift
/// let small = Deflate.compress(archive)
/// let same = try Deflate.decompress(small)
/// ```
package enum Deflate {
  /// The limit beyond which data count as an attack.
  package static let defaultLimit = 64 << 20

  /// Undoes the compression. Bytes after the end of the stream are ignored.
  ///
  /// - Parameter limit: The most bytes to return.
  /// - Throws: ``DeflateError`` if the bytes are no stream, end too early, or
  ///   become more than the limit or than a stream of their length ever does.
  package static func decompress(_ data: Data, limit: Int = defaultLimit) throws -> Data {
    var inflater = Inflater(input: [UInt8](data), limit: limit)
    return Data(try inflater.inflate())
  }

  /// The bytes compressed. The same bytes always give the same stream.
  package static func compress(_ data: Data) -> Data {
    let input = [UInt8](data)
    var matcher = DeflateMatcher(input: input)
    var writer = DeflateBlockWriter(input: input)
    repeat {
      let block = matcher.nextBlock()
      writer.write(block, isLast: matcher.isAtEnd)
    } while !matcher.isAtEnd
    return Data(writer.bits.finish())
  }
}

/// Why bytes are no stream of DEFLATE.
package struct DeflateError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The problem.
  package let reason: String
  /// Where, in bytes from the start of the stream.
  package let position: Int

  /// The problem, and its place.
  package var description: String {
    "The compressed bytes cannot be read, at byte \(position): \(reason)"
  }
}
