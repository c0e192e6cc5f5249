// SPDX-License-Identifier: Apache-2.0

#if Web
  import HTTPTypes
  import NIOCore
  import NIOHTTPTypes
  import NIOWebSocket

  /// Ends a connection whose messages never become whole, byte after byte: each holds what has come of it.
  ///
  /// The time begins with the first bytes of a message, as they come from the network (``Bytes``), and ends with the whole
  /// message (``Whole``). So a page that says nothing may be as slow as it likes.
  final class MessageDeadline {
    private let patience: TimeAmount
    private var end: Scheduled<Void>?

    init(_ patience: Duration) { self.patience = TimeAmount(patience) }

    private func begin(_ channel: any Channel) {
      guard end == nil else { return }
      end = channel.eventLoop.assumeIsolated().scheduleTask(in: patience) { channel.close(promise: nil) }
    }

    private func cancel() {
      end?.cancel()
      end = nil
    }

    /// Comes first.
    final class Bytes: ChannelInboundHandler {
      typealias InboundIn = ByteBuffer
      private let deadline: MessageDeadline

      init(_ deadline: MessageDeadline) { self.deadline = deadline }

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        deadline.begin(context.channel)
        context.fireChannelRead(data)
      }

      func channelInactive(context: ChannelHandlerContext) {
        deadline.cancel()
        context.fireChannelInactive()
      }
    }

    /// Comes after what puts messages together.
    final class Whole: ChannelInboundHandler {
      typealias InboundIn = WebSocketFrame
      private let deadline: MessageDeadline

      init(_ deadline: MessageDeadline) { self.deadline = deadline }

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        deadline.cancel()
        context.fireChannelRead(data)
      }
    }
  }

  /// Asks the browser from time to time whether it is still there, and ends the connection if it says nothing until it is
  /// asked again: when a network is gone, nobody tells for a quarter of an hour.
  final class IdleTimeout: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let pause: TimeAmount
    private var isHeard = true
    private var next: Scheduled<Void>?

    init(pause: Duration) { self.pause = TimeAmount(pause) }

    func handlerAdded(context: ChannelHandlerContext) { wait(context) }

    func handlerRemoved(context: ChannelHandlerContext) { next?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      isHeard = true
      context.fireChannelRead(data)
    }

    private func wait(_ context: ChannelHandlerContext) {
      next = context.eventLoop.assumeIsolated().scheduleTask(in: pause) { [weak self] in
        guard let self else { return }
        if !isHeard { return context.close(promise: nil) }
        isHeard = false
        context.writeAndFlush(
          wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())), promise: nil)
        wait(context)
      }
    }
  }

  /// Refuses requests that bring something along. Nobody here wants it, and to wait for its end, so that the connection
  /// can be used again, would be to wait for as long as the other side likes.
  final class BodyRejection: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    /// How long the other side has to read the answer.
    private let pause: TimeAmount = .seconds(1)
    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isRefused else { return }
      guard case .head(let head) = unwrapInboundIn(data), head.bringsBody else { return context.fireChannelRead(data) }
      isRefused = true
      let isAllowed = head.method == .get || head.method == .head
      let answer = HTTPResponse(
        status: isAllowed ? .contentTooLarge : .methodNotAllowed,
        headerFields: [.contentLength: "0", .connection: "close"])
      context.write(wrapOutboundOut(.head(answer)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      let channel = context.channel
      channel.close(mode: .output, promise: nil)
      channel.eventLoop.scheduleTask(in: pause) { channel.close(promise: nil) }
    }
  }

  extension HTTPRequest {
    fileprivate var bringsBody: Bool {
      headerFields[.transferEncoding] != nil || (headerFields[.contentLength] ?? "0") != "0"
    }
  }
#endif
