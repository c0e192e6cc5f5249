// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Cuts off what lies outside of a shape. `style` has no effect.
  ///
  /// The built-in shapes fit the view. The outline of any other shape is laid into the first 100 by 100 points of it,
  /// and what lies beyond is cut off. A rotation or scale of the shape has no effect.
  public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
    let outline = shape._outline
    return boxing(.clip) { element in
      outline.apply(to: element)
      element.style(.isClipped)
    }
  }
  /// Cuts off what sticks out of the frame. `antialiased` has no effect.
  public func clipped(antialiased: Bool = false) -> some View { boxing(.clip) { $0.style(.isClipped) } }
  /// Cuts the view to a rectangle with corners of a radius in points. `antialiased` has no effect.
  public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
    clipShape(RoundedRectangle(cornerRadius: radius))
  }
  /// Draws a line of a width in points inside the edge of the view. A gradient gives it its first colour.
  ///
  /// The line lies behind what the view shows, so an image that fills the frame hides it.
  public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
    let color = content._style.plain
    return boxing(.border) { $0.style(.innerBorder(width, color)) }
  }
  /// Casts a shadow with a blur and an offset in points, around what is not transparent.
  public func shadow(
    color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some View {
    effect(.shadow(color, radius: radius, x: x, y: y))
  }
  /// Makes the view transparent, from 0 for all to 1 for not at all.
  public func opacity(_ opacity: Double) -> some View { boxing(.effect) { $0.style(.opacity(opacity)) } }
  /// Blurs the view by a radius in points. `opaque` has no effect.
  public func blur(radius: CGFloat, opaque: Bool = false) -> some View { effect(.blur(radius)) }
  /// Makes the view brighter: each colour is multiplied by one more than the amount, so black stays black.
  public func brightness(_ amount: Double) -> some View { effect(.brightness(1 + amount)) }
  /// Changes the contrast: 1 leaves it, 0 makes all gray.
  public func contrast(_ amount: Double) -> some View { effect(.contrast(amount)) }
  /// Changes how strong colours are: 1 leaves them, 0 makes them gray.
  public func saturation(_ amount: Double) -> some View { effect(.saturation(amount)) }
  /// Takes away colour, from 0 for nothing to 1 for all.
  public func grayscale(_ amount: Double) -> some View { effect(.grayscale(amount)) }
  /// Turns all colours around the colour wheel by an angle.
  public func hueRotation(_ angle: Angle) -> some View { effect(.hueRotation(angle)) }
  /// Turns each colour into its opposite.
  public func colorInvert() -> some View { effect(.invert) }
  /// Has no effect in the browser.
  public func colorMultiply(_ color: Color) -> some View { withoutEffect("colorMultiply") }
  /// Mixes the view's colours with those behind it.
  public func blendMode(_ blendMode: BlendMode) -> some View {
    boxing(.effect) { $0.style(.blendMode(blendMode)) }
  }
  /// Has no effect in the browser.
  public func compositingGroup() -> some View { withoutEffect("compositingGroup") }
  /// Has no effect in the browser.
  public func drawingGroup(opaque: Bool = false) -> some View { withoutEffect("drawingGroup") }
  private func effect(_ effect: Element.Style.Effect) -> some View { boxing(.effect) { $0.style(.effect(effect)) } }

  /// Shows the view elsewhere by points, while its room stays where it was.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { transformed(.move(.points(x), .points(y))) }
  /// Shows the view elsewhere by a size, while its room stays where it was.
  public func offset(_ offset: CGSize) -> some View { self.offset(x: offset.width, y: offset.height) }
  /// Turns the view clockwise around an anchor, while its room stays as it was.
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
    transformed(.rotation(angle), anchor)
  }
  /// Turns the view around an axis in space, drawn without perspective: `anchorZ` and `perspective` have no effect.
  public func rotation3DEffect(
    _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
    perspective: CGFloat = 1
  ) -> some View {
    transformed(.spatialRotation(x: axis.x, y: axis.y, z: axis.z, angle), anchor)
  }
  /// Shows the view larger or smaller by one factor around an anchor, while its room stays as it was.
  public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View {
    transformed(.scale(s), anchor)
  }
  /// Shows the view larger or smaller by one factor for each direction.
  public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
    transformed(.scales(x, y), anchor)
  }
  /// Shows the view larger or smaller by the width and the height of a size, as factors.
  public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
    scaleEffect(x: scale.width, y: scale.height, anchor: anchor)
  }
  private func transformed(_ transform: Element.Style.Transform, _ anchor: UnitPoint = .center) -> some View {
    ChangedElements(content: self) { element, node in
      let box = element.boxed(node)
      box.stage = .effect
      box.style(.transform([transform]))
      if anchor != .center { box.style(.transformAnchor(anchor)) }
      return box
    }
  }

  /// Places the middle of the view at a point of the room that the view's container has for it, and takes all of that
  /// room. Where there is no end to it, as in the direction of scrolling, it takes as much as the view itself needs.
  public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    ChangedElements(content: self) { element, node in
      if element.traits.isGap { return element }
      let placed = element.changed { $0.style(.middle(x, y)) }
      let room = placed.boxed(node, .room)
      room.grows = [.horizontal, .vertical]
      room.stage = .effect
      return room
    }
  }
  /// Places the view at a point, as `position(x:y:)` does.
  public func position(_ position: CGPoint) -> some View { self.position(x: position.x, y: position.y) }
  /// Lays the view over its neighbours in a stack that have a smaller value. Elsewhere only whole numbers count: 0.5 is 1.
  public func zIndex(_ value: Double) -> some View {
    changing { element in
      let value = value.isFinite ? max(min(value, 1e6), -1e6) : 0
      element.traits.zIndex = value
      element.lift(Int(value.rounded(.awayFromZero)))
    }
  }
  /// Hides the view and keeps its room free.
  public func hidden() -> some View { changing { $0.add(.hidden) } }
  /// Lets taps and the pointer through to what lies behind, if false.
  public func allowsHitTesting(_ enabled: Bool) -> some View {
    styling(enabled ? nil : .letsTapsThrough)
  }
  /// The whole box of a view with a gesture hears of taps anyway, where it shows nothing and at the corners that a shape
  /// leaves out: so a rectangle is what one gets, and the log says it of other shapes.
  public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View {
    shape is Rectangle ? self : withoutEffect("contentShape")
  }
  /// As above, for whatever the shape is meant.
  public func contentShape<S: Shape>(_ kind: ContentShapeKinds, _ shape: S, eoFill: Bool = false) -> some View {
    contentShape(shape, eoFill: eoFill)
  }
  /// Has no effect in the browser.
  public func containerShape<S: Shape>(_ shape: S) -> some View { withoutEffect("containerShape") }
  /// Sets how large symbols are beside text.
  public func imageScale(_ scale: Image.Scale) -> some View {
    styling(.symbolScale(scale == .small ? 0.8 : scale == .large ? 1.25 : 1))
  }
  /// Has no effect in the browser.
  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { withoutEffect("symbolRenderingMode") }
  /// Shows symbols within in a variant, such as filled, where the set of pictures has it.
  public func symbolVariant(_ variant: SymbolVariants) -> some View { environment(\.symbolVariants, variant) }
  /// Blurs the view, whatever the reason, unless there is none.
  public func redacted(reason: RedactionReasons) -> some View {
    styling(reason.isEmpty ? nil : .effect(.blur(6)))
  }
  /// Has no effect in the browser.
  public func unredacted() -> some View { withoutEffect("unredacted") }
  /// Has no effect in the browser.
  public func privacySensitive(_ sensitive: Bool = true) -> some View { withoutEffect("privacySensitive") }
  /// Fills what lies behind the view with a translucent background. All kinds of glass look alike.
  public func glassEffect(_ glass: Glass = .regular) -> some View { background(.ultraThinMaterial) }
  /// Fills a shape behind the view with a translucent background. All kinds of glass look alike.
  public func glassEffect<S: Shape>(_ glass: Glass = .regular, in shape: S) -> some View {
    background(.ultraThinMaterial, in: shape)
  }
  /// Has no effect in the browser.
  public func glassEffectID<ID: Hashable & Sendable>(_ id: ID?, in namespace: Namespace.ID) -> some View {
    withoutEffect("glassEffectID")
  }
  /// Has no effect in the browser.
  public func backgroundExtensionEffect() -> some View { withoutEffect("backgroundExtensionEffect") }
}

/// How colours are mixed with those behind. See Apple's documentation of `BlendMode`.
public enum BlendMode: Sendable {
  /// The modes. Browsers have no counterpart of `plusDarker`, which is drawn like `darken`, and of those with a source and
  /// a destination, which are drawn like `normal`.
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference,
    exclusion, hue, saturation, color, luminosity, plusDarker, plusLighter, destinationOut, sourceAtop, destinationOver
}

/// What a content shape is for. Has no effect in the browser. See Apple's documentation of `ContentShapeKinds`.
public struct ContentShapeKinds: OptionSet, Sendable {
  /// The kinds as bits.
  public let rawValue: Int
  /// Creates kinds from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Taps and the pointer.
  public static let interaction = Self(rawValue: 1)
  /// The picture of what is dragged.
  public static let dragPreview = Self(rawValue: 2)
  /// The picture beside a context menu.
  public static let contextMenuPreview = Self(rawValue: 4)
  /// The effect under the pointer.
  public static let hoverEffect = Self(rawValue: 8)
  /// What assistive technologies outline.
  public static let accessibility = Self(rawValue: 16)
  /// The ring around what has the focus.
  public static let focusEffect = Self(rawValue: 32)
}

/// Why a view is made unreadable: all look alike here. See Apple's documentation of `RedactionReasons`.
public struct RedactionReasons: OptionSet, Sendable {
  /// The reasons as bits.
  public let rawValue: Int
  /// Creates reasons from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The content is still being loaded.
  public static let placeholder = Self(rawValue: 1)
  /// The content is private. The whole view is blurred, not only what is marked as sensitive.
  public static let privacy = Self(rawValue: 2)
  /// The content is out of date.
  public static let invalidated = Self(rawValue: 4)
}

/// A kind of glass: all look alike here. See Apple's documentation of `Glass`.
public struct Glass: Sendable {
  /// The usual glass.
  public static let regular = Glass()
  /// Clearer glass, which looks like the usual one.
  public static let clear = Glass()
  /// No glass on an iPhone; here it looks like the usual one.
  public static let identity = Glass()
  /// Returns the glass as it is: a tint has no effect.
  public func tint(_ color: Color?) -> Glass { self }
  /// Returns the glass as it is: it does not react to touches.
  public func interactive(_ isEnabled: Bool = true) -> Glass { self }
}

/// Views with glass: here it does not flow together. See Apple's documentation of `GlassEffectContainer`.
public struct GlassEffectContainer<Content: View>: View {
  let content: Content
  /// Creates a container, which shows its content as it is. `spacing` has no effect.
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
  public var body: some View { content }
}
