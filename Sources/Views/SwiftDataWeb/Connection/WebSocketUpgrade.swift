// SPDX-License-Identifier: Apache-2.0

#if Web
  import Hummingbird
  import HummingbirdCore
  import Logging
  import NIOCore
  import NIOHTTP1
  import NIOHTTPTypes
  import NIOHTTPTypesHTTP1
  import NIOWebSocket
  import SwiftDataUI

  /// A connection that begins with HTTP/1.1, and becomes a WebSocket if the browser asks for one at `/_/live`.
  struct WebSocketUpgrade: HTTPChannelHandler {
    enum Upgraded: Sendable {
      case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
      case live(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, Visitor)
    }

    /// The request for a live connection, and its sender.
    struct Visitor: Sendable {
      var browser: String
      var user: PageUser?
      var request: WebRequest
    }

    struct Value: ServerChildChannelValue {
      let channel: any Channel
      let upgraded: EventLoopFuture<Upgraded>
    }

    static let path = "/_/live"

    let responder: HTTPChannelHandler.Responder
    let gate: Gate
    let store: SessionStore
    let icons: Icons
    /// Whether connections end after their first answer.
    let answersOnce: Bool

    private let idleTimeout: TimeAmount = .seconds(60)

    init(
      responder: @escaping HTTPChannelHandler.Responder, gate: Gate, store: SessionStore, icons: Icons,
      answersOnce: Bool = false
    ) {
      self.responder = responder
      self.gate = gate
      self.store = store
      self.icons = icons
      self.answersOnce = answersOnce
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
      channel.eventLoop.makeCompletedFuture {
        // Between the two closures of the upgrade.
        let visitor = NIOLoopBoundBox(
          Visitor(browser: "", request: WebRequest(target: "", remoteAddress: nil, headers: [])),
          eventLoop: channel.eventLoop)
        let upgrader = NIOTypedWebSocketServerUpgrader<Upgraded>(
          maxFrameSize: gate.configuration.limits.messageSize,
          shouldUpgrade: { channel, head in
            guard head.uri == Self.path else { return channel.eventLoop.makeSucceededFuture(nil) }
            let request = WebRequest(
              target: head.uri, remoteAddress: channel.remoteAddress?.ipAddress,
              headers: head.headers.map { (name: $0.name, value: $0.value) })
            return channel.eventLoop.makeFutureWithTask { () -> Visitor? in
              guard case .allowed(let browser, _, let user) = await gate.judge(request, isLive: true) else {
                return nil
              }
              return Visitor(browser: browser, user: user, request: request)
            }.flatMapThrowing { allowed in
              guard let allowed else {
                Self.refuse(channel)
                throw Refused()
              }
              visitor.value = allowed
              return HTTPHeaders()
            }
          },
          upgradePipelineHandler: { channel, _ in
            channel.eventLoop.makeCompletedFuture {
              let sync = channel.pipeline.syncOperations
              let deadline = MessageDeadline(gate.configuration.limits.patience)
              try sync.addHandler(MessageDeadline.Bytes(deadline), position: .first)
              try sync.addHandler(
                NIOWebSocketFrameAggregator(
                  minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1_024,
                  maxAccumulatedFrameSize: gate.configuration.limits.messageSize))
              try sync.addHandler(MessageDeadline.Whole(deadline))
              try sync.addHandler(IdleTimeout(pause: gate.configuration.limits.silence))
              try sync.addHandler(CloseWhenShuttingDown())
              return .live(
                try NIOAsyncChannel(
                  wrappingChannelSynchronously: channel,
                  configuration: .init(
                    backPressureStrategy: .init(lowWatermark: 2, highWatermark: 8))),
                visitor.value)
            }
          })
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Upgraded>(
          upgraders: [upgrader],
          notUpgradingCompletionHandler: { channel in
            channel.eventLoop.makeCompletedFuture {
              let sync = channel.pipeline.syncOperations
              try sync.addHandler(HTTP1ToHTTPServerCodec(secure: false))
              if answersOnce { try sync.addHandler(OneAnswer()) }
              try sync.addHandler(HTTPConnectionStateHandler(idleTimeout: .init(idleTimeout), logger: logger))
              try sync.addHandler(BodyRejection())
              return .http(
                try NIOAsyncChannel(
                  wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
            }
          })
        var configuration = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
        configuration.enablePipelining = false
        configuration.enableErrorHandling = false
        configuration.decoderConfiguration.maxHeaderListSize = 32 * 1_024
        configuration.decoderConfiguration.maxHeaderFieldSize = 16 * 1_024
        configuration.decoderConfiguration.maxHeaderFieldCount = 100
        let upgraded = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
          configuration: configuration)
        let unreadable = UnreadableRequest()
        try channel.pipeline.syncOperations.addHandler(unreadable)
        let timeout = channel.eventLoop.assumeIsolated().scheduleTask(
          in: TimeAmount(gate.configuration.limits.patience)
        ) { channel.close(promise: nil) }
        upgraded.assumeIsolated().whenComplete { _ in
          timeout.cancel()
          // Later errors are those of the connection that it has become.
          channel.pipeline.syncOperations.removeHandler(unreadable, promise: nil)
        }
        return Value(channel: channel, upgraded: upgraded)
      }
    }

    private struct Refused: Error {}

    /// Answers a request for a WebSocket that does not get one.
    private static func refuse(_ channel: any Channel) {
      let head = HTTPResponseHead(
        version: .http1_1, status: .forbidden, headers: ["content-length": "0", "connection": "close"])
      channel.write(HTTPServerResponsePart.head(head), promise: nil)
      channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in channel.close(promise: nil) }
    }

    func handle(value: Value, logger: Logger) async {
      do {
        let upgraded = try await withTaskCancellationHandler {
          try await value.upgraded.get()
        } onCancel: {
          value.channel.close(promise: nil)
        }
        switch upgraded {
        case .http(let channel):
          await handleHTTP(asyncChannel: channel, logger: logger)
        case .live(let channel, let visitor):
          await WebSocketConnection(
            store: store, gate: gate, icons: icons, visitor: visitor, limits: gate.configuration.limits, logger: logger
          )
          .run(channel)
        }
      } catch {
        logger.debug("The connection ended before its first request: \(error)")
        value.channel.close(promise: nil)
      }
    }
  }

  /// Ends a live connection when the host shuts down, which waits for its connections.
  private final class CloseWhenShuttingDown: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event is ChannelShouldQuiesceEvent {
        context.close(promise: nil)
      } else {
        context.fireUserInboundEventTriggered(event)
      }
    }
  }
#endif
