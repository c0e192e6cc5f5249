// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An image. See Apple's documentation of `Image`.
///
/// `Image(systemName:)` is drawn from an icon set; images of the app's assets are found by name.
public struct Image: Equatable, Sendable {
  enum Source: Hashable, Sendable {
    case symbol(String)
    case asset(String)
    case data(String)
  }

  let source: Source
  var isResizable = false
  var label: String?

  init(source: Source, label: String? = nil) {
    self.source = source
    self.label = label
  }

  /// Creates an image of a symbol by its name at Apple. What the host's icon set does not have is shown as the plainer
  /// symbol of the same name, or else as a neutral picture.
  public init(systemName: String) { source = .symbol(systemName) }
  /// Creates an image of a symbol; the variable value has no effect.
  public init(systemName: String, variableValue: Double?) { source = .symbol(systemName) }
  /// Creates an image of the app's assets, whose name screen readers say; the bundle is not looked at.
  public init(_ name: String, bundle: Bundle? = nil) { source = .asset(name) }
  /// Creates an image of the app's assets with a label that screen readers say; the bundle is not looked at.
  public init(_ name: String, bundle: Bundle? = nil, label: Text) {
    source = .asset(name)
    self.label = label.plain
  }
  /// Creates an image of the app's assets that screen readers say nothing of; the bundle is not looked at.
  public init(decorative name: String, bundle: Bundle? = nil) {
    source = .asset(name)
    label = ""
  }
  /// Creates an image of a picture in memory, which is sent as part of the page.
  public init(uiImage: PlatformImage) { self.init(platform: uiImage) }
  /// Creates an image of a picture in memory, which is sent as part of the page.
  public init(nsImage: PlatformImage) { self.init(platform: nsImage) }

  private init(platform: PlatformImage) { source = platform.symbol.map(Source.symbol) ?? .data(platform.address) }

  /// Lets the image take all the room there is, stretched; the insets and the mode have no effect.
  public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
    if resizingMode == .tile { inPart("resizable", "an image is stretched, not repeated") }
    var copy = self
    copy.isResizable = true
    return copy
  }
  /// Has no effect in the browser.
  public func renderingMode(_ mode: TemplateRenderingMode?) -> Image { withoutEffect("renderingMode") }
  /// Has no effect in the browser.
  public func interpolation(_ interpolation: Interpolation) -> Image { withoutEffect("interpolation") }
  /// Has no effect in the browser.
  public func antialiased(_ isAntialiased: Bool) -> Image { withoutEffect("antialiased") }
  /// Has no effect in the browser.
  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { withoutEffect("symbolRenderingMode") }

  /// How a resizable image fills its room: always stretched here.
  public enum ResizingMode: Hashable, Sendable { case tile, stretch }
  /// Whether an image is drawn in one colour; it is drawn as it is here.
  public enum TemplateRenderingMode: Hashable, Sendable { case template, original }
  /// How finely an image is scaled, which the browser decides.
  public enum Interpolation: Hashable, Sendable { case none, low, medium, high }
  /// How large symbols are beside text.
  public enum Scale: Hashable, Sendable { case small, medium, large }
  /// Which side of a picture is up; nothing here takes one.
  public enum Orientation: Hashable, Sendable { case up, down, left, right }

  /// As a part of a text.
  var run: Text.Run {
    var run = Text.Run("")
    if case .symbol(let name) = source { run.symbol = name }
    return run
  }
}

/// The coloring of a symbol's layers: always one color here.
public struct SymbolRenderingMode: Hashable, Sendable {
  let name: String
  /// Names one colour, which all symbols have here.
  public static let monochrome = SymbolRenderingMode(name: "monochrome")
  /// Names a symbol's own colours.
  public static let multicolor = SymbolRenderingMode(name: "multicolor")
  /// Names shades of one colour.
  public static let hierarchical = SymbolRenderingMode(name: "hierarchical")
  /// Names a colour for each layer.
  public static let palette = SymbolRenderingMode(name: "palette")
}

/// A picture in memory: what `UIImage(data:)` is to apps.
public final class PlatformImage: Hashable, Sendable {
  let data: Data
  /// The name of a symbol, which has no data here.
  let symbol: String?

  public static func == (lhs: PlatformImage, rhs: PlatformImage) -> Bool {
    lhs.data == rhs.data && lhs.symbol == rhs.symbol
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(data)
    hasher.combine(symbol)
  }

  /// Takes PNG, JPEG, GIF and WebP; nil for anything else.
  public init?(data: Data) {
    guard Self.type(of: data) != nil else { return nil }
    self.data = data
    symbol = nil
  }

  /// A symbol by its name at Apple: ``Image`` shows it. It is drawn by the browser, so it has no data.
  public init?(systemName name: String) {
    data = Data()
    symbol = name
  }

  /// Creates an empty picture, of which nothing is shown.
  public init() {
    data = Data()
    symbol = nil
  }

  /// Always fails: the host serves pictures of the app by name, for ``Image`` to show.
  public convenience init?(named name: String) { return nil }
  /// Reads a picture from a file; nil if there is none, or if it is neither PNG, JPEG, GIF nor WebP.
  public convenience init?(contentsOfFile path: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
    self.init(data: data)
  }

  /// The picture's data as they are, also if they are no PNG; nil for a symbol.
  public func pngData() -> Data? { symbol == nil ? data : nil }
  /// The picture's data as they are, also if they are no JPEG; the quality has no effect. Nil for a symbol.
  public func jpegData(compressionQuality: CGFloat) -> Data? { pngData() }

  var address: String { "data:\(Self.type(of: data) ?? "image/png");base64,\(data.base64EncodedString())" }

  private static func type(of data: Data) -> String? {
    let start = Array(data.prefix(12))
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if start.starts(with: [0x47, 0x49, 0x46]) { return "image/gif" }
    if start.count == 12, start[0..<4] == [0x52, 0x49, 0x46, 0x46], start[8..<12] == [0x57, 0x45, 0x42, 0x50] {
      return "image/webp"
    }
    return nil
  }
}

extension Image: View, PrimitiveView {
  /// None: shown as an `img` element, or as a `span` with an icon.
  public typealias Body = Never

  func update(_ node: Node) {}

  func assemble(_ node: Node) -> Output {
    let element: Rendered
    switch source {
    case .symbol(let name):
      element = node.element(.text, [.symbol])
      let name = node.environment.symbolVariants.applied(to: name)
      element.attribute(.symbol, name)
      Self.name(element, label ?? Self.spoken(name))
      element.plainText = ""
    case .asset(let name):
      let picture = node.environment.session?.services.pictures[name]
      if picture?.isSymbol == true {
        element = node.element(.text, [.symbol])
        Self.name(element, label ?? name)
        element.plainText = ""
      } else {
        element = node.element(.image, [.image])
        element.attribute(.alternative, label ?? name)
      }
      element.attribute(.asset, name)
      if let picture, !picture.isSymbol {
        element.attribute(.source, picture.address(in: node.environment.colorScheme))
        if !isResizable, let width = picture.width { element.attribute(.width, String(width)) }
      }
    case .data(let address):
      element = node.element(.image, [.image])
      element.attribute(.source, address)
      element.attribute(.alternative, label ?? "")
    }
    if isResizable {
      element.add(.resizable)
      element.grows = [.horizontal, .vertical]
    }
    return Output(element)
  }

  /// Only what has a role has a name, and a picture without one is for nobody to hear of.
  @MainActor private static func name(_ element: Rendered, _ name: String) {
    if name.isEmpty {
      element.attribute(.isHidden, true)
    } else {
      element.role(.image)
      element.attribute(.label, name)
    }
  }

  private static func spoken(_ name: String) -> String {
    let parts = name.split(separator: ".").filter { $0 != "fill" }
    // What is around a symbol is not said, unless it is the symbol itself.
    let inner = parts.filter { !["circle", "square"].contains($0) }
    return (inner.isEmpty ? parts : inner).joined(separator: " ")
  }
}

/// A variant of symbols, such as filled. See Apple's documentation of `SymbolVariants`.
public struct SymbolVariants: Hashable, Sendable {
  let suffixes: [String]
  /// The symbol as it is named.
  public static let none = SymbolVariants(suffixes: [])
  /// The variant within a circle.
  public static let circle = SymbolVariants(suffixes: ["circle"])
  /// The variant within a square.
  public static let square = SymbolVariants(suffixes: ["square"])
  /// The variant within a rectangle.
  public static let rectangle = SymbolVariants(suffixes: ["rectangle"])
  /// The filled variant.
  public static let fill = SymbolVariants(suffixes: ["fill"])
  /// The variant with a stroke through it.
  public static let slash = SymbolVariants(suffixes: ["slash"])
  /// This variant, filled.
  public var fill: SymbolVariants { SymbolVariants(suffixes: suffixes + ["fill"]) }
  /// This variant within a circle.
  public var circle: SymbolVariants { SymbolVariants(suffixes: suffixes + ["circle"]) }
  /// This variant within a square.
  public var square: SymbolVariants { SymbolVariants(suffixes: suffixes + ["square"]) }
  /// This variant with a stroke through it.
  public var slash: SymbolVariants { SymbolVariants(suffixes: suffixes + ["slash"]) }

  func applied(to name: String) -> String {
    guard !suffixes.isEmpty else { return name }
    let parts = Set(name.split(separator: ".").map(String.init))
    return ([name] + suffixes.filter { !parts.contains($0) }).joined(separator: ".")
  }
}

private enum SymbolVariantsKey: EnvironmentKey {
  static let defaultValue = SymbolVariants.none
}

extension EnvironmentValues {
  /// Which variant of symbols is shown in these views, unless their names say it.
  public var symbolVariants: SymbolVariants {
    get { self[SymbolVariantsKey.self] }
    set { self[SymbolVariantsKey.self] = newValue }
  }
}
