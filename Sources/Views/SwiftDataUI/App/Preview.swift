// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A view for Xcode's canvas: type-checked, and left out. See Apple's documentation of `Preview(_:traits:_:body:)`.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
  #externalMacro(module: "SwiftDataMacros", type: "PreviewMacro")

@freestanding(declaration)
public macro Preview(
  _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>,
  _ additionalTraits: PreviewTrait<Preview.ViewTraits>...,
  @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "SwiftDataMacros", type: "PreviewMacro")

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

public struct Preview {
  public struct ViewTraits: Sendable {}
}

/// A trait of a preview. See Apple's documentation of `PreviewTrait`.
public struct PreviewTrait<T>: Sendable {
  init() {}
}

extension PreviewTrait where T == Preview.ViewTraits {
  public static var defaultLayout: PreviewTrait { PreviewTrait() }
  public static var sizeThatFitsLayout: PreviewTrait { PreviewTrait() }
  public static func fixedLayout(width: CGFloat, height: CGFloat) -> PreviewTrait { PreviewTrait() }
  public static var portrait: PreviewTrait { PreviewTrait() }
  public static var landscapeLeft: PreviewTrait { PreviewTrait() }
  public static var landscapeRight: PreviewTrait { PreviewTrait() }
  @MainActor public static func modifier(_ modifier: some PreviewModifier) -> PreviewTrait { PreviewTrait() }
}

/// The context that previews share. See Apple's documentation of `PreviewModifier`.
@MainActor @preconcurrency public protocol PreviewModifier {
  associatedtype Context = Void
  associatedtype Body: View
  static func makeSharedContext() async throws -> Context
  @ViewBuilder @MainActor func body(content: Content, context: Context) -> Body
  typealias Content = AnyView
}

extension PreviewModifier where Context == Void {
  public static func makeSharedContext() async throws {}
}

/// The form of previews before macros. See Apple's documentation of `PreviewProvider`.
@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder static var previews: Previews { get }
}
