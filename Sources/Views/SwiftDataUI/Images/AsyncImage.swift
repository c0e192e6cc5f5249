// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An image from an address, which the browser loads. See Apple's documentation of `AsyncImage`.
public struct AsyncImage<Content: View>: View {
  let url: URL?
  let content: Content

  public init(url: URL?, scale: CGFloat = 1) where Content == Image {
    self.url = url
    content = Self.image(url)
  }
  public init<I: View, P: View>(
    url: URL?, scale: CGFloat = 1, @ViewBuilder content: (Image) -> I, @ViewBuilder placeholder: () -> P
  ) where Content == _ConditionalContent<I, P> {
    self.url = url
    self.content =
      url == nil ? _ConditionalContent(.second(placeholder())) : _ConditionalContent(.first(content(Self.image(url))))
  }
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

public enum AsyncImagePhase: Sendable {
  case empty
  case success(Image)
  case failure(any Error)
  public var image: Image? { if case .success(let image) = self { image } else { nil } }
  public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
