// SPDX-License-Identifier: Apache-2.0

/// A part of an app's user interface. See Apple's documentation of `View`.
///
/// ```swift
/// struct TripRow: View {
///   let trip: Trip
///   var body: some View { Text(trip.name) }
/// }
/// ```
@MainActor @preconcurrency public protocol View {
  /// The type of what ``body`` returns.
  associatedtype Body: View

  /// What the view consists of.
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  // Never called: there is no value to call it on.
  /// Never evaluated: there is no value of the type.
  public var body: Never { fatalError("'Never' has no body") }
}

extension View where Body == Never {
  /// Views of this module have no body of their own.
  // Never called: the graph asks them by 'PrimitiveView', and shows others as not supported ('ViewNode').
  public var body: Never { fatalError("\(Self.self) has no body") }
}

/// A view whose elements are made here instead of by other views.
///
/// ``update(_:)`` runs when the view or what it depends on has changed, and hands each child its view; ``assemble(_:)``
/// runs when some child shows something else, and makes elements of what the children show.
@MainActor protocol PrimitiveView: View where Body == Never {
  func update(_ node: Node)
  func assemble(_ node: Node) -> Output
}

extension PrimitiveView {
  func assemble(_ node: Node) -> Output { node.content }
}

/// A view that shows nothing of its own but its content, maybe changed.
protocol WrappingView: PrimitiveView {
  associatedtype Wrapped: View
  var content: Wrapped { get }
}

extension WrappingView {
  func update(_ node: Node) { node.child(0, content) }
}

/// Names what is not supported, where it would be.
struct UnsupportedView: PrimitiveView {
  let name: String
  func update(_ node: Node) { Diagnostics.note("Not supported: \(name)") }
  func assemble(_ node: Node) -> Output {
    let element = node.element(.box, [.unsupported], text: "Not supported here: \(name)")
    element.role(.note)
    return Output(element)
  }
}
