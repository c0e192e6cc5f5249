// SPDX-License-Identifier: Apache-2.0

/// A horizontal alignment. See Apple's documentation of `HorizontalAlignment`.
public struct HorizontalAlignment: Equatable, Sendable {
  /// As CSS aligns the items of a flexible box.
  let css: String
  public static let leading = HorizontalAlignment(css: "flex-start")
  public static let center = HorizontalAlignment(css: "center")
  public static let trailing = HorizontalAlignment(css: "flex-end")
  public static let listRowSeparatorLeading = leading
  public static let listRowSeparatorTrailing = trailing

  init(css: String) { self.css = css }
  public init(_ id: any AlignmentID.Type) { css = "center" }
}

/// See Apple's documentation of `VerticalAlignment`.
public struct VerticalAlignment: Equatable, Sendable {
  let css: String
  public static let top = VerticalAlignment(css: "flex-start")
  public static let center = VerticalAlignment(css: "center")
  public static let bottom = VerticalAlignment(css: "flex-end")
  public static let firstTextBaseline = VerticalAlignment(css: "baseline")
  public static let lastTextBaseline = VerticalAlignment(css: "last baseline")

  init(css: String) { self.css = css }
  public init(_ id: any AlignmentID.Type) { css = "center" }
}

/// The name of a custom alignment; such views are centered.
public protocol AlignmentID {
  static func defaultValue(in context: ViewDimensions) -> CGFloat
}

/// The size of a view, for alignment guides; not known here, always zero.
public struct ViewDimensions: Equatable, Sendable {
  public var width: CGFloat { 0 }
  public var height: CGFloat { 0 }
  public subscript(guide: HorizontalAlignment) -> CGFloat { 0 }
  public subscript(guide: VerticalAlignment) -> CGFloat { 0 }
}

/// See Apple's documentation of `Alignment`.
public struct Alignment: Equatable, Sendable {
  public var horizontal: HorizontalAlignment
  public var vertical: VerticalAlignment

  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  public static let center = Alignment(horizontal: .center, vertical: .center)
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  public static let top = Alignment(horizontal: .center, vertical: .top)
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
  public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)
  public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
  public static let trailingFirstTextBaseline = Alignment(horizontal: .trailing, vertical: .firstTextBaseline)
  public static let leadingLastTextBaseline = Alignment(horizontal: .leading, vertical: .lastTextBaseline)
  public static let centerLastTextBaseline = Alignment(horizontal: .center, vertical: .lastTextBaseline)
  public static let trailingLastTextBaseline = Alignment(horizontal: .trailing, vertical: .lastTextBaseline)
}
