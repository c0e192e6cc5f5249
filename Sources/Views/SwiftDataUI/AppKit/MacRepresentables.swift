// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A view of AppKit's. It keeps what is set, and nothing of it is shown.
@MainActor @preconcurrency open class NSView: NSObject {
  /// Creates a view that is not shown.
  public nonisolated override init() { super.init() }
  /// Creates a view that is not shown; the frame is not taken over.
  public nonisolated init(frame frameRect: CGRect) { super.init() }
  /// The position and size of the view in points, which are kept but not applied.
  open var frame = CGRect.zero
  /// A rectangle at zero with the size of ``frame``.
  open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  /// Whether the view is hidden, which is kept but not applied.
  open var isHidden = false
  /// The opacity of the view from 0 to 1, which is kept but not applied.
  open var alphaValue: CGFloat = 1
  /// Whether the view would be drawn in layers, which is kept but not applied.
  open var wantsLayer = false
  /// Always nil.
  open var window: NSWindow? { nil }
  /// Always empty, also after ``addSubview(_:)``.
  open var subviews: [NSView] { [] }
  /// Nothing of it is shown. Has no effect in the browser.
  open func addSubview(_ view: NSView) {}
  /// Has no effect in the browser.
  open func removeFromSuperview() {}
}

/// A view of AppKit's: a note in its place. See Apple's documentation of `NSViewRepresentable`.
@MainActor @preconcurrency public protocol NSViewRepresentable: View where Body == Never {
  /// The kind of AppKit's view that is represented.
  associatedtype NSViewType
  /// The kind of object that would connect the view with the app; none unless it is declared.
  associatedtype Coordinator = Void
  /// What the methods are handed: the coordinator and the environment.
  typealias Context = NSViewRepresentableContext<Self>
  /// Would make the view. Never called here.
  func makeNSView(context: Context) -> NSViewType
  /// Would take over changes of the app's state. Never called here.
  func updateNSView(_ nsView: NSViewType, context: Context)
  /// Would make the coordinator. Never called here.
  func makeCoordinator() -> Coordinator
}
/// Makes no coordinator, for representables that declare none.
extension NSViewRepresentable where Coordinator == Void { public func makeCoordinator() {} }
/// What a representable's methods are handed. None is made here, since these methods are not called.
@MainActor @preconcurrency public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {
  /// The object that the representable made to connect the view with the app.
  public let coordinator: Representable.Coordinator
  /// The environment of the view.
  public let environment: EnvironmentValues
  /// What goes with the current change, such as an animation.
  public var transaction = Transaction()
}
