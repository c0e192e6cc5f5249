// SPDX-License-Identifier: Apache-2.0

#if Web
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// A connection of which the front does not know yet whose it is: the first request tells.
  ///
  /// The request is looked at and left where it is: the worker reads it.
  struct WaitingConnection {
    enum Request: Equatable {
      /// Not all of its head is there.
      case incomplete
      /// The browser's name; `nil` if it has none yet, or if the request is none: the worker says what is wrong with it.
      case complete(browser: String?)
      case gone
    }

    let descriptor: Int32
    /// When the browser has taken too long.
    let deadline: ContinuousClock.Instant
    /// How many bytes were there when it was looked at last: it is woken by more, or by the end.
    private var seen = 0
    /// What is known of the request.
    private(set) var request = Request.incomplete

    /// As much as a worker reads of a head.
    private static let longest = 48 * 1_024

    init(descriptor: Int32, deadline: ContinuousClock.Instant) {
      self.descriptor = descriptor
      self.deadline = deadline
    }

    /// What `poll` is to tell of a connection.
    #if canImport(Darwin)
      static let events = Int16(POLLIN)
      private static let tellsTheEnd = false
    #else
      // POLLRDHUP, which the header hides: nothing will be sent any more.
      static let events = Int16(POLLIN) | 0x2000
      private static let tellsTheEnd = true
    #endif

    /// Looks at what has come.
    ///
    /// - Parameter events: what `poll` has told.
    mutating func look(cookieName: String, _ buffer: inout [UInt8], events: Int16 = 0) {
      guard request == .incomplete else { return }
      if buffer.count < Self.longest { buffer = [UInt8](repeating: 0, count: Self.longest) }
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
      if count < 0 {
        if ![EAGAIN, EWOULDBLOCK, EINTR].contains(errno) { request = .gone }
        return
      }
      if count == 0 {
        request = .gone
        return
      }
      request = Self.request(in: buffer[..<count], cookieName: cookieName)
      if request == .incomplete, count == Self.longest { request = .complete(browser: nil) }
      // If no more will come, it would wake the front again and again.
      let isOver = events & ~Int16(POLLIN) != 0 || !Self.tellsTheEnd && count == seen
      if request == .incomplete, isOver { request = .gone }
      seen = count
      // What was looked at does not wake the front again.
      set(leastToRead: request == .incomplete ? count + 1 : 1)
    }

    private func set(leastToRead count: Int) {
      var value = Int32(clamping: count)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// What the beginning of a connection says.
    static func request(in bytes: ArraySlice<UInt8>, cookieName: String) -> Request {
      var headers: [(name: String, value: String)] = []
      var start = bytes.startIndex
      while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
        var line = bytes[start..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if line.isEmpty {
          let known = WebRequest(target: "", remoteAddress: nil, headers: headers)
          return .complete(browser: known.cookie(cookieName).flatMap { Gate.isToken($0) ? $0 : nil })
        }
        // As long as 'cookie'.
        if let colon = line.firstIndex(of: UInt8(ascii: ":")), line[..<colon].count == 6 {
          let value = line[line.index(after: colon)...].drop { $0 == UInt8(ascii: " ") }
          headers.append((String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self)))
        }
        start = bytes.index(after: end)
      }
      return .incomplete
    }
  }
#endif
