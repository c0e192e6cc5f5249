// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A film or a sound by its address. See Apple's documentation of `AVPlayerItem`.
open class AVPlayerItem: NSObject {
  public let url: URL
  public init(url: URL) {
    self.url = url
    super.init()
  }
}

/// Plays nothing. See Apple's documentation of `AVPlayer`.
open class AVPlayer: NSObject {
  public let currentItem: AVPlayerItem?
  public override init() {
    currentItem = nil
    super.init()
  }
  public init(url: URL) {
    currentItem = AVPlayerItem(url: url)
    super.init()
  }
  public init(playerItem item: AVPlayerItem?) {
    currentItem = item
    super.init()
  }
  open var volume: Float = 1
  open var isMuted = false
  open var rate: Float = 0
  /// Has no effect in the browser.
  open func play() {}
  /// Has no effect in the browser.
  open func pause() {}
}
