// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Stands between programs and the server on a Unix socket of its own, and cuts connections where it is told to.
  ///
  /// It looks at what programs send up to each end of a pipeline: a batch. One batch at a time is asked about.
  public final class CuttingProxy: @unchecked Sendable {
    // Unchecked: constants, and what lies behind the lock.
    public struct Batch: Sendable {
      /// From one on, since the proxy was told.
      public let number: Int
      public let isCommit: Bool
    }

    public enum Cut: CaseIterable, Sendable {
      /// The server gets nothing of the batch, and sees the connection end.
      case before
      /// The server gets the batch; the program is cut off at once.
      case afterSending
      /// The server has answered; the program does not hear of it.
      case afterAnswer
      /// The server gets nothing of the batch, and does not notice that the program has gone.
      case unnoticed
    }

    private struct State {
      var rule: (@Sendable (Batch) -> Cut?)?
      var count = 0
      var refuses = false
      var refusesAfterwards = false
      var open: Set<Int32> = []
      /// Connections to the server whose program has gone.
      var left: [Int32] = []
    }

    private let state = Mutex(State())
    private let listener: Int32
    private let server: String
    public let folder: String

    /// - Parameter server: The path of the server's socket.
    public init(server: String) throws {
      self.server = server
      folder = FileManager.default.temporaryDirectory.appending(path: "p\(UUID().uuidString.prefix(6))").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      let result = Self.withAddress("\(folder)/.s.PGSQL.5432") { bind(listener, $0, $1) }
      guard listener >= 0, result == 0, listen(listener, 64) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
      Thread { [weak self, listener] in
        while true {
          let client = accept(listener, nil, nil)
          guard client >= 0, let self else { return }
          Thread { self.serve(client) }.start()
        }
      }.start()
    }

    public func stop() {
      let all = state.withLock { state in
        defer { state.left = [] }
        return Array(state.open) + state.left
      }
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
      for descriptor in all { shutdown(descriptor, Int32(SHUT_RDWR)) }
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// Asks `rule` about each batch from now on, until it wants one to be cut.
    ///
    /// - Parameter refusesAfterwards: Whether no connection is accepted from the cut on.
    public func arm(refusesAfterwards: Bool = false, _ rule: @escaping @Sendable (Batch) -> Cut?) {
      state.withLock { state in
        state.count = 0
        state.refusesAfterwards = refusesAfterwards
        state.rule = rule
      }
    }

    public func disarm() { state.withLock { $0.rule = nil } }

    /// How many batches have passed since the proxy was told.
    public var batches: Int { state.withLock { $0.count } }

    /// Whether a cut was made since.
    public var hasCut: Bool { state.withLock { $0.rule == nil } }

    /// Accepts no connection any more, or again.
    public func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

    private static func withAddress<R>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8.prefix($0.count - 1))) }
      return withUnsafePointer(to: &address) {
        // What the system's calls take for any kind of address.
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
      }
    }

    // MARK: A connection

    private func serve(_ client: Int32) {
      let upstream = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer {
        state.withLock { $0.open.subtract([client, upstream]) }
        close(client)
        if !state.withLock({ $0.left.contains(upstream) }) { close(upstream) }
      }
      guard !state.withLock({ $0.refuses }), Self.withAddress(server, { connect(upstream, $0, $1) }) == 0 else {
        return
      }
      state.withLock { $0.open.formUnion([client, upstream]) }
      var messages = Messages()
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        var descriptors = [
          pollfd(fd: client, events: Int16(POLLIN), revents: 0),
          pollfd(fd: upstream, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&descriptors, 2, -1) > 0 else { return }
        if descriptors[1].revents != 0 {
          let count = read(upstream, &buffer, buffer.count)
          guard count > 0, Self.send(buffer[..<count], client) else { return }
        }
        guard descriptors[0].revents != 0 else { continue }
        let count = read(client, &buffer, buffer.count)
        guard count > 0 else { return }
        messages.append(buffer[..<count])
        while let (bytes, isBatch, isCommit) = messages.next() {
          switch isBatch ? cut(isCommit: isCommit) : nil {
          case nil: guard Self.send(bytes[...], upstream) else { return }
          case .before?: return
          case .unnoticed?:
            state.withLock { $0.left.append(upstream) }
            return
          case .afterSending?:
            _ = Self.send(bytes[...], upstream)
            return
          case .afterAnswer?:
            guard Self.send(bytes[...], upstream) else { return }
            Self.awaitAnswer(upstream)
            return
          }
        }
      }
    }

    private func cut(isCommit: Bool) -> Cut? {
      state.withLock { state in
        state.count += 1
        guard let cut = state.rule?(Batch(number: state.count, isCommit: isCommit)) else { return nil }
        state.rule = nil
        state.refuses = state.refusesAfterwards
        return cut
      }
    }

    private static func send(_ bytes: ArraySlice<UInt8>, _ descriptor: Int32) -> Bool {
      var rest = bytes
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    /// Reads until the server is ready for more.
    private static func awaitAnswer(_ upstream: Int32) {
      var last: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(upstream, &buffer, buffer.count)
        guard count > 0 else { return }
        last = Array((last + buffer[..<count]).suffix(6))
        if last.count == 6, last.prefix(5) == [UInt8(ascii: "Z"), 0, 0, 0, 5] { return }
      }
    }
  }

  /// What a program sends, up to each end of a pipeline.
  private struct Messages {
    private var bytes: [UInt8] = []
    private var hasStarted = false
    /// What of `bytes` has been looked at.
    private var place = 0
    private var isCommit = false
    /// The names of prepared statements that commit.
    private var commits: Set<String> = []

    mutating func append(_ more: ArraySlice<UInt8>) { bytes += more }

    /// - Returns: What can be sent on; whether it is a batch of statements, and commits.
    mutating func next() -> (bytes: [UInt8], isBatch: Bool, isCommit: Bool)? {
      while true {
        // The first message has no type.
        let header = hasStarted ? 5 : 4
        guard bytes.count - place >= header else { return nil }
        let length = bytes[place + header - 4..<place + header].reduce(0) { $0 << 8 | Int($1) } + header - 4
        guard bytes.count - place >= length else { return nil }
        let type = hasStarted ? bytes[place] : 0
        let content = bytes[place + header..<place + length]
        place += length
        hasStarted = true
        switch type {
        case UInt8(ascii: "P"):
          let texts = Self.texts(content)
          if texts.count > 1, texts[1] == "COMMIT" { commits.insert(texts[0]) } else { commits.remove(texts[0]) }
        case UInt8(ascii: "B"):
          let texts = Self.texts(content)
          if texts.count > 1, commits.contains(texts[1]) { isCommit = true }
        case UInt8(ascii: "S"), UInt8(ascii: "Q"): return take(isBatch: true)
        case 0, UInt8(ascii: "p"), UInt8(ascii: "X"), UInt8(ascii: "d"), UInt8(ascii: "c"), UInt8(ascii: "f"),
          UInt8(ascii: "H"):
          return take(isBatch: false)
        default: break
        }
      }
    }

    private mutating func take(isBatch: Bool) -> (bytes: [UInt8], isBatch: Bool, isCommit: Bool) {
      defer {
        bytes.removeFirst(place)
        place = 0
        isCommit = false
      }
      return (Array(bytes[..<place]), isBatch, isCommit)
    }

    /// The two texts with which messages begin that name statements.
    private static func texts(_ content: ArraySlice<UInt8>) -> [String] {
      content.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).prefix(2).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }
#endif
