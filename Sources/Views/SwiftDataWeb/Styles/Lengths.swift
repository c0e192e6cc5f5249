// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataUI

// Lengths, places and tracks as CSS.

extension CGFloat {
  /// A length in points, which are pixels of CSS.
  var css: String {
    let number = number
    return number == "0" ? "0" : number + "px"
  }
}

extension Double {
  /// A part of 1.
  var percent: String { (self * 100).number + "%" }
}

extension UnitPoint {
  var css: String { "\(Double(x).percent) \(Double(y).percent)" }
}

extension Element.Style.Length {
  var css: String {
    switch self {
    case .points(let length): length.css
    case .part(let part): part.percent
    case .allBut(let length): "calc(100% - \(length.css))"
    }
  }
}

extension Element.Style.Dimension {
  var property: String {
    switch self {
    case .width: "width"
    case .height: "height"
    case .minWidth: "min-width"
    case .minHeight: "min-height"
    case .maxWidth: "max-width"
    case .maxHeight: "max-height"
    }
  }
}

extension Element.Style.Side {
  var property: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .top: "top"
    case .bottom: "bottom"
    }
  }
}

extension Edge {
  var paddingProperty: String { "padding-" + side }
  var listProperty: String { "--list-" + side }

  private var side: String {
    switch self {
    case .top: "top"
    case .bottom: "bottom"
    case .leading: "inline-start"
    case .trailing: "inline-end"
    }
  }
}

extension Element.Style.Place {
  /// In a flexible box.
  var flexible: String {
    switch self {
    case .start: "flex-start"
    case .center: "center"
    case .end: "flex-end"
    case .firstBaseline: "baseline"
    // Browsers that do not know it ignore it.
    case .lastBaseline: "last baseline"
    }
  }

  /// In a cell.
  var grid: String {
    switch self {
    case .start: "start"
    case .end: "end"
    default: flexible
    }
  }
}

extension Axis {
  var idealProperty: String { self == .horizontal ? "--ideal-width" : "--ideal-height" }
}

extension [Bool] {
  /// Tracks as large as what is in them, or those that share the room that is left.
  var css: String {
    allSatisfy { !$0 } ? "repeat(\(count),auto)" : map { $0 ? "minmax(0,1fr)" : "auto" }.joined(separator: " ")
  }
}

extension [Element.Style.Track] {
  var css: String { map(\.css).joined(separator: " ") }
}

extension Element.Style.Track {
  fileprivate var css: String {
    func limits(_ minimum: CGFloat, _ maximum: CGFloat) -> String {
      "minmax(\(minimum.css),\(maximum.isFinite ? maximum.css : "1fr"))"
    }
    return switch self {
    case .fixed(let length): length.css
    case .flexible(let minimum, let maximum): limits(minimum, maximum)
    case .adaptive(let minimum, let maximum): "repeat(auto-fill,\(limits(minimum, maximum)))"
    }
  }
}

extension Element.Style.SheetHeight {
  var css: String {
    switch self {
    case .points(let length): length == 0 ? "0px" : length.css
    // As high as the window is just then.
    case .part(let part): "\((part * 100).number)dvh"
    }
  }
}
