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
    let color = content._style.isImage ? "currentColor" : content._style.text
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

  // MARK: Safe area and scrolling

  /// Has no effect in the browser.
  public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }
  /// Has no effect in the browser.
  public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }
  public func safeAreaInset<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
  ) -> some View {
    let inset = content()
    return VStack(spacing: spacing ?? 0) {
      if edge == .top { inset }
      self
      if edge == .bottom { inset }
    }
  }
  public func safeAreaInset<V: View>(
    edge: HorizontalEdge, alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
  ) -> some View {
    let inset = content()
    return HStack(spacing: spacing ?? 0) {
      if edge == .leading { inset }
      self
      if edge == .trailing { inset }
    }
  }
  public func safeAreaBar<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
  ) -> some View { safeAreaInset(edge: edge, alignment: alignment, spacing: spacing, content: content) }
  public func scrollContentBackground(_ visibility: Visibility) -> some View {
    styling(visibility == .hidden ? [.init("background", "transparent")] : [])
  }
  public func scrollIndicators(_ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal])
    -> some View
  {
    changing { if visibility != .automatic && visibility != .visible { $0.add(.scrollIndicatorsHidden) } }
  }
  public func scrollDisabled(_ disabled: Bool) -> some View { styling(disabled ? [.init("overflow", "hidden")] : []) }
  /// Has no effect in the browser.
  public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View { self }
  /// Has no effect in the browser.
  public func scrollBounceBehavior(_ behavior: ScrollBounceBehavior, axes: Axis.Set = .vertical) -> some View { self }
  /// Has no effect in the browser.
  public func scrollClipDisabled(_ disabled: Bool = true) -> some View { self }
  /// Has no effect in the browser.
  public func scrollTargetBehavior(_ behavior: ScrollTargetBehaviorName) -> some View { self }
  /// Has no effect in the browser.
  public func scrollTargetLayout(isEnabled: Bool = true) -> some View { self }
  /// Has no effect in the browser.
  public func scrollPosition<ID: Hashable>(id: Binding<ID?>, anchor: UnitPoint? = nil) -> some View { self }
  /// Has no effect in the browser.
  public func scrollPosition(_ position: Binding<ScrollPosition>, anchor: UnitPoint? = nil) -> some View { self }
  /// Has no effect in the browser.
  public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { self }
  /// Has no effect in the browser.
  public func scrollEdgeEffectStyle(_ style: ScrollEdgeEffectStyle?, for edges: Edge.Set) -> some View { self }
  public func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center) -> some View {
    frame(maxWidth: axes.contains(.horizontal) ? .infinity : nil, maxHeight: axes.contains(.vertical) ? .infinity : nil)
  }
  public func containerRelativeFrame(
    _ axes: Axis.Set, count: Int, span: Int = 1, spacing: CGFloat, alignment: Alignment = .center
  ) -> some View { containerRelativeFrame(axes, alignment: alignment) }
  /// A part of the container's length: what the closure says of 100 points, in percent.
  public func containerRelativeFrame(
    _ axes: Axis.Set, alignment: Alignment = .center, _ length: @escaping (CGFloat, Axis) -> CGFloat
  ) -> some View {
    func part(_ axis: Axis) -> String? {
      let value = length(100, axis)
      return value.isFinite && value >= 0 ? "\(min(value, 1000).number)%" : nil
    }
    let sizes = [
      axes.contains(.horizontal) ? part(.horizontal).map { Font.CSSProperty("width", $0) } : nil,
      axes.contains(.vertical) ? part(.vertical).map { Font.CSSProperty("height", $0) } : nil,
    ]
    return styling(sizes.compactMap(\.self))
  }
  public func containerBackground<S: ShapeStyle>(_ style: S, for container: ContainerBackgroundPlacement) -> some View {
    background(style)
  }
  /// Has no effect in the browser.
  public func alignmentGuide(_ g: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat) -> some View
  { self }
  /// Has no effect in the browser.
  public func alignmentGuide(_ g: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat) -> some View {
    self
  }
  /// Has no effect in the browser.
  public func coordinateSpace<T: Hashable>(name: T) -> some View { self }
  /// Has no effect in the browser.
  public func coordinateSpace(_ name: NamedCoordinateSpace) -> some View { self }
  public func onGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping (GeometryProxy) -> T, action: @escaping (T) -> Void
  ) -> some View { SizeObserver(content: self, transform: transform, action: { _, new in action(new) }) }
  public func onGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping (GeometryProxy) -> T, action: @escaping (_ old: T, _ new: T) -> Void
  ) -> some View { SizeObserver(content: self, transform: transform, action: action) }

  // MARK: Animation

  /// Has no effect in the browser.
  public func animation(_ animation: Animation?) -> some View { self }
  /// Has no effect in the browser.
  public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { self }
  /// Has no effect in the browser.
  public func transition(_ t: AnyTransition) -> some View { self }
  /// Has no effect in the browser.
  public func contentTransition(_ transition: ContentTransition) -> some View { self }
  /// Has no effect in the browser.
  public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View { self }
  /// Has no effect in the browser.
  public func matchedGeometryEffect<ID: Hashable>(
    id: ID, in namespace: Namespace.ID, properties: MatchedGeometryProperties = .frame, anchor: UnitPoint = .center,
    isSource: Bool = true
  ) -> some View { self }
  /// Has no effect in the browser.
  public func matchedTransitionSource<ID: Hashable>(id: ID, in namespace: Namespace.ID) -> some View { self }
  /// Has no effect in the browser.
  public func navigationTransition(_ style: NavigationTransitionName) -> some View { self }
  /// Has no effect in the browser.
  public func symbolEffect(_ effect: SymbolEffectName, options: SymbolEffectOptions = .default, isActive: Bool = true)
    -> some View
  { self }
  /// Has no effect in the browser.
  public func symbolEffect<V: Equatable>(_ effect: SymbolEffectName, options: SymbolEffectOptions = .default, value: V)
    -> some View
  { self }
  /// Has no effect in the browser.
  public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View { self }
  /// Has no effect in the browser.
  public func sensoryFeedback<T: Equatable>(
    _ feedback: SensoryFeedback, trigger: T, condition: @escaping (T, T) -> Bool
  ) -> some View { self }
  public func phaseAnimator<P: Equatable, V: View>(
    _ phases: [P], @ViewBuilder content: @escaping (Self, P) -> V, animation: @escaping (P) -> Animation? = { _ in nil }
  ) -> some View { phases.first.map { content(self, $0) } }
  /// Has no effect in the browser.
  public func equatable() -> some View { self }
  /// Has no effect in the browser.
  public func statusBarHidden(_ hidden: Bool = true) -> some View { self }
  /// Has no effect in the browser.
  public func persistentSystemOverlays(_ visibility: Visibility) -> some View { self }
  /// Has no effect in the browser.
  public func defersSystemGestures(on edges: Edge.Set) -> some View { self }
  /// Has no effect in the browser.
  public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { self }
  /// Has no effect in the browser.
  public func buttonSizing(_ sizing: SpacerSizing) -> some View { self }
  /// Has no effect in the browser.
  public func datePickerStyle(_ style: DatePickerStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func disclosureGroupStyle(_ style: FormStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func groupBoxStyle(_ style: FormStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func labeledContentStyle(_ style: FormStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func controlGroupStyle(_ style: FormStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func tableStyle(_ style: TableStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func hoverEffect(_ effect: HoverEffect = .automatic) -> some View { self }
  /// Has no effect in the browser.
  public func handlesExternalEvents(preferring: Set<String>, allowing: Set<String>) -> some View { self }
  /// Has no effect in the browser.
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  /// Has no effect in the browser.
  public func userActivity(_ activityType: String, isActive: Bool = true, _ update: @escaping (Any) -> Void)
    -> some View
  { self }
  /// Has no effect in the browser.
  public func onContinueUserActivity(_ activityType: String, perform action: @escaping (Any) -> Void) -> some View {
    self
  }
  /// Has no effect in the browser.
  public func labelIconToTitleSpacing(_ spacing: CGFloat) -> some View { self }
  /// Has no effect in the browser.
  public func windowResizeBehavior(_ behavior: FormStyleName) -> some View { self }
  /// Has no effect in the browser.
  public func luminanceToAlpha() -> some View { self }
  /// Has no effect in the browser.
  public func projectionEffect(_ transform: Any) -> some View { self }
}

public enum BlendMode: Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference,
    exclusion, hue, saturation, color, luminosity, plusDarker, plusLighter, destinationOut, sourceAtop, destinationOver
}
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
public struct RedactionReasons: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let placeholder = Self(rawValue: 1)
  public static let privacy = Self(rawValue: 2)
  public static let invalidated = Self(rawValue: 4)
}
public struct Glass: Sendable {
  public static let regular = Glass()
  public static let clear = Glass()
  public static let identity = Glass()
  public func tint(_ color: Color?) -> Glass { self }
  public func interactive(_ isEnabled: Bool = true) -> Glass { self }
}
public struct GlassEffectContainer<Content: View>: View {
  let content: Content
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
  public var body: some View { content }
}
public struct SafeAreaRegions: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let container = Self(rawValue: 1)
  public static let keyboard = Self(rawValue: 2)
  public static let all = Self(rawValue: 3)
}
public struct ScrollIndicatorVisibility: Hashable, Sendable {
  let name: String
  public static let automatic = Self(name: "automatic")
  public static let visible = Self(name: "visible")
  public static let hidden = Self(name: "hidden")
  public static let never = Self(name: "never")
}
public struct ScrollDismissesKeyboardMode: Sendable {
  public static let automatic = Self()
  public static let immediately = Self()
  public static let interactively = Self()
  public static let never = Self()
}
public struct ScrollBounceBehavior: Sendable {
  public static let automatic = Self()
  public static let always = Self()
  public static let basedOnSize = Self()
}
public struct ScrollTargetBehaviorName: Sendable {
  public static let paging = Self()
  public static let viewAligned = Self()
  public static func viewAligned(limitBehavior: ScrollBounceBehavior) -> Self { Self() }
}
public struct ScrollPosition: Hashable, Sendable {
  public init() {}
  public init(edge: Edge) {}
  public mutating func scrollTo(edge: Edge) {}
  public mutating func scrollTo<ID: Hashable & Sendable>(id: ID, anchor: UnitPoint? = nil) {}
}
public struct ScrollEdgeEffectStyle: Sendable {
  public static let automatic = Self()
  public static let soft = Self()
  public static let hard = Self()
}
public struct ContainerBackgroundPlacement: Sendable {
  public static let navigation = Self()
  public static let tabView = Self()
  public static let widget = Self()
  public static let window = Self()
  public static let navigationSplitView = Self()
}
public struct AnyTransition: Sendable {
  public static let opacity = Self()
  public static let slide = Self()
  public static let scale = Self()
  public static let identity = Self()
  public static let blurReplace = Self()
  public static func move(edge: Edge) -> Self { Self() }
  public static func push(from edge: Edge) -> Self { Self() }
  public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> Self { Self() }
  public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> Self { Self() }
  public static func asymmetric(insertion: Self, removal: Self) -> Self { Self() }
  public func combined(with other: Self) -> Self { self }
  public func animation(_ animation: Animation?) -> Self { self }
}
public struct ContentTransition: Sendable {
  public static let identity = Self()
  public static let opacity = Self()
  public static let interpolate = Self()
  public static let symbolEffect = Self()
  public static func numericText(countsDown: Bool = false) -> Self { Self() }
  public static func numericText(value: Double) -> Self { Self() }
  public static func symbolEffect(_ effect: SymbolEffectName) -> Self { Self() }
}
public struct MatchedGeometryProperties: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let position = Self(rawValue: 1)
  public static let size = Self(rawValue: 2)
  public static let frame = Self(rawValue: 3)
}
public struct NavigationTransitionName: Sendable {
  public static let automatic = Self()
  public static func zoom<ID: Hashable>(sourceID: ID, in namespace: Namespace.ID) -> Self { Self() }
}
public struct SymbolEffectName: Sendable {
  public static let bounce = Self()
  public static let pulse = Self()
  public static let variableColor = Self()
  public static let replace = Self()
  public static let scale = Self()
  public static let appear = Self()
  public static let disappear = Self()
  public static let breathe = Self()
  public static let rotate = Self()
  public static let wiggle = Self()
  public var iterative: Self { self }
  public var cumulative: Self { self }
  public var reversing: Self { self }
  public var up: Self { self }
  public var down: Self { self }
  public var byLayer: Self { self }
  public var wholeSymbol: Self { self }
}
public struct SymbolEffectOptions: Sendable {
  public static let `default` = Self()
  public static let repeating = Self()
  public static let nonRepeating = Self()
  public static func `repeat`(_ count: Int) -> Self { Self() }
  public static func speed(_ speed: Double) -> Self { Self() }
}
public struct SensoryFeedback: Hashable, Sendable {
  public static let success = Self()
  public static let warning = Self()
  public static let error = Self()
  public static let selection = Self()
  public static let increase = Self()
  public static let decrease = Self()
  public static let start = Self()
  public static let stop = Self()
  public static let alignment = Self()
  public static let levelChange = Self()
  public static let impact = Self()
  public static func impact(weight: Weight = .medium, intensity: Double = 1) -> Self { Self() }
  public static func impact(flexibility: Weight, intensity: Double = 1) -> Self { Self() }
  public enum Weight: Sendable { case light, medium, heavy, soft, rigid, solid }
}
public struct ButtonBorderShape: Sendable {
  public static let automatic = Self()
  public static let capsule = Self()
  public static let roundedRectangle = Self()
  public static let circle = Self()
  public static func roundedRectangle(radius: CGFloat) -> Self { Self() }
}
public struct DatePickerStyleName: Sendable {
  public static let automatic = Self()
  public static let compact = Self()
  public static let graphical = Self()
  public static let wheel = Self()
  public static let field = Self()
  public static let stepperField = Self()
}
public struct TableStyleName: Sendable {
  public static let automatic = Self()
  public static let inset = Self()
  public static let bordered = Self()
}
public struct HoverEffect: Sendable {
  public static let automatic = Self()
  public static let highlight = Self()
  public static let lift = Self()
}
