// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Where the objects of an import come from.
protocol ImportSource {
  /// Of all files, in bytes.
  var size: Int { get }

  /// Reads the objects, one after the other; it may be called several times.
  ///
  /// - Parameters:
  ///   - isWanted: which entities; the others are passed over.
  ///   - body: takes an object, and how many bytes have been read.
  func forEach(
    where isWanted: (String) -> Bool, _ body: (ImportObject, Int) throws -> Void
  ) throws
}

extension URL {
  /// The size of a file; 0 if there is none.
  var fileSize: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// Whether it is a pipe or the like, such as `/dev/stdin`: what has been read of it is gone.
  var isReadOnce: Bool {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
      var status = stat()
      guard stat(path, &status) == 0 else { return false }
      return [S_IFIFO, S_IFCHR, S_IFSOCK].contains(status.st_mode & S_IFMT)
    #else
      return false
    #endif
  }
}

/// An object of a file that is imported.
struct ImportObject {
  let entity: String
  /// What other objects of the file refer to it by.
  let identifier: String?
  /// For errors: `Trip, object 3`, or `Trip.csv, line 4`.
  let place: String
  let values: [JSONValue.Member]
}

/// Why something cannot be imported.
package struct ImportProblem: Error, Equatable, Sendable, CustomStringConvertible {
  package let place: String
  package let message: String

  package var description: String { "\(place): \(message)" }
}

/// All that is wrong with a file that was to be imported, or with edits.
package struct ImportProblems: Error, Sendable, CustomStringConvertible {
  package let problems: [ImportProblem]
  /// How many there are, of which some may not be listed.
  package let count: Int
  /// Whether they are about edits of objects, and not about a file.
  package var isOfEdits = false

  package var description: String {
    let rest = count > problems.count ? "\n… and \(count - problems.count) more" : ""
    return "Nothing was \(isOfEdits ? "changed" : "imported").\n" + problems.map { "  \($0)" }.joined(separator: "\n")
      + rest
  }
}
