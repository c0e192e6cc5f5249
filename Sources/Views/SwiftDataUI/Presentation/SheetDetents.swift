// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A height of a sheet. ``View/presentationDetents(_:)`` says what is made of it.
public struct PresentationDetent: Hashable, Sendable {
  private enum Kind: Hashable { case medium, large, fraction(CGFloat), height(CGFloat) }
  private let kind: Kind
  /// Half of the window.
  public static let medium = PresentationDetent(kind: .medium)
  /// Nearly all of the window. A sheet that has no other height starts at 520 pixels, or 80 percent of the window's
  /// height, and is as high as its content needs.
  public static let large = PresentationDetent(kind: .large)
  /// A part of the window's height, from 0 to 1.
  public static func fraction(_ fraction: CGFloat) -> PresentationDetent {
    PresentationDetent(kind: .fraction(fraction))
  }
  /// A height in points.
  public static func height(_ height: CGFloat) -> PresentationDetent { PresentationDetent(kind: .height(height)) }

  /// The height of the sheet.
  var height: Element.Style.SheetHeight {
    switch kind {
    case .medium: .part(0.5)
    case .large: .part(1)
    case .fraction(let part): .part(part.isFinite ? min(max(Double(part), 0), 1) : 1)
    case .height(let height): .points(height.isFinite ? max(height, 0) : 0)
    }
  }

  /// What the browser says for it.
  var key: String {
    switch kind {
    case .medium: "medium"
    case .large: "large"
    case .fraction(let part): "part-\(part)"
    case .height(let height): "points-\(height)"
    }
  }

  /// About how high it is: only the browser knows the window.
  private var estimate: Double {
    switch height {
    case .part(let part): part * 800
    case .points(let points): Double(points)
    }
  }

  /// Some of them, the smallest first; in one order, so that equal sets are equal lists.
  static func sorted(_ detents: Set<PresentationDetent>) -> [PresentationDetent] {
    detents.sorted { ($0.estimate, $0.key) < ($1.estimate, $1.key) }
  }
}

/// The heights of a sheet, and which of them it has.
struct SheetDetents<Content: View>: WrappingView {
  let content: Content
  let detents: Set<PresentationDetent>
  let selection: Binding<PresentationDetent>?

  @MainActor final class Memory {
    /// What somebody has chosen where there is no binding.
    var chosen: PresentationDetent?
    /// What the binding had that was none of the heights.
    var corrected: PresentationDetent?
  }

  func assemble(_ node: Node) -> Output {
    var output = node.content
    let memory = node.remember { Memory() }
    let sorted = PresentationDetent.sorted(detents)
    let selection = selection
    let asked = node.track { selection?.wrappedValue } ?? memory.chosen
    guard let smallest = sorted.first else { return output }
    let current = asked.flatMap { detents.contains($0) ? $0 : nil } ?? smallest
    if let selection, let asked, asked != current, memory.corrected != asked {
      node.graph.afterEvaluation { selection.wrappedValue = current }
    }
    memory.corrected = asked == current ? nil : asked
    output.preferences[SheetLookKey.self].detents = SheetLook.Detents(all: sorted, current: current) { [weak node] in
      if let selection {
        selection.wrappedValue = $0
      } else {
        memory.chosen = $0
        node?.invalidate()
      }
    }
    return output
  }
}

extension SheetLook.Detents {
  /// The next greater one, and the smallest after the greatest.
  private var next: PresentationDetent {
    let index = all.firstIndex(of: current).map { $0 + 1 } ?? 0
    return index < all.count ? all[index] : all[0]
  }

  /// The control at the upper edge of the sheet. The browser names the height that somebody has chosen.
  @MainActor func grip(of dialog: ElementKey) -> Rendered {
    let grip = Rendered(dialog.companion(.of(.grip)), .button, [.sheetHandle])
    grip.attribute(.label, "Height of the sheet")
    grip.attribute(
      .sheetHeights,
      all.map { detent in
        switch detent.height {
        case .part(let part): "\(detent.key) \(part)"
        case .points(let points): "\(detent.key) points \(points)"
        }
      }.joined(separator: ";"))
    grip.attribute(.value, current.key)
    let (all, next, choose) = (all, next, choose)
    grip.on(.click) { _ in choose(next) }
    grip.onAimed(.change) { key in
      guard let detent = all.first(where: { $0.key == key }) else { return false }
      choose(detent)
      return true
    }
    return grip
  }
}
