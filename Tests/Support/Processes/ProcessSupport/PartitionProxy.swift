// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Stands between one program and a server on this machine, as a network that can fail.
///
/// It needs no rights, unlike a network namespace with a firewall: `unshare -rn` gives an ordinary user one where the
/// system allows that, but none that reaches processes outside it. What it holds back stays in the system's buffers and
/// comes late, as what TCP sends again after a real partition.
public final class PartitionProxy: @unchecked Sendable {
  // Unchecked: constants, and what lies behind the lock.
  public enum Network: CaseIterable, Sendable {
    case whole
    /// Connections end, and no new one is accepted.
    case refused
    /// Nothing arrives, in both directions, and nobody is told.
    case silent
    /// The server gets what is sent; its answers do not arrive.
    case withoutAnswers
  }

  private struct State {
    var network = Network.whole
    var open: Set<Int32> = []
    var isEnded = false
  }

  private let state = Mutex(State())
  private let listener: Int32
  private let target: UInt16
  private let port: UInt16

  /// Where programs find it.
  public var address: String { "http://127.0.0.1:\(port)" }

  /// - Parameter address: The server's, on this machine.
  public init(to address: String) throws {
    guard let number = URL(string: address)?.port, let target = UInt16(exactly: number) else {
      throw URLError(.badURL)
    }
    self.target = target
    let listener = Self.socket()
    var own = Self.address(port: 0)
    guard listener >= 0, Self.with(&own, { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
      throw POSIXError(.EADDRNOTAVAIL)
    }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = Self.with(&own) { address, _ in getsockname(listener, address, &length) }
    self.listener = listener
    port = UInt16(bigEndian: own.sin_port)
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
      state.isEnded = true
      return state.open
    }
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    for descriptor in all { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  /// What the network is like from now on.
  public func become(_ network: Network) {
    state.withLock { state in
      state.network = network
      if network == .refused { for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }
  }

  // MARK: A connection

  private func serve(_ client: Int32) {
    let server = Self.socket()
    defer {
      state.withLock { $0.open.subtract([client, server]) }
      close(client)
      close(server)
    }
    var target = Self.address(port: target)
    let isAccepted = state.withLock { state in
      guard state.network != .refused, !state.isEnded else { return false }
      state.open.formUnion([client, server])
      return true
    }
    guard isAccepted, Self.with(&target, { connect(server, $0, $1) }) == 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let (network, isEnded) = state.withLock { ($0.network, $0.isEnded) }
      if isEnded { return }
      let requests = network == .whole || network == .withoutAnswers
      // A descriptor below zero is not looked at.
      var descriptors = [
        pollfd(fd: requests ? client : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: network == .whole ? server : -1, events: Int16(POLLIN), revents: 0),
      ]
      // The network may be another one by then.
      guard poll(&descriptors, 2, 10) >= 0 || errno == EINTR else { return }
      for (index, (from, to)) in [(client, server), (server, client)].enumerated()
      where descriptors[index].revents != 0 {
        let count = read(from, &buffer, buffer.count)
        guard count > 0, Self.send(buffer[..<count], to) else { return }
      }
    }
  }

  // MARK: The system's calls

  private static func socket() -> Int32 {
    #if canImport(Glibc)
      let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #elseif canImport(Musl)
      let descriptor = Musl.socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = Darwin.socket(AF_INET, SOCK_STREAM, 0)
      var isOn: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return descriptor
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func with<R>(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> R
  ) -> R {
    withUnsafeMutablePointer(to: &address) {
      // What the system's calls take for any kind of address.
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  private static func send(_ bytes: ArraySlice<UInt8>, _ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        #if canImport(Glibc)
          Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
        #elseif canImport(Musl)
          Musl.send(descriptor, $0.baseAddress, $0.count, flags)
        #else
          Darwin.send(descriptor, $0.baseAddress, $0.count, flags)
        #endif
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
