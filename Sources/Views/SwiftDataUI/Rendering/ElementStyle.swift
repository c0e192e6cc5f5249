// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Element {
  /// Something that is said of how an element is laid out or looks, in the words of views. The host decides how it says
  /// it: with which declarations of CSS, for example.
  ///
  /// Lengths are in points. The order among the styles of an element makes no difference; of each ``subject`` there is
  /// one.
  package enum Style: Hashable, Sendable {

    // MARK: Room

    /// Room within the sides; at the usual ones, as much as is usual.
    case padding(Sides, usual: Edge.Set)
    /// How far it reaches beyond its sides: the lengths are not above zero.
    case overlap(Sides)
    /// How much smaller than its room it is, at all sides.
    case inset(CGFloat)
    /// How far the content of what scrolls is from one edge.
    case contentMargin(Edge, CGFloat)
    /// How far the sections of a list are from one edge; nil for what is usual.
    case listMargin(Edge, CGFloat?)
    case size(Dimension, Length)
    /// The width, divided by the height.
    case aspectRatio(CGFloat)
    /// Keeps its size where a stack is too small for all.
    case doesNotShrink
    /// Shrinks before those of a smaller rank do.
    case shrinks(Int)
    /// Takes no room that is left, though it could.
    case doesNotGrow
    /// How large it wants to be in a direction, for ``fixedSize(_:)``.
    case ideal(Axis, CGFloat)
    /// As large as it wants to be in a direction, whatever room there is.
    case fixedSize(Axis)

    // MARK: Places

    /// Where the views of a stack lie across it.
    case stackAlignment(Place)
    /// Where the content of a frame lies in a direction.
    case frameAlignment(Axis, Place)
    /// Where views lie in their cells in a direction.
    case cellAlignment(Axis, Place)
    /// Where it lies itself, across its stack.
    case ownStackAlignment(Place)
    /// Where it lies itself, in its cell.
    case ownCellAlignment(Axis, Place)
    /// A row that goes on below where it is too long.
    case wraps
    case spacing(CGFloat)
    case rowSpacing(CGFloat)
    case columnSpacing(CGFloat)
    /// The columns of a grid that grows downwards.
    case columns([Track])
    /// The rows of a grid that grows to the side.
    case rows([Track])
    /// Of a grid whose columns are as wide as what is in them: whether they share the room that others leave.
    case columnsByContent([Bool])
    /// Of a grid whose rows are as high as what is in them: whether they share the room that others leave.
    case rowsByContent([Bool])
    /// How many columns of a grid it takes; nil for all.
    case columnSpan(Int?)
    /// Over its neighbours with a smaller number.
    case lifted(Int)
    /// The stacking order of an element that is already positioned; `lifted` also positions it.
    case order(Int)
    /// Moves it so that its middle is at a point of its room.
    case middle(CGFloat, CGFloat)
    /// How far it is from a side of what it is placed in.
    case place(Side, Length)
    /// In the middle from left to right, between its places.
    case isCentered

    // MARK: Text

    case fontSize(FontSize)
    /// From 100 to 900; 400 is usual.
    case fontWeight(Int)
    case fontFamily(FontFamily)
    case isItalic(Bool)
    /// In percent of the usual width.
    case fontWidth(Double)
    case hasDigitsOfOneWidth
    case smallCapitals(SmallCapitals)
    case lineHeight(LineHeight)
    case letterSpacing(CGFloat)
    case baselineOffset(CGFloat)
    /// Nil: as it is written.
    case textCase(Text.Case?)
    case textAlignment(TextAlignment)
    case isSelectable(Bool)
    case lineLimit(Int)
    /// Lines under and through text.
    case textLines(TextLines)

    // MARK: Colours

    /// Of text and symbols.
    case color(Color)
    case background(_Fill)
    /// The background is seen through the letters only.
    case backgroundFillsText
    /// What shapes within are filled with in place of the colour of text.
    case shapeFill(_Fill)
    /// The shape color for content that cannot use a gradient.
    case shapeColor(Color)
    /// What `background` is within.
    case backgroundStyle(_Fill)
    /// What `tint` is within.
    case tint(Color)

    // MARK: Edges

    case corners(Corners)
    /// Cuts off what lies outside.
    case isClipped
    case clip(Outline)
    case border(Line)
    case edge(Side, Line)
    /// A border behind the content, which takes no room.
    case innerBorder(CGFloat, Color)

    // MARK: Effects

    case opacity(Double)
    case effect(Effect)
    case blendMode(BlendMode)
    /// What is done with it where it is drawn: the last one happens first.
    case transform([Transform])
    /// The point that stays where it is; the middle unless it is said.
    case transformAnchor(UnitPoint)
    /// Taps go through it.
    case letsTapsThrough
    /// How large symbols are beside text.
    case symbolScale(Double)

    // MARK: Drawings

    /// Nil: nothing.
    case fill(Color?)
    case stroke(Color)
    case strokeWidth(CGFloat)
    case strokeCap(CGLineCap)
    /// The lengths of dashes and gaps.
    case strokeDash([CGFloat])
    /// Where on the line its dashes begin.
    case strokeStart(CGFloat)

    // MARK: For style sheets

    /// The greatest one counts.
    case sheetHeight(SheetHeight)
    case sheetCorners(CGFloat)
    case sectionSpacing(CGFloat)
    /// How many rows it stands for, which are not there.
    case missingRows(Int)
    /// How much of a ring is filled, from 0 to 1.
    case part(Double)
    /// How deep in a tree it is.
    case depth(Int)
  }
}

extension Element.Style {
  /// A width in whole points.
  package static func width(_ points: Int) -> Self { .size(.width, .points(CGFloat(points))) }

  /// What the style is about. A style takes the place of another one about the same.
  package var subject: Int {
    switch self {
    case .padding: 0
    case .overlap: 1
    case .inset: 2
    case .contentMargin(let edge, _): 10 + Int(edge.rawValue)
    case .listMargin(let edge, _): 20 + Int(edge.rawValue)
    case .size(let dimension, _): 30 + dimension.rawValue
    case .place(let side, _): 40 + side.rawValue
    case .edge(let side, _): 50 + side.rawValue
    case .aspectRatio: 60
    case .doesNotShrink, .shrinks: 61
    case .doesNotGrow: 79
    case .ideal(let axis, _): 147 + Int(axis.rawValue)
    case .fixedSize(.horizontal): 30 + Dimension.width.rawValue
    case .fixedSize(.vertical): 30 + Dimension.height.rawValue
    case .stackAlignment: 62
    case .frameAlignment(let axis, _): 63 + Int(axis.rawValue)
    case .cellAlignment(let axis, _): 65 + Int(axis.rawValue)
    case .ownStackAlignment, .ownCellAlignment(.vertical, _): 67
    case .ownCellAlignment: 68
    case .wraps: 69
    case .spacing: 70
    case .rowSpacing: 71
    case .columnSpacing: 72
    case .columns, .columnsByContent: 73
    case .rows, .rowsByContent: 74
    case .columnSpan: 75
    case .lifted, .order: 76
    case .middle: 77
    case .isCentered: 78
    case .fontSize: 80
    case .fontWeight: 81
    case .fontFamily: 82
    case .isItalic: 83
    case .fontWidth: 84
    case .hasDigitsOfOneWidth: 85
    case .smallCapitals: 86
    case .lineHeight: 87
    case .letterSpacing: 88
    case .baselineOffset: 89
    case .textCase: 90
    case .textAlignment: 91
    case .isSelectable: 92
    case .lineLimit: 93
    case .textLines: 94
    case .color: 100
    case .background: 101
    case .backgroundFillsText: 102
    case .shapeFill: 103
    case .shapeColor: 104
    case .backgroundStyle: 105
    case .tint: 106
    case .corners: 110
    case .isClipped: 111
    case .clip: 112
    case .border: 113
    case .innerBorder: 114
    case .opacity: 120
    case .effect: 121
    case .blendMode: 122
    case .transform: 123
    case .transformAnchor: 124
    case .letsTapsThrough: 125
    case .symbolScale: 126
    case .fill: 130
    case .stroke: 131
    case .strokeWidth: 132
    case .strokeCap: 133
    case .strokeDash: 134
    case .strokeStart: 135
    case .sheetHeight: 140
    case .sheetCorners: 141
    case .sectionSpacing: 142
    case .missingRows: 143
    case .part: 144
    case .depth: 145
    }
  }
}

extension [Element.Style] {
  /// The place of the style about a subject.
  func place(of subject: Int) -> Int? { firstIndex { $0.subject == subject } }

  /// Says something in place of what is said about the same.
  mutating func set(_ style: Element) {
    if let index = place(of: style.subject) { self[index] = style } else { append(style) }
  }

  /// Says something unless something is said about the same.
  mutating func add(_ style: Element) {
    if place(of: style.subject) == nil { append(style) }
  }
}
