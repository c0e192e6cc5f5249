#if Web
  import Foundation
  import SwiftDataUI

  /// What a browser sends.
  enum ClientMessage {
    /// The first message of a connection: which page it is for, the number of the last message that it has received, and
    /// the address that it shows.
    case hello(token: String, known: Int, path: String)

    /// What happened, in order; `number` is that of the last event.
    case events([Event], number: Int)

    /// Reads a message; nil if it is none. Events that cannot be read are nil inside, so that the numbers stay right.
    static func read(_ bytes: Data, maximumEvents: Int = 256) -> (hello: Hello?, events: [Event?], number: Int)? {
      guard let message = try? JSONDecoder().decode(Wire.self, from: bytes) else { return nil }
      if let token = message.p {
        guard Gate.isToken(token) else { return nil }
        let path = message.at ?? "/"
        guard path.hasPrefix("/"), !path.hasPrefix("//"), path.utf8.count <= 8_192 else { return nil }
        return (Hello(token: token, known: message.q ?? -1, path: path), [], 0)
      }
      guard let events = message.e, let number = message.n, !events.isEmpty, events.count <= maximumEvents,
        number >= events.count, number < 1 << 53
      else { return nil }
      return (nil, events.map(\.event), number)
    }

    struct Hello {
      var token: String
      var known: Int
      var path: String
    }

    private struct Wire: Decodable {
      var p: String?
      var q: Int?
      var at: String?
      var n: Int?
      var e: [WireEvent]?
    }

    /// `[element, kind, value]`
    private struct WireEvent: Decodable {
      var event: Event?

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        let id = try list.decode(String.self)
        let kind = try list.decode(String.self)
        let value = list.isAtEnd ? nil : try list.decode(String?.self)
        guard let id = ElementID(id), let kind = Event.Kind(rawValue: kind) else { return }
        event = Event(id, kind, value: value)
      }
    }
  }
#endif
