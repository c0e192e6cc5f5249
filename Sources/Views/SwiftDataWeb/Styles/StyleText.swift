// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// Declarations of CSS for what views say of how an element looks. The other files of this folder say how the values are
/// written.
struct StyleText {
  private(set) var text = ""

  /// The declarations for styles, in their order; nothing that ``MarkupRules`` does not let through.
  static func of(_ styles: [Element.Style]) -> String {
    var writer = StyleText()
    for style in styles { writer.write(style) }
    return MarkupRules.style(writer.text)
  }

  private mutating func set(_ property: String, _ value: String) {
    if !text.isEmpty { text += ";" }
    text += property
    text += ":"
    text += value
  }

  private mutating func write(_ style: Element.Style) {
    switch style {
    case .padding(let sides, let usual): set("padding", sides, usual: usual)
    case .overlap(let sides): set("margin", sides)
    case .inset(let length): set("margin", length.css)
    case .contentMargin(let edge, let length): set(edge.paddingProperty, length.css)
    case .listMargin(let edge, let length): set(edge.listProperty, length?.css ?? "initial")
    case .size(let dimension, let length): set(dimension.property, length.css)
    case .aspectRatio(let ratio): set("aspect-ratio", ratio.number)
    case .doesNotShrink: set("flex-shrink", "0")
    case .shrinks(let rank): set("flex-shrink", "1\(String(repeating: "000000", count: rank))")
    case .doesNotGrow: set("flex-grow", "0")
    case .ideal(let axis, let length): set(axis.idealProperty, length.css)
    case .fixedSize(.horizontal):
      set("width", "var(\(Axis.horizontal.idealProperty),max-content)")
      // A field is as wide as its text.
      set("field-sizing", "content")
    case .fixedSize(.vertical): set("height", "var(\(Axis.vertical.idealProperty),max-content)")

    // A stack and a frame are flexible boxes, what has cells is a grid.
    case .stackAlignment(let place), .frameAlignment(.horizontal, let place): set("align-items", place.flexible)
    case .frameAlignment(.vertical, let place):
      set("justify-content", place.flexible)
      // A frame is a block where its content keeps to a ratio.
      set("align-content", place.grid)
    case .cellAlignment(.horizontal, let place): set("justify-items", place.grid)
    case .cellAlignment(.vertical, let place): set("align-items", place.grid)
    case .ownStackAlignment(let place): set("align-self", place.flexible)
    case .ownCellAlignment(.horizontal, let place): set("justify-self", place.grid)
    case .ownCellAlignment(.vertical, let place): set("align-self", place.grid)
    case .wraps:
      set("flex-wrap", "wrap")
      set("justify-content", "flex-start")
    case .spacing(let length): set("gap", length.css)
    case .rowSpacing(let length): set("row-gap", length.css)
    case .columnSpacing(let length): set("column-gap", length.css)
    case .columns(let tracks): set("grid-template-columns", tracks.css)
    case .rows(let tracks):
      set("grid-template-rows", tracks.css)
      set("grid-auto-flow", "column")
    case .columnsByContent(let tracks): set("grid-template-columns", tracks.css)
    case .rowsByContent(let tracks): set("grid-template-rows", tracks.css)
    case .columnSpan(let count): set("grid-column", count.map { "span \($0)" } ?? "1/-1")
    case .lifted(let index):
      set("z-index", String(index))
      set("position", "relative")
    case .order(let index): set("z-index", String(index))
    case .middle(let x, let y): set("translate", "calc(\(x.css) - 50%) calc(\(y.css) - 50%)")
    case .place(let side, let length): set(side.property, length.css)
    case .isCentered:
      set("margin-left", "auto")
      set("margin-right", "auto")

    case .fontSize(let size): set("font-size", size.css)
    case .fontWeight(let weight): set("font-weight", String(weight))
    case .fontFamily(let family): set("font-family", family.css)
    case .isItalic(let isItalic): set("font-style", isItalic ? "italic" : "normal")
    case .fontWidth(let percent): set("font-stretch", "\(percent.number)%")
    case .hasDigitsOfOneWidth: set("font-variant-numeric", "tabular-nums")
    case .smallCapitals(let letters): set("font-variant-caps", letters == .all ? "all-small-caps" : "unicase")
    case .lineHeight(let height): set("line-height", height.css)
    case .letterSpacing(let length): set("letter-spacing", length.css)
    case .baselineOffset(let length): set("vertical-align", length.css)
    case .textCase(let textCase): set("text-transform", textCase.css)
    case .textAlignment(let alignment): set("text-align", alignment.css)
    case .isSelectable(let isSelectable): set("user-select", isSelectable ? "text" : "none")
    case .lineLimit(let lines): set("--lines", String(lines))
    case .textLines(let lines): set("text-decoration", lines.css)

    case .color(let color): set("color", color.css)
    case .background(let fill): set("background", fill.css)
    case .backgroundFillsText: set("background-clip", "text")
    case .shapeFill(let fill): set("--s-shape", fill.css)
    case .shapeColor(let color): set("--s-plain", color.css)
    case .backgroundStyle(let fill): set("--s-background", fill.css)
    case .tint(let color): set("--s-tint", color.css)

    case .corners(let corners): set("border-radius", corners.css)
    case .isClipped: set("overflow", "hidden")
    case .clip(let outline): set("clip-path", outline.css)
    case .border(let line): set("border", line.css)
    case .edge(let side, let line): set("border-\(side.property)", line.css)
    case .innerBorder(let width, let color): set("box-shadow", "inset 0 0 0 \(width.css) \(color.css)")

    case .opacity(let opacity): set("opacity", opacity.number)
    case .effect(let effect): set("filter", effect.css)
    case .blendMode(let mode): set("mix-blend-mode", mode.css)
    case .transform(let transforms): set("transform", transforms.map(\.css).joined(separator: " "))
    case .transformAnchor(let point): set("transform-origin", point.css)
    case .letsTapsThrough: set("pointer-events", "none")
    case .symbolScale(let scale): set("--symbol-scale", scale.number)

    case .fill(let color): set("fill", color?.css ?? "none")
    case .stroke(let color): set("stroke", color.css)
    case .strokeWidth(let width): set("stroke-width", width.css)
    case .strokeCap(let cap): set("stroke-linecap", cap.css)
    case .strokeDash(let lengths): set("stroke-dasharray", lengths.map(\.number).joined(separator: " "))
    case .strokeStart(let start): set("stroke-dashoffset", (-start).number)

    case .sheetHeight(let height): set("--sheet-height", height.css)
    case .sheetCorners(let radius): set("--sheet-radius", radius.css)
    case .sectionSpacing(let length): set("--section-spacing", length.css)
    case .missingRows(let count): set("--rows", String(count))
    case .part(let part): set("--part", part.percent)
    case .depth(let depth): set("--depth", String(depth))
    }
  }

  /// Top, trailing, bottom and leading. The browser knows which side comes first.
  private mutating func set(_ property: String, _ sides: Element.Style.Sides, usual: Edge.Set = []) {
    func length(_ edge: Edge.Set, _ points: CGFloat) -> String {
      usual.contains(edge) ? "var(--s-padding)" : points.css
    }
    let (top, bottom) = (length(.top, sides.top), length(.bottom, sides.bottom))
    let (leading, trailing) = (length(.leading, sides.leading), length(.trailing, sides.trailing))
    if leading == trailing {
      set(property, "\(top) \(trailing) \(bottom) \(leading)")
    } else {
      set("\(property)-block", "\(top) \(bottom)")
      set("\(property)-inline", "\(leading) \(trailing)")
    }
  }
}
