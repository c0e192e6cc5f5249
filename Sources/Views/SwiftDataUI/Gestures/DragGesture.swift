// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A pointer that moves while its button, or the finger, is down. See Apple's documentation of `DragGesture`.
///
/// The browser tells of a drag at most thirty times a second, and not before the host has handled what it told last. A
/// finger that begins on a view with a drag does not scroll the page.
public struct DragGesture: Gesture {
  /// What is known of a drag.
  public struct Value: Equatable, Sendable {
    /// When the drag was there.
    public var time: Date
    /// Where the drag is.
    public var location: CGPoint
    /// Where the drag has begun.
    public var startLocation: CGPoint
    /// How fast the drag is, in points a second.
    public var velocity: CGSize
    /// How far the drag is from where it has begun.
    public var translation: CGSize { CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y) }
    /// Where the drag would end if it slowed down from now on.
    public var predictedEndLocation: CGPoint {
      CGPoint(x: location.x + velocity.width / 4, y: location.y + velocity.height / 4)
    }
    /// How far the drag would go if it slowed down from now on.
    public var predictedEndTranslation: CGSize {
      CGSize(width: translation.width + velocity.width / 4, height: translation.height + velocity.height / 4)
    }
  }

  let distance: CGFloat
  let isGlobal: Bool

  /// Creates a drag that begins when the pointer has moved by a distance. Its places are those in the view as it was
  /// when the drag began, or on the page for `.global`; named spaces are taken as the page.
  public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace = .local) {
    distance = minimumDistance
    isGlobal = coordinateSpace != .local
  }
  /// Creates a drag that begins when the pointer has moved by a distance. Its places are those in the view as it was
  /// when the drag began, or on the page for `.global`; named spaces are taken as the page.
  @_disfavoredOverload
  public init(minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol) {
    distance = minimumDistance
    isGlobal = (coordinateSpace as? NamedCoordinateSpace)?.isLocal != true
  }

  public var _recognizers: [_Recognizer] {
    let isGlobal = isGlobal
    var drag = _Recognizer(.drag) { report in
      let origin = isGlobal ? report.origin : .zero
      return Value(
        time: .now, location: CGPoint(x: report.location.x + origin.x, y: report.location.y + origin.y),
        startLocation: CGPoint(x: report.start.x + origin.x, y: report.start.y + origin.y), velocity: report.velocity)
    }
    drag.distance = distance
    return [drag]
  }
}
