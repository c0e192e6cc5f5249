// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import SwiftDataUI

  /// What a browser sends.
  enum ClientMessage {
    /// What was read: the first message of a connection, or what happened, in order, or whether the page is in sight. Events that cannot be read are nil inside, so that the numbers stay right.
    struct Message {
      var hello: Hello?
      var events: [Event?] = []
      /// That of the last event.
      var number = 0
      /// Whether the page is out of sight now.
      var isHidden: Bool?
      /// What is set in the browser now.
      var settings: PageSettings?
    }

    /// Reads a message; nil if it is none.
    static func read(_ bytes: Data, maximumEvents: Int = 256) -> Message? {
      guard let message = try? JSONDecoder().decode(Wire.self, from: bytes) else { return nil }
      if let token = message.p {
        guard Gate.isToken(token) else { return nil }
        var path = message.at ?? "/"
        guard path.hasPrefix("/"), !path.hasPrefix("//") else { return nil }
        // The page that is there already needs no address; another one begins with what it shows by itself.
        if path.utf8.count > 8_192 { path = "/" }
        if let before = message.b, !Gate.isToken(before) { return nil }
        return Message(
          hello: Hello(
            token: token, known: message.q ?? -1, path: path, before: message.b, isHidden: message.h ?? false,
            settings: message.r?.settings))
      }
      if message.e == nil, let isHidden = message.h { return Message(isHidden: isHidden) }
      if message.e == nil, let region = message.r { return Message(settings: region.settings) }
      guard let events = message.e, let number = message.n, !events.isEmpty, events.count <= maximumEvents,
        number >= events.count, number < 1 << 53
      else { return nil }
      return Message(events: events.map(\.event), number: number)
    }

    /// Which page a connection is for, the number of the last message that the browser has received, and the address that
    /// it shows.
    struct Hello {
      var token: String
      var known: Int
      var path: String
      /// The page that the browser showed before it loaded this one anew.
      var before: String?
      var isHidden = false
      /// What is set in the browser, if it has told.
      var settings: PageSettings?
    }

    private struct Wire: Decodable {
      var p: String?
      var q: Int?
      var at: String?
      var b: String?
      var h: Bool?
      var r: WireSettings?
      var n: Int?
      var e: [WireEvent]?
    }

    /// `[time zone, language, whether it is dark, narrow, low, and less motion is asked for]`
    private struct WireSettings: Decodable {
      var settings: PageSettings

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        let timeZone = try list.decode(String?.self)
        let language = try list.decode(String?.self)
        let isDark = try list.decode(Bool.self)
        func answer() throws -> Bool? { list.isAtEnd ? nil : try list.decode(Bool.self) }
        settings = PageSettings(
          language: language, timeZone: timeZone, isDark: isDark, isNarrow: try answer(), isLow: try answer(),
          wantsLessMotion: try answer())
      }
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
