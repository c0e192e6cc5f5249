// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Many connections that only listen, each with one descriptor here.
final class IdleListeners {
  private var descriptors: [Int32] = []

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// Opens connections, and waits until the server has told each the number of the latest change.
  func open(_ count: Int, _ server: BenchServer) throws {
    guard let port = URL(string: server.address)?.port else { throw BenchError("no port") }
    var limit = rlimit()
    #if canImport(Glibc)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    getrlimit(files, &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(files, &limit)
    for _ in 0..<count { descriptors.append(try Self.connect(port)) }
    for descriptor in descriptors.suffix(count) {
      var text = ""
      var buffer = [UInt8](repeating: 0, count: 1_024)
      while !text.contains("data: ") {
        let read = recv(descriptor, &buffer, buffer.count, 0)
        guard read > 0 else { throw BenchError("a connection ended: \(text)") }
        text += String(decoding: buffer[..<read], as: UTF8.self)
      }
      guard text.hasPrefix("HTTP/1.1 200") else { throw BenchError(text) }
    }
  }

  private static func connect(_ port: Int) throws -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
    let isOpen = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #if canImport(Glibc)
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        #elseif canImport(Musl)
          Musl.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        #else
          Darwin.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        #endif
      }
    }
    guard descriptor >= 0, isOpen else { throw BenchError("cannot connect: \(String(cString: strerror(errno)))") }
    let request =
      "GET /v1/events?zone=main HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer secret\r\n"
      + "Accept: text/event-stream\r\n\r\n"
    let bytes = Array(request.utf8)
    guard send(descriptor, bytes, bytes.count, 0) == bytes.count else { throw BenchError("cannot send") }
    return descriptor
  }
}

extension BenchServer {
  /// In bytes; nil where the system does not say.
  var memory: Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let number = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return number << 10
  }
}
