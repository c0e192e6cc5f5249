// SPDX-License-Identifier: Apache-2.0

#if Web
  import CDescriptorPassing
  import Foundation
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import Logging
  import NIOCore
  import NIOHTTPTypes
  import NIOPosix
  import ServiceLifecycle
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// A worker's server: the connections that the front has handed over.
  struct HandedConnections: Service {
    let role: WorkerRole
    let server: WebSocketUpgrade
    /// How many at once; what comes beyond them is closed.
    let limit: Int
    let logger: Logger

    func run() async throws {
      let open = OpenChannels()
      let connections = receive()
      await withGracefulShutdownHandler {
        await withDiscardingTaskGroup { group in
          for await descriptor in connections {
            // For each that the front has sent, also for those that are closed: it counts them.
            group.addTask { await sayRunning() }
            if descriptor == DESCRIPTOR_LOST { continue }
            if open.count >= limit {
              close(descriptor)
              continue
            }
            guard let value = await adopt(descriptor) else { continue }
            open.add(value.channel)
            group.addTask {
              await server.handle(value: value, logger: logger)
              open.remove(value.channel)
            }
          }
          open.quiesce()
        }
      } onGracefulShutdown: {
        // The thread hears that nothing comes any more.
        shutdown(role.descriptor, Int32(SHUT_RDWR))
      }
      close(role.descriptor)
    }

    /// What the front sends, until it ends or this process is to.
    private func receive() -> AsyncStream<Int32> {
      let descriptor = role.descriptor
      return AsyncStream { continuation in
        let thread = Thread {
          Self.send(UInt8(ascii: "r"), descriptor)
          while true {
            let connection = descriptor_receive(descriptor)
            if connection < 0, connection != DESCRIPTOR_LOST { break }
            continuation.yield(connection)
          }
          continuation.finish()
        }
        thread.name = "connections"
        thread.stackSize = 256 << 10
        thread.start()
      }
    }

    /// Lets the front know that pages have their turns: new browsers go elsewhere while an action holds them up.
    private func sayRunning() async {
      await MainActor.run {}
      Self.send(UInt8(ascii: "t"), role.descriptor)
    }

    private static func send(_ byte: UInt8, _ descriptor: Int32) {
      var byte = byte
      #if canImport(Darwin)
        _ = write(descriptor, &byte, 1)
      #elseif canImport(Musl)
        _ = Musl.send(descriptor, &byte, 1, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      #else
        _ = Glibc.send(descriptor, &byte, 1, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      #endif
    }

    private func adopt(_ descriptor: Int32) async -> WebSocketUpgrade.Value? {
      do {
        return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .channelOption(.allowRemoteHalfClosure, value: true)
          .withConnectedSocket(descriptor) { server.setup(channel: $0, logger: logger) }
      } catch {
        // Its browser has gone meanwhile.
        logger.debug("A connection cannot be taken over: \(error)")
        return nil
      }
    }
  }

  /// The connections that a worker has.
  private final class OpenChannels: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    var count: Int { channels.withLock { $0.count } }
    func add(_ channel: any Channel) { channels.withLock { $0[ObjectIdentifier(channel)] = channel } }
    func remove(_ channel: any Channel) { channels.withLock { $0[ObjectIdentifier(channel)] = nil } }

    /// Asks all of them to end when they have answered.
    func quiesce() {
      for channel in channels.withLock({ Array($0.values) }) {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
      }
    }
  }

  extension PageResponder {
    /// As Hummingbird calls a responder where it listens itself.
    var forConnections: HTTPChannelHandler.Responder {
      { request, writer, channel in
        let context = PageContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        let response = try await respond(to: request, context: context)
        try await writer.write(response: response.head, body: response.body)
      }
    }
  }

  /// Ends a connection after its first answer.
  ///
  /// A proxy keeps connections and sends the requests of several browsers over each, whose pages other workers have.
  final class OneAnswer: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      switch unwrapOutboundIn(data) {
      case .head(var head):
        head.headerFields[.connection] = "close"
        context.write(wrapOutboundOut(.head(head)), promise: promise)
      case .end(let trailers):
        let written = promise ?? context.eventLoop.makePromise()
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        written.futureResult.whenComplete { _ in bound.value.close(mode: .output, promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(trailers)), promise: written)
      case .body: context.write(data, promise: promise)
      }
    }
  }
#endif
