// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport

  /// The way from one device to its server, which a test can close.
  protocol DeviceNetwork: AnyObject {
    /// Where the device finds the server.
    var address: String { get }
    /// What stands before the device's program; none: nothing.
    var launcher: [String] { get }

    func become(_ network: PartitionProxy.Network) throws
    func stop()
  }

  extension PartitionProxy: DeviceNetwork {
    var launcher: [String] { [] }
  }

  /// A device in a network namespace of its own, on a bridge to the server: what is lost, the system's TCP loses.
  ///
  /// The test must be in a namespace itself, with the rights of its owner and a bridge `br0` that has the address
  /// 10.77.0.1: `Scripts/nightly consistency` makes one by `unshare`, as far as the system lets ordinary users do that.
  final class NamespaceNetwork: DeviceNetwork {
    /// Whether this process is in such a namespace.
    static let isThere = ProcessInfo.processInfo.environment["SWIFTDATA_CONSISTENCY_NAMESPACE"] != nil
    static let serverAddress = "10.77.0.1"

    let address: String
    private let name: String
    private let link: String
    private let own: String

    struct Failure: Error {
      var words: [String]
      var errors: String
    }

    private static let program = ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }

    var launcher: [String] { [Self.program ?? "ip", "netns", "exec", name] }

    private static func ip(_ words: String...) throws {
      let result = try ChildProcess.run(URL(fileURLWithPath: program ?? "ip"), words)
      guard result.status == 0 else { throw Failure(words: words, errors: result.errors) }
    }

    /// - Parameter address: The server's.
    init(_ number: Int, to address: String) throws {
      self.address = address
      (name, link, own) = ("device\(number)", "veth\(number)", "10.77.0.\(10 + number)")
      try Self.ip("netns", "add", name)
      try Self.ip("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", name)
      try Self.ip("link", "set", link, "master", "br0", "up")
      try Self.ip("-n", name, "addr", "add", "\(own)/24", "dev", "eth0")
      try Self.ip("-n", name, "link", "set", "eth0", "up")
      try Self.ip("-n", name, "link", "set", "lo", "up")
    }

    func become(_ network: PartitionProxy.Network) throws {
      try Self.ip("link", "set", link, network == .silent ? "down" : "up")
      // The way of a single address is taken before that of the network.
      try? Self.ip("route", "del", "blackhole", "\(own)/32")
      try? Self.ip("-n", name, "route", "del", "unreachable", "\(Self.serverAddress)/32")
      switch network {
      case .whole, .silent: break
      case .withoutAnswers: try Self.ip("route", "add", "blackhole", "\(own)/32")
      case .refused: try Self.ip("-n", name, "route", "add", "unreachable", "\(Self.serverAddress)/32")
      }
    }

    func stop() {
      try? become(.whole)
      try? Self.ip("link", "del", link)
      try? Self.ip("netns", "del", name)
    }
  }
#endif
