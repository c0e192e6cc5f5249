// SPDX-License-Identifier: Apache-2.0

/// The names that an app's views may use, for the command line: from the lists of public declarations.
struct KnownNames {
  /// Modules that bring what an app's views are made of.
  private static let modules = [
    "AVFoundation", "AVKit", "AudioToolbox", "Charts", "CombineCompatibility", "CoreLocation",
    "FoundationCompatibility", "LocalAuthentication",
    "MapKit", "OSLogCompatibility", "StoreKit", "SwiftData", "SwiftDataCore", "SwiftDataUI", "SwiftDataWeb", "TipKit",
    "UserNotifications", "WidgetKit",
  ]
  private static let keywords: Set<Substring> = [
    "actor", "case", "class", "enum", "func", "let", "macro", "protocol", "struct", "typealias", "var",
  ]

  private var all: Set<String> = []
  private var types: Set<String> = []
  private let withoutEffect: Set<String>
  private let inPart: Set<String>
  private let placeholders: Set<String>

  init(_ views: SupportedViews) throws {
    // Where some form of a modifier has an effect, that is what is asked for most often.
    inPart = Set(views.inPart.values.joined()).subtracting(views.modifiers.values.joined())
    withoutEffect = Set(views.withoutEffect.values.joined()).subtracting(views.modifiers.values.joined())
      .subtracting(inPart)
    placeholders = views.placeholders
    for module in Self.modules {
      for line in try Repository.text("Documentation/PublicAPI/\(module).txt").split(separator: "\n") {
        add(line)
      }
    }
    for path in try Repository.sources(of: "PhotosUI") + Repository.sources(of: "UIKitCompatibility") {
      for line in try Repository.text(path).split(separator: "\n") where line.contains("public ") { add(line) }
    }
  }

  private mutating func add(_ line: Substring) {
    let words = line.split(separator: " ")
    guard let keyword = words.firstIndex(where: Self.keywords.contains), keyword + 1 < words.count else { return }
    let name = words[keyword + 1].filter { $0 != "`" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !name.isEmpty, !name.hasPrefix("_") else { return }
    all.insert(String(name))
    if words[keyword] == "struct", line.hasPrefix("struct") || line.contains("public struct") {
      types.insert(String(name))
    }
  }

  var source: String {
    """
    // SPDX-License-Identifier: Apache-2.0

    /// Names of the modules that apps made of views import. Scripts/supported-views writes this file, and a test compares it.
    enum KnownViewNames {
      /// Types, modifiers and all other public declarations.
      static let all = \(Self.literal(all))

      /// Types that a chain of modifiers may begin with.
      static let types = \(Self.literal(types))

      /// Modifiers that return the view as it is.
      static let withoutEffect = \(Self.literal(withoutEffect))

      /// Modifiers that do less than they should, and say what in the log.
      static let inPart = \(Self.literal(inPart))

      /// Types that show their name and nothing else.
      static let placeholders = \(Self.literal(placeholders))
    }

    """
  }

  private static func literal(_ names: Set<String>) -> String {
    var lines: [String] = []
    var line = ""
    for name in names.sorted() {
      if !line.isEmpty, line.count + name.count > 118 {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? name : " " + name
    }
    if !line.isEmpty { lines.append(line) }
    return "\"\"\"\n" + lines.map { "    \($0)\n" }.joined() + "    \"\"\""
  }
}
