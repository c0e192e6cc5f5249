// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How large a view is that a layout of the program lays out, as the browser has told.
struct SubviewMeasures: Equatable, Sendable {
  /// Of a view that is offered no room at all: only its width counts.
  let leastWidth: CGFloat
  /// Of a view that has all the room it wants.
  let ideal: CGSize
  /// By width, in hundredths of a point: how high it is.
  var heights: [Int: CGFloat] = [:]

  /// In a width; nil if the browser has to be asked.
  func height(in width: CGFloat) -> CGFloat? { width >= ideal.width ? ideal.height : heights[Self.key(width)] }

  static func key(_ width: CGFloat) -> Int { Int((min(max(width, 0), 100_000) * 100).rounded()) }
}

// Unchecked: a layout runs on the main actor, and nobody keeps its views.
/// A view of a custom layout, while the layout is asked.
final class MeasuredSubview: @unchecked Sendable {
  struct Placement {
    let position: CGPoint
    let anchor: UnitPoint
    let proposal: ProposedViewSize
  }

  /// Nil before the browser has told them.
  let measures: SubviewMeasures?
  let grows: Axis.Set
  let priority: Double
  let values: ContainerValues?
  var placement: Placement?
  /// Widths in which the height is not known, in hundredths of a point.
  private(set) var asked: [Int] = []

  init(_ measures: SubviewMeasures?, grows: Axis.Set, priority: Double = 0, values: ContainerValues? = nil) {
    self.measures = measures
    self.grows = grows
    self.priority = priority
    self.values = values
  }

  /// Of how many widths the browser tells heights: a layout that goes on asking has to do with estimates.
  static let mostWidths = 12

  func size(_ proposal: ProposedViewSize) -> CGSize {
    guard let measures else { return .zero }
    let ideal = measures.ideal
    var width = proposal.width.map { $0.isNaN ? 0 : max($0, measures.leastWidth) } ?? ideal.width
    if !grows.contains(.horizontal) { width = min(width, ideal.width) }
    if grows.contains(.vertical), let height = proposal.height {
      return CGSize(width: width, height: height.isNaN ? 0 : max(height, 0))
    }
    return CGSize(width: width, height: height(in: width, measures))
  }

  private func height(in width: CGFloat, _ measures: SubviewMeasures) -> CGFloat {
    if let known = measures.height(in: width) { return known }
    let key = SubviewMeasures.key(width)
    if !asked.contains(key), measures.heights.count + asked.count < Self.mostWidths { asked.append(key) }
    // As for text: what does not fit in one line goes on in others.
    return measures.ideal.height * (measures.ideal.width / max(width, 1)).rounded(.up)
  }

  /// Where it is in a layout, if it is placed there.
  func frame(in size: CGSize, _ proposal: ProposedViewSize) -> CGRect {
    let middle = CGPoint(x: size.width / 2, y: size.height / 2)
    let placement = placement ?? Placement(position: middle, anchor: .center, proposal: proposal)
    let own = self.size(placement.proposal).bounded
    return CGRect(
      x: (placement.position.x - placement.anchor.x * own.width).bounded,
      y: (placement.position.y - placement.anchor.y * own.height).bounded, width: own.width, height: own.height)
  }
}

extension CGFloat {
  /// A place on a page, whatever a program has computed.
  fileprivate var bounded: CGFloat { isFinite ? Swift.min(Swift.max(self, -100_000), 100_000) : 0 }
}

extension CGSize {
  /// A size on a page, whatever a program has computed.
  var bounded: CGSize { CGSize(width: max(width.bounded, 0), height: max(height.bounded, 0)) }
}

/// What the browser has told of the views of a layout, and of the room around it.
@MainActor final class LayoutMemory {
  /// What is offered: zero where that is up to the layout. Nil before the browser has told.
  private(set) var room: CGSize?
  private(set) var measures: [ElementID: SubviewMeasures] = [:]
  /// What the layout itself keeps.
  var cache: Any?

  /// Takes "WIDTH HEIGHT;ID LEAST WIDTH HEIGHT WIDTH:HEIGHT …;…"; returns whether it is something new.
  func take(_ value: String?, of ids: Set<ElementID>) -> Bool {
    let parts = (value ?? "").split(separator: ";", omittingEmptySubsequences: false)
    let room = Self.numbers(parts.first ?? "")
    guard room.count == 2, parts.count <= ids.count + 1 else { return false }
    var measures: [ElementID: SubviewMeasures] = [:]
    for part in parts.dropFirst() {
      let words = part.split(separator: " ")
      let lengths = Self.numbers(words.dropFirst().prefix(3).joined(separator: " "))
      guard let id = words.first.flatMap({ ElementID(String($0)) }), ids.contains(id), lengths.count == 3,
        words.count <= 4 + MeasuredSubview.mostWidths
      else { continue }
      var told = SubviewMeasures(leastWidth: lengths[0], ideal: CGSize(width: lengths[1], height: lengths[2]))
      // Heights of a view that has not changed are still right; in another room, others will be asked.
      if let known = self.measures[id], room[0] == self.room?.width, known.leastWidth == told.leastWidth,
        known.ideal == told.ideal
      {
        told.heights = known.heights
      }
      for word in words.dropFirst(4) {
        let pair = Self.numbers(word.split(separator: ":").joined(separator: " "))
        if pair.count == 2, told.heights.count < MeasuredSubview.mostWidths {
          told.heights[SubviewMeasures.key(pair[0])] = pair[1]
        }
      }
      measures[id] = told
    }
    let size = CGSize(width: room[0], height: room[1])
    defer { (self.room, self.measures) = (size, measures) }
    return size != self.room || measures != self.measures
  }

  private static func numbers(_ text: some StringProtocol) -> [CGFloat] {
    let numbers = text.split(separator: " ", maxSplits: 3).compactMap { Double($0) }
    return numbers.allSatisfy { (0...100_000).contains($0) } ? numbers.map { CGFloat($0) } : []
  }
}
