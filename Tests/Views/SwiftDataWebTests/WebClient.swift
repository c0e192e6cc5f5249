// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation

  /// A browser as bytes: says what a real one would never say.
  final class WebClient {
    private let descriptor: Int32

    struct Failure: Error { let what: String }

    init(port: Int) throws {
      #if canImport(Darwin)
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
      #else
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #endif
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(UInt16(port)).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard result == 0 else { throw Failure(what: "connect \(errno)") }
      // A host that does not answer fails the test instead of stopping it.
      var time = timeval(tv_sec: 240, tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) throws {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { throw Failure(what: "send \(errno)") }
        rest = rest.dropFirst(count)
      }
    }

    /// Bytes that have come, at least one; none when the host has closed the connection.
    func receive() throws -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count < 0, errno == ECONNRESET { return [] }
      guard count >= 0 else { throw Failure(what: "receive \(errno)") }
      return Array(bytes[..<count])
    }

    /// Sends byte after byte, with pauses, until the host ends the connection or there are no more; returns what has come.
    func drip(_ bytes: some Sequence<UInt8>) -> (isClosed: Bool, answer: String) {
      var answer: [UInt8] = []
      for byte in bytes {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 5) > 0 {
          guard let part = try? receive(), !part.isEmpty else { return (true, String(decoding: answer, as: UTF8.self)) }
          answer += part
        }
        guard (try? send([byte])) != nil else { return (true, String(decoding: answer, as: UTF8.self)) }
      }
      return (false, String(decoding: answer, as: UTF8.self))
    }

    /// Sends a request and returns the whole answer.
    func request(_ text: String) throws -> (status: Int, head: String, body: String) {
      try send(Array(text.utf8))
      var all = Data()
      while all.range(of: Data("\r\n\r\n".utf8)) == nil {
        let part = try receive()
        if part.isEmpty { throw Failure(what: "closed after \(String(decoding: all, as: UTF8.self))") }
        all += part
      }
      let end = all.range(of: Data("\r\n\r\n".utf8))!
      let head = String(decoding: all[..<end.lowerBound], as: UTF8.self)
      var body = all[end.upperBound...]
      let length =
        head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        .flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) } ?? 0
      while body.count < length {
        let part = try receive()
        if part.isEmpty { break }
        body += part
      }
      rest = Array(body.dropFirst(length))
      let status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
      return (status, head, String(decoding: body.prefix(length), as: UTF8.self))
    }

    private var rest: [UInt8] = []

    /// Sends a frame of a WebSocket.
    func frame(_ payload: [UInt8], opcode: UInt8 = 1, isFinal: Bool = true, length: Int? = nil) throws {
      var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
      let count = length ?? payload.count
      switch count {
      case ..<126: bytes.append(0x80 | UInt8(count))
      case ..<65_536: bytes += [0x80 | 126, UInt8(count >> 8), UInt8(count & 255)]
      default: bytes += [0x80 | 127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - $0 * 8)) }
      }
      try send(bytes + [0, 0, 0, 0] + payload)
    }

    func text(_ text: String) throws { try frame(Array(text.utf8)) }

    /// The next frame: its opcode and payload; nil when the host has closed the connection.
    func nextFrame() throws -> (opcode: UInt8, payload: [UInt8])? {
      func need(_ count: Int) throws -> Bool {
        while rest.count < count {
          let part = try receive()
          if part.isEmpty { return false }
          rest += part
        }
        return true
      }
      guard try need(2) else { return nil }
      var length = Int(rest[1] & 127), start = 2
      if length == 126 {
        guard try need(4) else { return nil }
        length = Int(rest[2]) << 8 | Int(rest[3])
        start = 4
      } else if length == 127 {
        guard try need(10) else { return nil }
        length = rest[2..<10].reduce(0) { $0 << 8 | Int($1) }
        start = 10
      }
      guard try need(start + length) else { return nil }
      let opcode = rest[0] & 15, payload = Array(rest[start..<start + length])
      rest.removeFirst(start + length)
      return (opcode, payload)
    }

    /// The next message; nil when the connection is closed.
    func message() throws -> [String: Any]? {
      while let (opcode, payload) = try nextFrame() {
        if opcode == 1 { return try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any] }
        if opcode == 8 { return nil }
      }
      return nil
    }

    /// The code with which the host ends the connection; nil if it just does.
    func closeCode() throws -> Int? {
      while let (opcode, payload) = try nextFrame() {
        if opcode == 8 { return payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil }
      }
      return nil
    }
  }

  /// A page that was loaded: what its script would know.
  struct LoadedPage {
    let cookie: String
    let token: String
    let number: Int
    let html: String

    init(port: Int, path: String = "/", cookie: String? = nil) throws {
      let (status, head, body) = try WebClient(port: port).request(
        "GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n" + (cookie.map { "Cookie: \($0)\r\n" } ?? "") + "\r\n")
      guard status == 200 else { throw WebClient.Failure(what: "status \(status)") }
      html = body
      self.cookie =
        try cookie
        ?? head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie:") }
        .map { String($0.dropFirst("set-cookie:".count).prefix { $0 != ";" }.drop { $0 == " " }) }
        .orThrow("no cookie")
      token = try Self.part(of: body, after: "data-page=\"").orThrow("no token")
      number = try Self.part(of: body, after: "data-number=\"").flatMap { Int($0) }.orThrow("no number")
    }

    /// The name of the element with such an identifier.
    func id(_ name: String) throws -> String {
      let range = try html.range(of: "data-identifier=\"\(name)\"").orThrow("no \(name)")
      let start = try html[..<range.lowerBound].range(of: "id=\"", options: .backwards).orThrow("no id")
      return String(html[start.upperBound...].prefix { $0 != "\"" })
    }

    func connect(port: Int, origin: String? = nil, cookie: String? = nil) throws -> (client: WebClient, status: Int) {
      let client = try WebClient(port: port)
      let (status, _, _) = try client.request(
        """
        GET /_/live HTTP/1.1\r
        Host: localhost:\(port)\r
        Origin: \(origin ?? "http://localhost:\(port)")\r
        Cookie: \(cookie ?? self.cookie)\r
        Connection: Upgrade\r
        Upgrade: websocket\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
        \r

        """)
      return (client, status)
    }

    /// Connected, and greeted by the host.
    func live(port: Int) throws -> WebClient {
      let (client, status) = try connect(port: port)
      guard status == 101 else { throw WebClient.Failure(what: "status \(status)") }
      try client.text(#"{"p":"\#(token)","q":\#(number),"at":"/"}"#)
      guard try client.message() != nil else { throw WebClient.Failure(what: "no greeting") }
      return client
    }

    private static func part(of text: String, after start: String) -> String? {
      text.range(of: start).map { String(text[$0.upperBound...].prefix { $0 != "\"" }) }
    }
  }

  extension Optional {
    func orThrow(_ what: String) throws -> Wrapped {
      guard let self else { throw WebClient.Failure(what: what) }
      return self
    }
  }
#endif
