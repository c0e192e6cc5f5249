// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The names of colors and pictures, and the symbols that Xcode makes of them.
struct AssetNames {
  private(set) var colors: [String] = []
  private(set) var pictures: [String] = []
  /// Names of static members that the sources declare themselves: they are not declared again.
  private(set) var declared: Set<String> = []

  init(colors: [String], pictures: [String], declared: Set<String> = []) {
    self.colors = colors
    self.pictures = pictures
    self.declared = declared
  }

  /// What catalogs below a folder have; files that cannot be read have nothing.
  init(below folder: URL) {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    for url in (found?.compactMap { $0 as? URL } ?? []).sorted(by: { $0.path < $1.path }) {
      let name = url.deletingPathExtension().lastPathComponent
      switch url.pathExtension {
      case "colorset": colors.append(name)
      case "imageset", "symbolset": pictures.append(name)
      case "swift": declared.formUnion(Self.members(in: (try? String(contentsOf: url, encoding: .utf8)) ?? ""))
      default: continue
      }
    }
  }

  /// Names after `static let` and `static var`.
  static func members(in source: String) -> Set<String> {
    var names: Set<String> = []
    for line in source.split(separator: "\n") {
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "`" }
      for (index, word) in words.enumerated() where word == "static" && index + 2 < words.count {
        if words[index + 1] == "let" || words[index + 1] == "var" {
          names.insert(words[index + 2].filter { $0 != "`" })
        }
      }
    }
    return names
  }

  /// The symbol of a name: `brandRed` of "Brand Red", "brand-red" and "BrandRed"; without the kind at its end, so
  /// `accent` of "AccentColor". Nil if nothing is left.
  static func symbol(_ name: String, dropping kind: String) -> String? {
    var words = name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    guard !words.isEmpty else { return nil }
    for index in words.indices.dropFirst() {
      words[index] = words[index].prefix(1).uppercased() + words[index].dropFirst()
    }
    // Capitals at the beginning are a word, but for the last one before small letters.
    let first = words[0]
    let capitals = first.prefix { $0.isUppercase }.count
    let lowered = capitals == first.count || capitals <= 1 ? max(capitals, 1) : capitals - 1
    words[0] = first.prefix(lowered).lowercased() + first.dropFirst(lowered)
    var symbol = words.joined()
    if symbol.hasSuffix(kind), symbol.count > kind.count { symbol.removeLast(kind.count) }
    if symbol.first?.isNumber == true { symbol = "_" + symbol }
    return symbol
  }

  /// What the library declares for each color.
  private static let known: Set<String> = [
    "red", "orange", "yellow", "green", "mint", "teal", "cyan", "blue", "indigo", "purple", "pink", "brown", "white",
    "gray", "black", "clear", "primary", "secondary", "accentColor", "accent", "tint", "background", "font", "border",
    "shadow", "overlay", "tertiary", "quaternary", "foreground", "selection", "separator", "fill", "placeholder",
    "link",
  ]

  var source: String {
    var text = "// Made of the asset catalogs.\nimport SwiftDataUI\n"
    text += members("extension ColorResource", colors, "Color", skipping: []) { "ColorResource(name: \($0))" }
    let extra = Self.known.union(declared)
    text += members("extension Color", colors, "Color", skipping: extra, type: "Color") { "Color(\($0))" }
    text += members("extension ShapeStyle where Self == Color", colors, "Color", skipping: extra, type: "Color") {
      "Color(\($0))"
    }
    text += members("extension ImageResource", pictures, "Image", skipping: []) { "ImageResource(name: \($0))" }
    return text
  }

  private func members(
    _ head: String, _ names: [String], _ kind: String, skipping: Set<String>, type: String? = nil,
    _ value: (String) -> String
  ) -> String {
    var seen = skipping
    var text = ""
    for name in names {
      guard let symbol = Self.symbol(name, dropping: kind), seen.insert(symbol).inserted else { continue }
      let type = type ?? String(head.dropFirst("extension ".count))
      text += "  static var `\(symbol)`: \(type) { \(value(String(reflecting: name))) }\n"
      // Apps name what is all capitals, such as 'BG', in capitals, too.
      if name.count > 1, name.allSatisfy({ $0.isUppercase }), seen.insert(name).inserted {
        text += "  static var `\(name)`: \(type) { \(value(String(reflecting: name))) }\n"
      }
    }
    return text.isEmpty ? "" : "\n\(head) {\n\(text)}\n"
  }
}
