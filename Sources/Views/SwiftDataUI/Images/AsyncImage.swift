// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An image from an address, which the browser loads. See Apple's documentation of `AsyncImage`.
public struct AsyncImage<Content: View>: View {
  let url: URL?
  let content: Content

  /// Creates an image that the browser loads; nothing is shown for nil, and of addresses with a scheme only `http` and
  /// `https` are loaded. The scale has no effect.
  public init(url: URL?, scale: CGFloat = 1) where Content == Image {
    self.url = url
    content = Self.image(url)
  }
  /// Creates views of an image that the browser loads. The placeholder is shown only if there is no address: not while
  /// the image is loaded, and not if it cannot be. The scale has no effect.
  public init<I: View, P: View>(
    url: URL?, scale: CGFloat = 1, @ViewBuilder content: (Image) -> I, @ViewBuilder placeholder: () -> P
  ) where Content == _ConditionalContent<I, P> {
    self.url = url
    self.content =
      url == nil ? _ConditionalContent(.second(placeholder())) : _ConditionalContent(.first(content(Self.image(url))))
  }
  /// Creates views for a phase: `empty` without an address, otherwise `success` at once, before the browser has loaded
  /// the image. The scale and the transaction have no effect.
  public init(
    url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
    @ViewBuilder content: (AsyncImagePhase) -> Content
  ) {
    self.url = url
    self.content = content(url == nil ? .empty : .success(Self.image(url)))
  }

  public var body: some View { content }

  private static func image(_ url: URL?) -> Image {
    let address = url?.absoluteString ?? ""
    return Image(source: .data(SafeAddress.isSafe(address) ? address : ""), label: "")
  }
}

/// How far an ``AsyncImage`` is. The host is not told of what the browser loads, so it is never `failure`.
public enum AsyncImagePhase: Sendable {
  /// There is no address.
  case empty
  /// There is an address, whose image the browser loads.
  case success(Image)
  /// The image could not be loaded, which is never said here.
  case failure(any Error)
  /// The image, if there is an address.
  public var image: Image? { if case .success(let image) = self { image } else { nil } }
  /// The error, which only phases have that a program has made itself.
  public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
