// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation

  /// A client as bytes: it says what no client should say, or stands still in the middle of it.
  final class RawConnection {
    private let descriptor: Int32

    struct Failure: Error { let what: String }

    /// - Parameter address: A server's, on this machine.
    init(_ address: String) throws {
      guard let number = URL(string: address)?.port, let port = UInt16(exactly: number) else {
        throw Failure(what: "\(address) has no port")
      }
      #if canImport(Darwin)
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
      #else
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #endif
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = in_port_t(port).bigEndian
      place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let result = withUnsafePointer(to: &place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard result == 0 else { throw Failure(what: "connect \(errno)") }
      // A server that does not answer fails the test instead of stopping it.
      var time = timeval(tv_sec: 240, tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ text: String) throws {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { throw Failure(what: "send \(errno)") }
        rest = rest.dropFirst(count)
      }
    }

    /// What comes until a text has come, or the server has closed the connection.
    func receive(until end: String) throws -> String {
      var text = ""
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while !text.contains(end) {
        let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count >= 0 || errno == ECONNRESET else { throw Failure(what: "receive \(errno) after \(text)") }
        if count <= 0 { return text }
        text += String(decoding: bytes[..<count], as: UTF8.self)
      }
      return text
    }
  }
#endif
