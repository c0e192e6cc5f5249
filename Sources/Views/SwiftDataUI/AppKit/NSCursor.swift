// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The look of the pointer, which is the browser's affair: methods do nothing, and a note says so.
/// See Apple's documentation of `NSCursor`.
@MainActor @preconcurrency public final class NSCursor: NSObject {
  /// The usual arrow.
  public static let arrow = NSCursor()
  /// A hand over what can be clicked.
  public static let pointingHand = NSCursor()
  /// A hand over what can be dragged.
  public static let openHand = NSCursor()
  /// A hand that drags.
  public static let closedHand = NSCursor()
  /// A line in text.
  public static let iBeam = NSCursor()
  /// A cross.
  public static let crosshair = NSCursor()
  /// An arrow to both sides.
  public static let resizeLeftRight = NSCursor()
  /// An arrow up and down.
  public static let resizeUpDown = NSCursor()
  /// A sign that something cannot be done.
  public static let operationNotAllowed = NSCursor()

  /// Has no effect in the browser.
  public func set() { note() }
  /// Has no effect in the browser.
  public func push() { note() }
  /// Has no effect in the browser.
  public func pop() { note() }
  /// Has no effect in the browser.
  public static func pop() { arrow.note() }
  /// Has no effect in the browser.
  public static func hide() { arrow.note() }
  /// Has no effect in the browser.
  public static func unhide() { arrow.note() }

  private func note() { Diagnostics.noteOnce("'NSCursor' has no effect in a browser.") }
}
