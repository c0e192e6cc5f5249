// SPDX-License-Identifier: Apache-2.0

/// Where views lie from side to side. See Apple's documentation of `HorizontalAlignment`.
public struct HorizontalAlignment: Equatable, Sendable {
  let guide: AlignmentGuide
  /// The side where reading begins.
  public static let leading = HorizontalAlignment("x.leading", .init())
  /// The middle.
  public static let center = HorizontalAlignment("x.center", .init(width: 0.5))
  /// The side where reading ends.
  public static let trailing = HorizontalAlignment("x.trailing", .init(width: 1))
  /// Equals ``leading``; the start of row separators cannot be set.
  public static let listRowSeparatorLeading = leading
  /// Equals ``trailing``; the end of row separators cannot be set.
  public static let listRowSeparatorTrailing = trailing

  private init(_ name: String, _ form: AlignmentGuide.Form) { guide = AlignmentGuide(name, form) }
  /// Creates an alignment of one's own. Its default value has to be a sum of parts of the view's width, height and
  /// baselines; otherwise it is the middle.
  public init(_ id: any AlignmentID.Type) { guide = AlignmentGuide(id, .horizontal) }

  /// Where views lie that have set no guide; the middle where a host has no word for it.
  var place: Element.Style.Place { guide.place ?? .center }
}

/// Where views lie from top to bottom. See Apple's documentation of `VerticalAlignment`.
public struct VerticalAlignment: Equatable, Sendable {
  let guide: AlignmentGuide
  /// The upper edge.
  public static let top = VerticalAlignment("y.top", .init())
  /// The middle.
  public static let center = VerticalAlignment("y.center", .init(height: 0.5))
  /// The lower edge.
  public static let bottom = VerticalAlignment("y.bottom", .init(height: 1))
  /// The baseline of the first line of text.
  public static let firstTextBaseline = VerticalAlignment("y.firstTextBaseline", .init(firstBaseline: 1))
  /// The baseline of the last line of text; browsers that do not know `last baseline` ignore it.
  public static let lastTextBaseline = VerticalAlignment("y.lastTextBaseline", .init(lastBaseline: 1))

  private init(_ name: String, _ form: AlignmentGuide.Form) { guide = AlignmentGuide(name, form) }
  /// Creates an alignment of one's own. Its default value has to be a sum of parts of the view's width, height and
  /// baselines; otherwise it is the middle.
  public init(_ id: any AlignmentID.Type) { guide = AlignmentGuide(id, .vertical) }

  /// Where views lie that have set no guide; the middle where a host has no word for it.
  var place: Element.Style.Place { guide.place ?? .center }
}

/// The name of a custom alignment. See Apple's documentation of `AlignmentID`.
public protocol AlignmentID {
  /// Returns where the guide is in a view that does not say so. It is asked about views of several sizes, once.
  static func defaultValue(in context: ViewDimensions) -> CGFloat
}

/// The measures of a view, for alignment guides. See Apple's documentation of `ViewDimensions`.
///
/// They are not those of a view in the browser: a guide is asked about views of several sizes, and the script of the page
/// computes the rest.
public struct ViewDimensions: Equatable, Sendable {
  /// The width of the view.
  public let width: CGFloat
  /// The height of the view.
  public let height: CGFloat
  private let firstBaseline: CGFloat
  private let lastBaseline: CGFloat
  private let guides: [AlignmentGuide]

  init(
    _ width: CGFloat = 0, _ height: CGFloat = 0, _ firstBaseline: CGFloat = 0, _ lastBaseline: CGFloat = 0,
    _ guides: [AlignmentGuide] = []
  ) {
    self.width = width
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.guides = guides
  }

  /// Where a guide is: as the view has set it, or where it is by default.
  public subscript(guide: HorizontalAlignment) -> CGFloat { value(of: guide.guide) }
  /// Where a guide is: as the view has set it, or where it is by default.
  public subscript(guide: VerticalAlignment) -> CGFloat { value(of: guide.guide) }
  /// Where the view itself has set a guide; nil if it has not. What views within it have set is not known.
  public subscript(explicit guide: HorizontalAlignment) -> CGFloat? { explicit(guide.guide) }
  /// Where the view itself has set a guide; nil if it has not. What views within it have set is not known.
  public subscript(explicit guide: VerticalAlignment) -> CGFloat? { explicit(guide.guide) }

  private func value(of guide: AlignmentGuide) -> CGFloat { explicit(guide) ?? value(of: guide.form) }

  private func explicit(_ guide: AlignmentGuide) -> CGFloat? {
    guides.first { $0.name == guide.name }.map { value(of: $0.form) }
  }

  private func value(of form: AlignmentGuide.Form) -> CGFloat { form.value(width, height, firstBaseline, lastBaseline) }
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
