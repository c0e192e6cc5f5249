// SPDX-License-Identifier: Apache-2.0

#if Web
  import NIOCore
  import NIOHTTP1

  /// Answers a first request that cannot be read, such as one whose line is too long: whoever waits for an answer would
  /// wait until the host loses its patience.
  final class UnreadableRequest: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any
    typealias OutboundOut = HTTPServerResponsePart

    /// How long the other side has to read the answer.
    private let pause: TimeAmount = .seconds(1)
    private var isAnswered = false

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      guard error is HTTPParserError, !isAnswered else { return context.fireErrorCaught(error) }
      isAnswered = true
      let head = HTTPResponseHead(
        version: .http1_1, status: .badRequest, headers: ["content-length": "0", "connection": "close"])
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      let channel = context.channel
      channel.close(mode: .output, promise: nil)
      channel.eventLoop.scheduleTask(in: pause) { channel.close(promise: nil) }
    }
  }
#endif
