// SPDX-License-Identifier: Apache-2.0

/// The version of an app's models, as a device states it and a server demands it: `2.1.0`.
///
/// Its parts are compared as numbers, so that 1.10 comes after 1.9. Parts that are left out are 0.
package struct SchemaVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let major: Int
  package let minor: Int
  package let patch: Int

  /// The field of an HTTP request that has it.
  package static let headerName = "Sync-Schema"
  /// The most digits of a part: of any of them, an `Int` has room for more.
  private static let digits = 18

  package init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// - Parameter text: One to three numbers of ASCII digits with dots between them. Nil: it is no such text.
  package init?(_ text: String) {
    guard text.utf8.count <= 3 * Self.digits + 2 else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard (1...Self.digits).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    numbers += [0, 0]
    self.init(numbers[0], numbers[1], numbers[2])
  }

  package var description: String { "\(major).\(minor).\(patch)" }

  package static func < (a: SchemaVersion, b: SchemaVersion) -> Bool {
    (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
  }
}
