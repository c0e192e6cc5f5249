// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import Logging
  import NIOCore
  import NIOWebSocket
  import SwiftDataUI

  /// The connection of one page with its browser: events come in, messages go out, each at its own pace.
  struct WebSocketConnection: Sendable {
    typealias Writer = NIOAsyncChannelOutboundWriter<WebSocketFrame>

    let store: SessionStore
    let gate: Gate
    let icons: Icons
    let visitor: WebSocketUpgrade.Visitor
    let limits: WebLimits
    let logger: Logger

    /// Why a connection is ended, as WebSocket's codes have it.
    private struct Ended: Error {
      var code: WebSocketErrorCode
    }

    func run(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async {
      let patience = channel.channel.eventLoop.scheduleTask(in: TimeAmount(limits.patience)) {
        channel.channel.close(promise: nil)
      }
      do {
        try await channel.executeThenClose { inbound, outbound in
          var frames = inbound.makeAsyncIterator()
          do {
            // Nothing else tells a browser's script why it does not come in.
            if visitor.browser.isEmpty { throw Ended(code: .unknownBrowser) }
            guard let first = try await nextMessage(&frames, outbound), let hello = first.hello else {
              store.refusals.count(.malformed)
              throw Ended(code: .protocolError)
            }
            patience.cancel()
            guard
              let (session, connection) = try await store.connect(
                hello, browser: visitor.browser, user: visitor.user)
            else { throw Ended(code: .tooManyPages) }
            let watching = Task { await end(channel.channel, outbound, whenExpires: visitor.user) }
            defer { watching.cancel() }
            do {
              try await exchange(&frames, outbound, session, connection)
            } catch {
              await session.disconnect(connection)
              throw error
            }
            await session.disconnect(connection)
          } catch let end as Ended {
            var data = ByteBuffer()
            data.write(webSocketErrorCode: end.code)
            try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
          }
        }
      } catch {
        // The browser is gone, which is how most connections end.
        logger.debug("A live connection ended: \(error)")
      }
      patience.cancel()
    }

    /// Asks again who it is whenever the user's time is over, and ends the connection unless it is the same user: the page
    /// is loaded again then, and answered as any other request.
    private func end(_ channel: any Channel, _ outbound: Writer, whenExpires user: PageUser?) async {
      var current = user
      while let user = current, let end = user.expires {
        let rest = max(0, min(end.timeIntervalSinceNow, 86_400))
        do { try await Task.sleep(for: .seconds(rest)) } catch { return }
        guard end.timeIntervalSinceNow <= 0 else { continue }
        current = await gate.judgeAgain(visitor.request, as: user)
        // An unchanged end would be asked for again without limit.
        if current?.expires == end { current = nil }
        guard current == nil else { continue }
        var data = ByteBuffer()
        data.write(webSocketErrorCode: .unknownBrowser)
        try? await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
        // Whoever does not close it in return is not waited for.
        channel.close(promise: nil)
        return
      }
    }

    private func exchange(
      _ frames: inout NIOAsyncChannelInboundStream<WebSocketFrame>.AsyncIterator, _ outbound: Writer,
      _ session: Session, _ connection: Int
    ) async throws {
      let sending = Task { try await send(session, connection, outbound) }
      defer { sending.cancel() }
      while let message = try await nextMessage(&frames, outbound) {
        guard message.hello == nil else { throw Ended(code: .protocolError) }
        if let isHidden = message.isHidden { await session.note(isHidden: isHidden) }
        if let settings = message.settings { await session.apply(settings) }
        for (index, event) in message.events.enumerated() {
          let number = message.number - message.events.count + index + 1
          if let event {
            // One event a turn, so that pages take turns on the main actor.
            await session.handle(event, number: number)
          } else {
            store.refusals.count(.malformed)
            session.outbox.acknowledge(number)
          }
        }
      }
    }

    /// Sends what the page's outbox has, until the page is closed or connected anew.
    private func send(_ session: Session, _ connection: Int, _ outbound: Writer) async throws {
      for await _ in session.outbox.signals(for: connection) {
        while let batch = session.outbox.take(for: connection) {
          var message = MessageWriter(icons: icons)
          if batch.isWhole {
            let (root, commands) = await session.whole(insteadOf: batch, for: connection)
            message.write(
              number: commands.number, acknowledged: commands.acknowledged, refused: commands.refused,
              token: session.token, root: root, commands: commands.operations)
          } else {
            message.write(
              number: batch.number, acknowledged: batch.acknowledged, refused: batch.refused,
              operations: batch.operations)
          }
          // Waits while the connection is busy.
          try await outbound.write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: message.json)))
        }
      }
      guard !Task.isCancelled else { return }
      var data = ByteBuffer()
      data.write(webSocketErrorCode: session.outbox.isForgotten ? .forgotten : .goingAway)
      try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
    }

    /// The next message that can be read; nil when the browser closes the connection.
    private func nextMessage(
      _ frames: inout NIOAsyncChannelInboundStream<WebSocketFrame>.AsyncIterator, _ outbound: Writer
    ) async throws -> ClientMessage.Message? {
      while let frame = try await frames.next() {
        switch frame.opcode {
        case .text:
          guard let message = ClientMessage.read(Data(frame.unmaskedData.readableBytesView)) else {
            store.refusals.count(.malformed)
            throw Ended(code: .dataInconsistentWithMessage)
          }
          return message
        case .ping:
          try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
        case .pong:
          break
        case .connectionClose:
          throw Ended(code: .normalClosure)
        default:
          throw Ended(code: .unacceptableData)
        }
      }
      return nil
    }
  }

  extension WebSocketErrorCode {
    /// Try again later.
    static let tooManyPages = WebSocketErrorCode(codeNumber: 1013)
    /// Nobody has looked at the page for long: it comes back when somebody does.
    static let forgotten = WebSocketErrorCode(codeNumber: 4001)
    /// The browser has no cookie, or one that is not the host's: it gets one with the page.
    static let unknownBrowser = WebSocketErrorCode(codeNumber: 4003)
  }
#endif
