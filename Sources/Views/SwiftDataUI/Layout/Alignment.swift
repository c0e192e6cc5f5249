// SPDX-License-Identifier: Apache-2.0

/// Where views lie from side to side. See Apple's documentation of `HorizontalAlignment`.
public struct HorizontalAlignment: Equatable, Sendable {
  let place: Element.Style.Place
  /// The side where reading begins.
  public static let leading = HorizontalAlignment(.start)
  /// The middle.
  public static let center = HorizontalAlignment(.center)
  /// The side where reading ends.
  public static let trailing = HorizontalAlignment(.end)
  /// Equals ``leading``; the start of row separators cannot be set.
  public static let listRowSeparatorLeading = leading
  /// Equals ``trailing``; the end of row separators cannot be set.
  public static let listRowSeparatorTrailing = trailing

  private init(_ place: Element.Style.Place) { self.place = place }
  /// Creates an alignment of one's own, which is the middle in a browser.
  public init(_ id: any AlignmentID.Type) { place = .center }
}

/// Where views lie from top to bottom. See Apple's documentation of `VerticalAlignment`.
public struct VerticalAlignment: Equatable, Sendable {
  let place: Element.Style.Place
  /// The upper edge.
  public static let top = VerticalAlignment(.start)
  /// The middle.
  public static let center = VerticalAlignment(.center)
  /// The lower edge.
  public static let bottom = VerticalAlignment(.end)
  /// The baseline of the first line of text.
  public static let firstTextBaseline = VerticalAlignment(.firstBaseline)
  /// The baseline of the last line of text; browsers that do not know `last baseline` ignore it.
  public static let lastTextBaseline = VerticalAlignment(.lastBaseline)

  private init(_ place: Element.Style.Place) { self.place = place }
  /// Creates an alignment of one's own, which is the middle in a browser.
  public init(_ id: any AlignmentID.Type) { place = .center }
}

/// The name of a custom alignment; such views are centered.
public protocol AlignmentID {
  /// Returns where the guide is in a view that does not say so; never called here.
  static func defaultValue(in context: ViewDimensions) -> CGFloat
}

/// The size of a view, for alignment guides; not known here, always zero.
public struct ViewDimensions: Equatable, Sendable {
  /// Always zero: only the browser knows the size.
  public var width: CGFloat { 0 }
  /// Always zero: only the browser knows the size.
  public var height: CGFloat { 0 }
  /// Always zero.
  public subscript(guide: HorizontalAlignment) -> CGFloat { 0 }
  /// Always zero.
  public subscript(guide: VerticalAlignment) -> CGFloat { 0 }
}

/// Where a view lies in a larger one. See Apple's documentation of `Alignment`.
public struct Alignment: Equatable, Sendable {
  /// The alignment from side to side.
  public var horizontal: HorizontalAlignment
  /// The alignment from top to bottom.
  public var vertical: VerticalAlignment

  /// Creates an alignment of both directions.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The middle in both directions.
  public static let center = Alignment(horizontal: .center, vertical: .center)
  /// The middle of the leading side.
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  /// The middle of the trailing side.
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  /// The middle of the upper edge.
  public static let top = Alignment(horizontal: .center, vertical: .top)
  /// The middle of the lower edge.
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  /// The upper leading corner.
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  /// The upper trailing corner.
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  /// The lower leading corner.
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  /// The lower trailing corner.
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
  /// The leading side, and the baseline of the first line of text.
  public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)
  /// The middle from side to side, and the baseline of the first line of text.
  public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
  /// The trailing side, and the baseline of the first line of text.
  public static let trailingFirstTextBaseline = Alignment(horizontal: .trailing, vertical: .firstTextBaseline)
  /// The leading side, and the baseline of the last line of text.
  public static let leadingLastTextBaseline = Alignment(horizontal: .leading, vertical: .lastTextBaseline)
  /// The middle from side to side, and the baseline of the last line of text.
  public static let centerLastTextBaseline = Alignment(horizontal: .center, vertical: .lastTextBaseline)
  /// The trailing side, and the baseline of the last line of text.
  public static let trailingLastTextBaseline = Alignment(horizontal: .trailing, vertical: .lastTextBaseline)
}
