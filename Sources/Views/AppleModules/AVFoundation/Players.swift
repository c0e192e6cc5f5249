// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A film or a sound by its address. See Apple's documentation of `AVPlayerItem`.
open class AVPlayerItem: NSObject {
  /// Where it is.
  public let url: URL
  /// An item, which is not loaded.
  public init(url: URL) {
    self.url = url
    super.init()
  }
}

/// Plays nothing. See Apple's documentation of `AVPlayer`.
open class AVPlayer: NSObject {
  /// The item, to which a video player links.
  public let currentItem: AVPlayerItem?
  public override init() {
    currentItem = nil
    super.init()
  }
  /// A player of an address, which is not loaded.
  public init(url: URL) {
    currentItem = AVPlayerItem(url: url)
    super.init()
  }
  /// A player of an item.
  public init(playerItem item: AVPlayerItem?) {
    currentItem = item
    super.init()
  }
  /// Has no effect in the browser.
  open var volume: Float = 1
  /// Has no effect in the browser.
  open var isMuted = false
  /// Has no effect in the browser.
  open var rate: Float = 0
  /// Has no effect in the browser.
  open func play() {}
  /// Has no effect in the browser.
  open func pause() {}
}
