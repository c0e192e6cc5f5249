// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Color {
  /// A color of the app's assets by the name of the property that Xcode declares for it: `Color.cardBackground`.
  ///
  /// The compiler looks here only when there is no property of that name.
  public static subscript(dynamicMember name: String) -> Color { Color(name) }
}

// Colors of assets whose names modifiers of views have, too: as members of the type they would be those.
extension Color {
  /// The color `font` of the app's assets.
  public static var font: Color { Color("font") }
  /// The color `background` of the app's assets.
  public static var background: Color { Color("background") }
  /// The color `border` of the app's assets.
  public static var border: Color { Color("border") }
  /// The color `shadow` of the app's assets.
  public static var shadow: Color { Color("shadow") }
  /// The color `tint` of the app's assets.
  public static var tint: Color { Color("tint") }
  /// The color `overlay` of the app's assets.
  public static var overlay: Color { Color("overlay") }
  /// The color `accent` of the app's assets: the accent color where there is none.
  public static var accent: Color { Color("accent") }
}

extension ShapeStyle where Self == Color {
  /// The color `accent` of the app's assets: the accent color where there is none.
  public static var accent: Color { Color("accent") }
}

/// The name of a color in the app's assets. The build tool plug-in `AssetSymbols` declares one for each. See Apple's
/// documentation of `ColorResource`.
public struct ColorResource: Hashable, Sendable {
  let name: String
  /// Creates the name of a colour. `bundle` has no effect.
  public init(name: String, bundle: Bundle? = nil) { self.name = name }
}

/// The name of an image in the app's assets. The build tool plug-in `AssetSymbols` declares one for each. See Apple's
/// documentation of `ImageResource`.
public struct ImageResource: Hashable, Sendable {
  let name: String
  /// Creates the name of a picture. `bundle` has no effect.
  public init(name: String, bundle: Bundle? = nil) { self.name = name }
}

extension Color {
  /// Creates a colour of the app's assets: the accent colour where there is none of the name.
  public init(_ resource: ColorResource) { self.init(resource.name) }
}

extension Image {
  /// Creates an image from the app's assets.
  public init(_ resource: ImageResource) { self.init(resource.name) }
}
