// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A rectangle or a point of a view, which a ``GeometryProxy`` tells in the coordinates of another view. See Apple's
/// documentation of `Anchor`.
///
/// ```swift
/// Text("Rome").anchorPreference(key: BoundsKey.self, value: .bounds) { $0 }
///   // … further out:
///   .overlayPreferenceValue(BoundsKey.self) { bounds in
///     GeometryReader { proxy in
///       if let bounds { Rectangle().stroke().frame(width: proxy[bounds].width, height: proxy[bounds].height) }
///     }
///   }
/// ```
public struct Anchor<Value> {
  /// In the coordinates that all anchors of a page have in common, as the browser has told it last; nil for the view
  /// that asks.
  let value: Value?

  init(_ value: Value) { self.value = value }

  /// Creates an anchor of the view whose proxy is asked.
  package init() { value = nil }

  /// Which rectangle or point of a view is meant. See Apple's documentation of `Anchor.Source`.
  public struct Source {
    let find: @Sendable (CGRect) -> Value
  }
}

extension Anchor: Sendable where Value: Sendable {}
extension Anchor: Equatable where Value: Equatable {}
extension Anchor: Hashable where Value: Hashable {}
extension Anchor.Source: Sendable where Value: Sendable {}

extension Anchor.Source where Value == CGRect {
  /// The whole view.
  public static var bounds: Anchor<CGRect>.Source { Anchor<CGRect>.Source { $0 } }
  /// Returns a rectangle in the view's own coordinates.
  public static func rect(_ r: CGRect) -> Anchor<CGRect>.Source {
    Anchor<CGRect>.Source { r.offsetBy(dx: $0.minX, dy: $0.minY) }
  }
}

extension Anchor.Source where Value == CGPoint {
  /// Returns a point in the view's own coordinates.
  public static func point(_ p: CGPoint) -> Anchor<CGPoint>.Source {
    Anchor<CGPoint>.Source { CGPoint(x: $0.minX + p.x, y: $0.minY + p.y) }
  }
  /// Returns a point by the parts of the view's width and height.
  public static func unitPoint(_ p: UnitPoint) -> Anchor<CGPoint>.Source {
    Anchor<CGPoint>.Source { CGPoint(x: $0.minX + p.x * $0.width, y: $0.minY + p.y * $0.height) }
  }
  /// The upper leading corner.
  public static var topLeading: Anchor<CGPoint>.Source { unitPoint(.topLeading) }
  /// The middle of the upper edge.
  public static var top: Anchor<CGPoint>.Source { unitPoint(.top) }
  /// The upper trailing corner.
  public static var topTrailing: Anchor<CGPoint>.Source { unitPoint(.topTrailing) }
  /// The middle of the leading edge.
  public static var leading: Anchor<CGPoint>.Source { unitPoint(.leading) }
  /// The middle.
  public static var center: Anchor<CGPoint>.Source { unitPoint(.center) }
  /// The middle of the trailing edge.
  public static var trailing: Anchor<CGPoint>.Source { unitPoint(.trailing) }
  /// The lower leading corner.
  public static var bottomLeading: Anchor<CGPoint>.Source { unitPoint(.bottomLeading) }
  /// The middle of the lower edge.
  public static var bottom: Anchor<CGPoint>.Source { unitPoint(.bottom) }
  /// The lower trailing corner.
  public static var bottomTrailing: Anchor<CGPoint>.Source { unitPoint(.bottomTrailing) }
}

extension GeometryProxy {
  /// The rectangle of another view, in the coordinates of this one.
  public subscript(anchor: Anchor<CGRect>) -> CGRect {
    anchor.value?.offsetBy(dx: -origin.x, dy: -origin.y) ?? CGRect(origin: .zero, size: size)
  }
  /// A point of another view, in the coordinates of this one.
  public subscript(anchor: Anchor<CGPoint>) -> CGPoint {
    anchor.value.map { CGPoint(x: $0.x - origin.x, y: $0.y - origin.y) } ?? .zero
  }
}

extension CGRect {
  /// Reads "X Y WIDTH HEIGHT".
  init?(frameText: String?) {
    let parts = (frameText ?? "").split(separator: " ", maxSplits: 3).compactMap { Double($0) }
    guard parts.count == 4, parts.allSatisfy({ (-1_000_000...1_000_000).contains($0) }) else { return nil }
    self.init(x: parts[0], y: parts[1], width: max(parts[2], 0), height: max(parts[3], 0))
  }
}

/// Whether views within are asked where they are.
enum AnchorsKey: PreferenceKey {
  static var defaultValue: Bool { false }
  static func reduce(value: inout Bool, nextValue: () -> Bool) { value = value || nextValue() }
}

private enum AmongAnchorsKey: EnvironmentKey { static let defaultValue = false }

extension EnvironmentValues {
  /// Whether the view is made of a preference, which may have anchors.
  var isAmongAnchors: Bool {
    get { self[AmongAnchorsKey.self] }
    set { self[AmongAnchorsKey.self] = newValue }
  }
}

/// Says where a view is to those above it, as soon as the browser has told.
struct AnchorWriter<Content: View, Value, K: PreferenceKey>: WrappingView {
  let content: Content
  let source: Anchor<Value>.Source
  let change: (inout K.Value, Anchor<Value>) -> Void

  @MainActor final class Memory { var frame: CGRect? }

  func assemble(_ node: Node) -> Output {
    var output = node.content
    guard let first = output.elements.first, !first.isGap else { return output }
    let memory = node.remember { Memory() }
    // A box of its own: the element may be asked by somebody else already.
    let box = first.boxed(node, as: .frameBox)
    box.on(.frame) { [weak node] value in
      guard let frame = CGRect(frameText: value), frame != memory.frame else { return }
      memory.frame = frame
      node?.invalidate()
    }
    output.elements[0] = box
    output.preferences[AnchorsKey.self] = true
    if let frame = memory.frame { change(&output.preferences[K.self], Anchor(source.find(frame))) }
    return output
  }
}

extension View {
  /// Says where the view is to those above it, in place of what the views within say for the key.
  ///
  /// The browser tells where views are once they are shown: until then, nothing is said, so that the key has its
  /// default.
  ///
  /// - Parameters:
  ///   - value: Which rectangle or point of the view is meant.
  ///   - transform: Makes the key's value of the anchor.
  public func anchorPreference<A, K: PreferenceKey>(
    key _: K.Type = K.self, value: Anchor<A>.Source, transform: @escaping (Anchor<A>) -> K.Value
  ) -> some View {
    AnchorWriter<Self, A, K>(content: self, source: value) { $0 = transform($1) }
  }

  /// Changes what the views within say for the key, with an anchor of this view; before the browser has told where the
  /// view is, nothing is changed.
  public func transformAnchorPreference<A, K: PreferenceKey>(
    key _: K.Type = K.self, value: Anchor<A>.Source, transform: @escaping (inout K.Value, Anchor<A>) -> Void
  ) -> some View {
    AnchorWriter<Self, A, K>(content: self, source: value, change: transform)
  }
}
