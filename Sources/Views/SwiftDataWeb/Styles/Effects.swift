// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataUI

// Corners, lines, effects and transforms as CSS.

extension Element.Style.Corners {
  var css: String {
    switch self {
    case .radius(let radius): radius.css
    case .ellipse(let width, let height): "\(width.css) / \(height.css)"
    case .radii(let topLeft, let topRight, let bottomRight, let bottomLeft):
      "\(topLeft.css) \(topRight.css) \(bottomRight.css) \(bottomLeft.css)"
    case .round: "50%"
    case .capsule: "9999px"
    case .inherited: "inherit"
    }
  }
}

extension Element.Style.Outline {
  var css: String {
    switch self {
    case .path(let segments):
      // Letters and numbers only, so that nothing ends the string.
      "path('\(segments.filter { $0.isASCII && ($0.isLetter || $0.isNumber || " .-,+".contains($0)) })')"
    case .circle: "circle(closest-side)"
    case .polygon(let points): "polygon(\(points.map(\.css).joined(separator: ",")))"
    }
  }
}

extension Element.Style.Line {
  var css: String { "\(width.css) \(isDashed ? "dashed" : "solid") \(color.css)" }
}

extension CGLineCap {
  var css: String {
    switch self {
    case .butt: "butt"
    case .round: "round"
    case .square: "square"
    }
  }
}

extension Element.Style.Effect {
  var css: String {
    switch self {
    case .shadow(let color, let radius, let x, let y): "drop-shadow(\(x.css) \(y.css) \(radius.css) \(color.css))"
    case .blur(let radius): "blur(\(radius.css))"
    case .brightness(let factor): "brightness(\(factor.number))"
    case .contrast(let factor): "contrast(\(factor.number))"
    case .saturation(let factor): "saturate(\(factor.number))"
    case .grayscale(let part): "grayscale(\(part.number))"
    case .hueRotation(let angle): "hue-rotate(\(angle.css))"
    case .invert: "invert(1)"
    }
  }
}

extension Element.Style.Transform {
  var css: String {
    switch self {
    case .move(let x, let y): "translate(\(x.css),\(y.css))"
    case .rotation(let angle): "rotate(\(angle.css))"
    case .spatialRotation(let x, let y, let z, let angle):
      "rotate3d(\(x.number),\(y.number),\(z.number),\(angle.css))"
    case .scale(let factor): "scale(\(factor.number))"
    case .scales(let x, let y): "scale(\(x.number),\(y.number))"
    case .matrix(let numbers): "matrix(\(numbers.map(\.number).joined(separator: ",")))"
    }
  }
}

extension Angle {
  fileprivate var css: String { "\(degrees.number)deg" }
}

extension BlendMode {
  var css: String {
    switch self {
    case .multiply: "multiply"
    case .screen: "screen"
    case .overlay: "overlay"
    case .darken, .plusDarker: "darken"
    case .lighten: "lighten"
    case .colorDodge: "color-dodge"
    case .colorBurn: "color-burn"
    case .softLight: "soft-light"
    case .hardLight: "hard-light"
    case .difference: "difference"
    case .exclusion: "exclusion"
    case .hue: "hue"
    case .saturation: "saturation"
    case .color: "color"
    case .luminosity: "luminosity"
    case .plusLighter: "plus-lighter"
    case .normal, .destinationOut, .sourceAtop, .destinationOver: "normal"
    }
  }
}

extension Easing {
  /// A timing function.
  var css: String {
    switch self {
    case .linear: "linear"
    case .easeIn: "ease-in"
    case .easeOut: "ease-out"
    case .curve(let x1, let y1, let x2, let y2):
      "cubic-bezier(\(x1.number),\(y1.number),\(x2.number),\(y2.number))"
    case .places(let places): "linear(\(places.map(\.number).joined(separator: ",")))"
    }
  }
}
