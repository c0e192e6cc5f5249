// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
    let outline = shape._outline
    return boxing(.clip) { element in
      outline.apply(to: element)
      element.style("overflow", "hidden")
    }
  }
  public func clipped(antialiased: Bool = false) -> some View { boxing(.clip) { $0.style("overflow", "hidden") } }
  public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
    clipShape(RoundedRectangle(cornerRadius: radius))
  }
  public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
    let color = content._style.plain
    return boxing(.border) { $0.style("box-shadow", "inset 0 0 0 \(width.pixels) \(color)") }
  }
  public func shadow(
    color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some View {
    boxing(.effect) { $0.style("filter", "drop-shadow(\(x.pixels) \(y.pixels) \(radius.pixels) \(color.css))") }
  }
  public func opacity(_ opacity: Double) -> some View { boxing(.effect) { $0.style("opacity", opacity.number) } }
  public func blur(radius: CGFloat, opaque: Bool = false) -> some View { filter("blur(\(radius.pixels))") }
  public func brightness(_ amount: Double) -> some View { filter("brightness(\((1 + amount).number))") }
  public func contrast(_ amount: Double) -> some View { filter("contrast(\(amount.number))") }
  public func saturation(_ amount: Double) -> some View { filter("saturate(\(amount.number))") }
  public func grayscale(_ amount: Double) -> some View { filter("grayscale(\(amount.number))") }
  public func hueRotation(_ angle: Angle) -> some View { filter("hue-rotate(\(angle.degrees.number)deg)") }
  public func colorInvert() -> some View { filter("invert(1)") }
  /// Has no effect in the browser.
  public func colorMultiply(_ color: Color) -> some View { self }
  /// Has no effect in the browser.
  public func blendMode(_ blendMode: BlendMode) -> some View { self }
  /// Has no effect in the browser.
  public func compositingGroup() -> some View { self }
  /// Has no effect in the browser.
  public func drawingGroup(opaque: Bool = false) -> some View { self }
  private func filter(_ value: String) -> some View { boxing(.effect) { $0.style("filter", value) } }

  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { transformed("translate(\(x.pixels),\(y.pixels))") }
  public func offset(_ offset: CGSize) -> some View { self.offset(x: offset.width, y: offset.height) }
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
    transformed("rotate(\(angle.degrees.number)deg)", anchor)
  }
  public func rotation3DEffect(
    _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
    perspective: CGFloat = 1
  ) -> some View {
    transformed("rotate3d(\(axis.x.number),\(axis.y.number),\(axis.z.number),\(angle.degrees.number)deg)", anchor)
  }
  public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View {
    transformed("scale(\(s.number))", anchor)
  }
  public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
    transformed("scale(\(x.number),\(y.number))", anchor)
  }
  public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
    scaleEffect(x: scale.width, y: scale.height, anchor: anchor)
  }
  private func transformed(_ value: String, _ anchor: UnitPoint = .center) -> some View {
    ChangedElements(content: self) { element, node in
      let box = element.boxed(node)
      box.stage = .effect
      box.style("transform", value)
      if anchor != .center { box.style("transform-origin", anchor.css) }
      return box
    }
  }

  public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    styling([.init("position", "absolute"), .init("left", x.pixels), .init("top", y.pixels)])
  }
  public func position(_ position: CGPoint) -> some View { self.position(x: position.x, y: position.y) }
  public func zIndex(_ value: Double) -> some View {
    styling([
      .init("z-index", Int(value.isFinite ? max(min(value, 1e6), -1e6) : 0).description), .init("position", "relative"),
    ])
  }
  public func hidden() -> some View { changing { $0.add(.hidden) } }
  public func allowsHitTesting(_ enabled: Bool) -> some View {
    styling(enabled ? [] : [.init("pointer-events", "none")])
  }
  /// Has no effect in the browser.
  public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }
  /// Has no effect in the browser.
  public func contentShape<S: Shape>(_ kind: ContentShapeKinds, _ shape: S, eoFill: Bool = false) -> some View { self }
  /// Has no effect in the browser.
  public func containerShape<S: Shape>(_ shape: S) -> some View { self }
  public func imageScale(_ scale: Image.Scale) -> some View {
    styling("--symbol-scale", scale == .small ? "0.8" : scale == .large ? "1.25" : "1")
  }
  /// Has no effect in the browser.
  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }
  public func symbolVariant(_ variant: SymbolVariants) -> some View { environment(\.symbolVariants, variant) }
  public func redacted(reason: RedactionReasons) -> some View {
    styling(reason.isEmpty ? [] : [.init("filter", "blur(6px)")])
  }
  /// Has no effect in the browser.
  public func unredacted() -> some View { self }
  /// Has no effect in the browser.
  public func privacySensitive(_ sensitive: Bool = true) -> some View { self }
  public func glassEffect(_ glass: Glass = .regular) -> some View { background(.ultraThinMaterial) }
  public func glassEffect<S: Shape>(_ glass: Glass = .regular, in shape: S) -> some View {
    background(.ultraThinMaterial, in: shape)
  }
  /// Has no effect in the browser.
  public func glassEffectID<ID: Hashable & Sendable>(_ id: ID?, in namespace: Namespace.ID) -> some View { self }
  /// Has no effect in the browser.
  public func backgroundExtensionEffect() -> some View { self }
}

/// See Apple's documentation of `BlendMode`.
public enum BlendMode: Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference,
    exclusion, hue, saturation, color, luminosity, plusDarker, plusLighter, destinationOut, sourceAtop, destinationOver
}

/// See Apple's documentation of `ContentShapeKinds`.
public struct ContentShapeKinds: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let interaction = Self(rawValue: 1)
  public static let dragPreview = Self(rawValue: 2)
  public static let contextMenuPreview = Self(rawValue: 4)
  public static let hoverEffect = Self(rawValue: 8)
  public static let accessibility = Self(rawValue: 16)
  public static let focusEffect = Self(rawValue: 32)
}

/// See Apple's documentation of `RedactionReasons`.
public struct RedactionReasons: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let placeholder = Self(rawValue: 1)
  public static let privacy = Self(rawValue: 2)
  public static let invalidated = Self(rawValue: 4)
}

/// See Apple's documentation of `Glass`.
public struct Glass: Sendable {
  public static let regular = Glass()
  public static let clear = Glass()
  public static let identity = Glass()
  public func tint(_ color: Color?) -> Glass { self }
  public func interactive(_ isEnabled: Bool = true) -> Glass { self }
}

/// See Apple's documentation of `GlassEffectContainer`.
public struct GlassEffectContainer<Content: View>: View {
  let content: Content
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
  public var body: some View { content }
}
