// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A view for Xcode's canvas: type-checked, and left out. See Apple's documentation of `Preview(_:traits:_:body:)`.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
  #externalMacro(module: "SwiftDataMacros", type: "PreviewMacro")

/// A view for Xcode's canvas, with traits: type-checked, and left out.
@freestanding(declaration)
public macro Preview(
  _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>,
  _ additionalTraits: PreviewTrait<Preview.ViewTraits>...,
  @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "SwiftDataMacros", type: "PreviewMacro")

/// A view for Xcode's canvas, for each of some arguments: type-checked, and left out.
@freestanding(declaration)
public macro Preview<Arguments: Sequence>(
  _ name: String? = nil, arguments: Arguments, @ViewBuilder body: @escaping @MainActor (Arguments.Element) -> any View
) = #externalMacro(module: "SwiftDataMacros", type: "PreviewMacro")

/// Marks a property within a preview.
@attached(peer)
public macro Previewable() = #externalMacro(module: "SwiftDataMacros", type: "PreviewableMacro")

/// Declares a value of the environment. See Apple's documentation of `Entry()`.
@attached(accessor) @attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "SwiftDataMacros", type: "EntryMacro")

/// The name that kinds of traits are within.
public struct Preview {
  /// The kind of the traits that previews of views have.
  public struct ViewTraits: Sendable {}
}

/// A trait of a preview. See Apple's documentation of `PreviewTrait`.
public struct PreviewTrait<T>: Sendable {
  init() {}
}

extension PreviewTrait where T == Preview.ViewTraits {
  /// Names the usual layout.
  public static var defaultLayout: PreviewTrait { PreviewTrait() }
  /// Names a layout as large as the view.
  public static var sizeThatFitsLayout: PreviewTrait { PreviewTrait() }
  /// Names a layout of some size, in points.
  public static func fixedLayout(width: CGFloat, height: CGFloat) -> PreviewTrait { PreviewTrait() }
  /// Names a device held upright.
  public static var portrait: PreviewTrait { PreviewTrait() }
  /// Names a device turned to the left.
  public static var landscapeLeft: PreviewTrait { PreviewTrait() }
  /// Names a device turned to the right.
  public static var landscapeRight: PreviewTrait { PreviewTrait() }
  /// Names a modifier, which is not kept.
  @MainActor @preconcurrency public static func modifier(_ modifier: some PreviewModifier) -> PreviewTrait {
    PreviewTrait()
  }
}

/// The context that previews share. See Apple's documentation of `PreviewModifier`.
@MainActor @preconcurrency public protocol PreviewModifier {
  /// The type of what previews share; nothing unless the type says so.
  associatedtype Context = Void
  /// The type of the view that a preview becomes.
  associatedtype Body: View
  /// Makes what previews share. It is never called here.
  static func makeSharedContext() async throws -> Context
  /// Makes a preview's view of its content and what is shared. It is never called here.
  @ViewBuilder @MainActor func body(content: Content, context: Context) -> Body
  /// The content of a preview.
  typealias Content = AnyView
}

extension PreviewModifier where Context == Void {
  /// Makes nothing, for previews that share nothing.
  public static func makeSharedContext() async throws {}
}

/// The form of previews before macros. See Apple's documentation of `PreviewProvider`.
@MainActor @preconcurrency public protocol PreviewProvider {
  /// The type of the previews.
  associatedtype Previews: View
  /// The views for the canvas. They are never asked for here.
  @ViewBuilder static var previews: Previews { get }
}
