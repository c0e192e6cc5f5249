// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftDataUI

  /// The pictures of `Image(systemName:)`.
  ///
  /// An element names a system image (`Element.Attribute.Name.symbol`); the host makes it show a symbol of the set in
  /// `Client/icons.svg`. Names that the set does not have get a neutral picture.
  struct Icons: Sendable {
    /// Where the set is fetched from.
    let address: String

    /// The names of the set.
    let names: Set<String>

    init(address: String, source: String) {
      self.address = address
      var names: Set<String> = []
      var rest = Substring(source)
      while let start = rest.range(of: "<symbol id=\"") {
        rest = rest[start.upperBound...]
        guard let end = rest.firstIndex(of: "\"") else { break }
        names.insert(String(rest[..<end]))
        rest = rest[end...]
      }
      self.names = names
    }

    /// The symbol for a system image.
    ///
    /// A variant that the set does not draw is shown as the plain picture: `star.square` as `star`.
    func symbol(_ name: String) -> String {
      var name = name
      while !names.contains(name) {
        guard let dot = name.lastIndex(of: ".") else { return "unknown" }
        name = String(name[..<dot])
      }
      return name
    }
  }
#endif
