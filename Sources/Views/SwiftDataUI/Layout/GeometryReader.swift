// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Content that depends on the available size. It starts with the size of a phone, and is evaluated again when the
/// browser reports the size. See Apple's documentation of `GeometryReader`.
public struct GeometryReader<Content: View>: View {
  let content: (GeometryProxy) -> Content
  /// None: shown as a box that takes all the room there is, with its content in the upper leading corner.
  public typealias Body = Never
  /// Creates a reader.
  ///
  /// - Parameter content: Makes the content of a size: first of 390 by 700 points, then of what the browser reports.
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }
}

/// The size of an element, and where it is, as the browser has told it.
@MainActor final class MeasuredSize {
  private(set) var size: CGSize?
  /// Within the outermost element that is asked where it is.
  private(set) var origin: CGPoint?

  /// Takes "X Y WIDTH HEIGHT" of which the place counts; returns whether it is another place than before.
  func takePlace(_ value: String?) -> Bool {
    guard let new = CGRect(frameText: value)?.origin else { return false }
    defer { origin = new }
    return new != origin
  }

  /// Takes "390x700.5"; returns whether it is another size than before.
  func take(_ value: String?) -> Bool {
    let parts = (value ?? "").split(separator: "x", maxSplits: 1).compactMap { Double($0) }
    guard parts.count == 2, parts.allSatisfy({ (0...100_000).contains($0) }) else { return false }
    let new = CGSize(width: parts[0], height: parts[1])
    defer { size = new }
    return new != size
  }

  var proxy: GeometryProxy {
    GeometryProxy(size: size ?? CGSize(width: 390, height: 700), origin: origin ?? .zero)
  }
}

extension GeometryReader: PrimitiveView {
  func update(_ node: Node) {
    let measured = node.remember { MeasuredSize() }
    node.child(0, node.track { content(measured.proxy) }, environment: node.environment(inStack: nil))
  }

  func assemble(_ node: Node) -> Output {
    let measured = node.remember { MeasuredSize() }
    let element = node.element(.box, [.zstack], children: node.content.elements)
    element.alignCells(.topLeading)
    element.grows = [.horizontal, .vertical]
    element.on(.size) { [weak node] value in if measured.take(value) { node?.invalidate() } }
    // Where it is counts only beside the places of others.
    if node.environment.isAmongAnchors || node.content.preferences[AnchorsKey.self] {
      element.on(.frame) { [weak node] value in if measured.takePlace(value) { node?.invalidate() } }
    }
    return Output(element, node.content.preferences)
  }
}

/// Tells of each new size of its content.
struct SizeObserver<Content: View, Value: Equatable>: WrappingView {
  let content: Content
  let transform: (GeometryProxy) -> Value
  let action: (Value, Value) -> Void

  final class Told { var value: Value? }

  func assemble(_ node: Node) -> Output {
    let measured = node.remember { MeasuredSize() }
    let told = node.remember { Told() }
    let (transform, action) = (transform, action)
    var output = node.content
    guard let first = output.elements.first else { return output }
    // A box of its own: the element may be measured for somebody else already.
    let box = first.boxed(node, as: .sizeBox)
    box.on(.size) { value in
      guard measured.take(value) else { return }
      let new = transform(measured.proxy)
      let old = told.value
      told.value = new
      if old != new { action(old ?? new, new) }
    }
    output.elements[0] = box
    return output
  }
}

/// The size of a view. Its position on the page is not known: its frame starts at zero in every coordinate space. Where
/// other views are in it is known from their anchors. See Apple's documentation of `GeometryProxy`.
public struct GeometryProxy: Sendable {
  /// The size in points: that of the element in the browser, or 390 by 700 until it has reported one.
  public let size: CGSize
  /// Where it is beside anchors.
  var origin = CGPoint.zero
  /// Always zero: what lies under a notch or a bar is not known.
  public var safeAreaInsets: EdgeInsets { EdgeInsets() }
  /// Returns the view's size, at zero in any space.
  public func frame(in coordinateSpace: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
  /// Returns the view's size, at zero in any space.
  public func frame(in coordinateSpace: some CoordinateSpaceProtocol) -> CGRect { CGRect(origin: .zero, size: size) }
}
/// A space that frames could be told in; all are the view's own here.
public protocol CoordinateSpaceProtocol: Sendable {}
/// A space with a name; for frames all are the same here, for drags all but the local one.
public struct NamedCoordinateSpace: CoordinateSpaceProtocol {
  var isLocal = false
  /// Creates a space that is not the view's own.
  public init() {}
}
extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
  /// Returns a space with a name, in which a view's frame begins at zero.
  public static func named(_ name: some Hashable) -> NamedCoordinateSpace { NamedCoordinateSpace() }
  /// The space of the page, in which a view's frame begins at zero here.
  public static var global: NamedCoordinateSpace { NamedCoordinateSpace() }
  /// The space of the view itself.
  public static var local: NamedCoordinateSpace {
    var space = NamedCoordinateSpace()
    space.isLocal = true
    return space
  }
  /// The space of the scroll view around, in which a view's frame begins at zero here.
  public static var scrollView: NamedCoordinateSpace { NamedCoordinateSpace() }
  /// The space of the scroll view around along an axis, in which a view's frame begins at zero here.
  public static func scrollView(axis: Axis) -> NamedCoordinateSpace { NamedCoordinateSpace() }
}
// Unchecked: names are constants.
/// A space that frames could be told in; in each of them a view's frame begins at zero here.
public enum CoordinateSpace: Hashable, @unchecked Sendable { case global, local, named(AnyHashable) }
