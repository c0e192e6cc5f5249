// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation

  /// The colors, pictures and symbols of an app: what its asset catalogs (`Assets.xcassets`) have, as they lie in the
  /// bundles of resources beside the program.
  package struct AssetCatalog: Sendable {
    struct Picture: Sendable, Equatable {
      let file: URL
      let type: String
      /// In points, if the file says so.
      let width: Int?
      /// What is served instead of the file: a symbol, which is drawn in the colour of the text around it.
      var symbol: [UInt8]?
      /// What dark pages show instead.
      var dark: Dark?
    }

    struct Dark: Sendable, Equatable {
      let file: URL
      let type: String
    }

    /// Colors as CSS by name.
    private(set) var colors: [String: String] = [:]
    private(set) var pictures: [String: Picture] = [:]

    package init() {}

    /// What the bundles in a folder have; folders that cannot be read have nothing.
    init(bundlesIn folder: URL) {
      for entry in Self.entries(folder) where ["resources", "bundle"].contains(entry.pathExtension) {
        for part in Self.entries(entry) where part.pathExtension == "xcassets" { add(part, depth: 0) }
      }
    }

    private static func entries(_ folder: URL) -> [URL] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.sorted().map { folder.appendingPathComponent($0) }
    }

    /// Groups are folders; they nest.
    private mutating func add(_ folder: URL, depth: Int) {
      guard depth < 16 else { return }
      for entry in Self.entries(folder) {
        let name = entry.deletingPathExtension().lastPathComponent
        switch entry.pathExtension {
        case "colorset": colors[name] = Self.color(entry)
        case "imageset": pictures[name] = Self.picture(entry)
        case "symbolset": pictures[name] = Self.symbol(entry)
        case "": add(entry, depth: depth + 1)
        default: continue
        }
      }
    }

    // MARK: Contents

    private struct Contents: Decodable {
      var colors: [ColorEntry]?
      var images: [ImageEntry]?
      var symbols: [ImageEntry]?
    }

    private struct Appearance: Decodable {
      var appearance: String?
      var value: String?

      var isDark: Bool { appearance == "luminosity" && value == "dark" }
      var isLight: Bool { appearance == "luminosity" && value == "light" }
    }

    private struct ColorEntry: Decodable {
      var idiom: String?
      var appearances: [Appearance]?
      var color: ColorValue?
    }

    private struct ColorValue: Decodable {
      var components: [String: String]?
      var reference: String?
    }

    private struct ImageEntry: Decodable {
      var filename: String?
      var scale: String?
      var appearances: [Appearance]?

      /// Nothing but the luminosity is asked for: no higher contrast.
      var isPlain: Bool { appearances?.count == 1 }
      var isForLight: Bool { isPlain && appearances?.contains(where: \.isLight) == true }
    }

    private static func contents(_ folder: URL) -> Contents? {
      guard let data = try? Data(contentsOf: folder.appendingPathComponent("Contents.json")), data.count < 1 << 20
      else {
        return nil
      }
      return try? JSONDecoder().decode(Contents.self, from: data)
    }

    // MARK: Colors

    private static func color(_ folder: URL) -> String? {
      var light: String?
      var dark: String?
      for entry in contents(folder)?.colors ?? [] {
        guard let css = entry.color.flatMap(css) else { continue }
        if entry.appearances?.contains(where: \.isDark) == true {
          dark = dark ?? css
        } else if entry.appearances?.isEmpty ?? true {
          light = light ?? css
        }
      }
      guard let light = light ?? dark else { return nil }
      return dark.map { "light-dark(\(light),\($0))" } ?? light
    }

    private static func css(_ value: ColorValue) -> String? {
      if let reference = value.reference { return system[reference] }
      guard let components = value.components else { return nil }
      let alpha = components["alpha"].flatMap(Double.init) ?? 1
      if let white = components["white"].flatMap(part) { return css(white, white, white, alpha) }
      guard let red = components["red"].flatMap(part), let green = components["green"].flatMap(part),
        let blue = components["blue"].flatMap(part)
      else { return nil }
      return css(red, green, blue, alpha)
    }

    private static func css(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> String {
      func byte(_ part: Double) -> Int { Int((min(max(part, 0), 1) * 255).rounded()) }
      return "rgb(\(byte(red)) \(byte(green)) \(byte(blue)) / \(min(max(alpha, 0), 1)))"
    }

    /// "0.500", "0x80" or "128".
    private static func part(_ text: String) -> Double? {
      if text.lowercased().hasPrefix("0x") { return UInt8(text.dropFirst(2), radix: 16).map { Double($0) / 255 } }
      guard let number = Double(text), number.isFinite else { return nil }
      return text.contains(".") ? number : number / 255
    }

    private static let system: [String: String] = [
      "systemRedColor": "var(--s-red)", "systemOrangeColor": "var(--s-orange)", "systemYellowColor": "var(--s-yellow)",
      "systemGreenColor": "var(--s-green)", "systemMintColor": "var(--s-mint)", "systemTealColor": "var(--s-teal)",
      "systemCyanColor": "var(--s-cyan)", "systemBlueColor": "var(--s-blue)", "systemIndigoColor": "var(--s-indigo)",
      "systemPurpleColor": "var(--s-purple)", "systemPinkColor": "var(--s-pink)", "systemBrownColor": "var(--s-brown)",
      "systemGrayColor": "var(--s-gray)", "systemGray2Color": "var(--s-gray2)", "systemGray3Color": "var(--s-gray3)",
      "systemGray4Color": "var(--s-gray4)", "systemGray5Color": "var(--s-gray5)", "systemGray6Color": "var(--s-gray6)",
      "systemBackgroundColor": "var(--s-background)", "labelColor": "var(--s-primary)",
      "secondarySystemBackgroundColor": "var(--s-secondary-background)", "secondaryLabelColor": "var(--s-secondary)",
    ]

    /// The colors and symbols as rules of a style sheet; `AccentColor` is the accent of all controls.
    var styleSheet: [UInt8] {
      var rules = ""
      for (name, picture) in pictures.sorted(by: { $0.key < $1.key }) where picture.symbol != nil {
        let text = name.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        let address = Assets.prefix + Assets.fileName(ofPicture: name)
        rules += ".s-symbol[data-asset=\"\(text)\"] { mask: url(\"\(address)\") 50% / contain no-repeat; }\n"
      }
      guard !colors.isEmpty else { return Array(rules.utf8) }
      rules += ":root {\n"
      for (name, css) in colors.sorted(by: { $0.key < $1.key }) {
        rules += "\(AssetCatalogName.property(ofColor: name)): \(css);\n"
        if name == "AccentColor" { rules += "--s-accent: \(css);\n" }
      }
      return Array((rules + "}\n").utf8)
    }

    // MARK: Pictures

    private static let types = [
      "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
      "svg": "image/svg+xml",
    ]

    private static func symbol(_ folder: URL) -> Picture? {
      for entry in contents(folder)?.symbols ?? [] {
        guard let name = entry.filename, !name.contains("/"), name != "..", name.lowercased().hasSuffix(".svg"),
          let data = try? Data(contentsOf: folder.appendingPathComponent(name)), data.count < 1 << 22,
          let drawing = SymbolTemplate.drawing(String(decoding: data, as: UTF8.self))
        else { continue }
        return Picture(
          file: folder.appendingPathComponent(name), type: "image/svg+xml", width: nil, symbol: Array(drawing.utf8))
      }
      return nil
    }

    /// The files with the most points: that for any screen or for light ones, and that for dark ones.
    private static func picture(_ folder: URL) -> Picture? {
      let entries = contents(folder)?.images ?? []
      let dark = best(
        of: entries.filter { $0.appearances?.contains(where: \.isDark) == true && $0.isPlain }, in: folder)
      let light = best(of: entries.filter { $0.appearances?.isEmpty ?? true || $0.isForLight }, in: folder)
      guard let best = light ?? dark else { return nil }
      let width = best.scale > 1 ? ImageWidth.ofFile(best.file).map { max(1, $0 / best.scale) } : nil
      return Picture(
        file: best.file, type: best.type, width: width,
        dark: light == nil ? nil : dark.map { Dark(file: $0.file, type: $0.type) })
    }

    private static func best(of entries: [ImageEntry], in folder: URL) -> (file: URL, type: String, scale: Int)? {
      let files = entries.compactMap { entry -> (file: URL, type: String, scale: Int)? in
        guard let name = entry.filename, !name.contains("/"), name != "..",
          let type = types[(name as NSString).pathExtension.lowercased()]
        else { return nil }
        let file = folder.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return (file, type, entry.scale.flatMap { Int($0.dropLast()) } ?? 1)
      }
      return files.max { $0.scale < $1.scale }
    }
  }

  /// The width of a picture, as its file says.
  enum ImageWidth {
    static func ofFile(_ file: URL) -> Int? {
      guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
      defer { try? handle.close() }
      return (try? handle.read(upToCount: 1 << 16)).flatMap { of(Array($0)) }
    }

    /// Of a PNG or JPEG that begins with these bytes; nil for anything else.
    static func of(_ bytes: [UInt8]) -> Int? {
      if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count >= 24 {
        return number(bytes[16..<20])
      }
      guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
      var at = 2
      while at + 9 <= bytes.count, bytes[at] == 0xFF {
        let marker = bytes[at + 1]
        // The frame's header, of whichever kind; not tables.
        if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
          return number(bytes[(at + 7)..<(at + 9)])
        }
        at += 2 + (number(bytes[(at + 2)..<(at + 4)]) ?? 0)
      }
      return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
      let value = bytes.reduce(0) { $0 << 8 | Int($1) }
      return value > 0 && value < 100_000 ? value : nil
    }
  }
#endif
