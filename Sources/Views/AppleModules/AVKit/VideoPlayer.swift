// SPDX-License-Identifier: Apache-2.0

@_exported import AVFoundation
@_exported import Foundation
@_exported import SwiftDataUI

/// A video: shown as a link if it is remote. See Apple's documentation of `VideoPlayer`.
public struct VideoPlayer<VideoOverlay: View>: View {
  let player: AVPlayer?
  let overlay: VideoOverlay

  /// A link to the player's item if its address is one of the web, and the overlay below it.
  public init(player: AVPlayer?, @ViewBuilder videoOverlay: () -> VideoOverlay) {
    self.player = player
    overlay = videoOverlay()
  }

  public var body: some View {
    VStack(spacing: 8) {
      Image(systemName: "play.rectangle").font(.largeTitle)
      if let url = player?.currentItem?.url, url.scheme?.hasPrefix("http") == true { Link("Play", destination: url) }
      overlay
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    .background(.fill)
  }
}

extension VideoPlayer where VideoOverlay == EmptyView {
  /// A link to the player's item if its address is one of the web.
  public init(player: AVPlayer?) { self.init(player: player) { EmptyView() } }
}
