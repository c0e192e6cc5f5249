// SPDX-License-Identifier: Apache-2.0

/// Where a host listens, and whom it lets in.
public struct WebConfiguration: Sendable {
  /// The address to listen at. Addresses other than those of this machine itself need ``authorize``.
  public var address = "127.0.0.1"

  /// The port; 0 for any that is free.
  public var port = 8080

  /// The names under which browsers reach the host, without ports: `example.com`. Those of this machine itself need not
  /// be named. A request for any other is refused: it comes from a page that pretends to be this one.
  public var hosts: Set<String> = []

  /// Whether browsers reach the host by `https`, through a proxy: cookies are sent over TLS only then.
  public var isSecure = false

  /// Authorizes every request for a page and every connection, and returns its user.
  ///
  /// ```swift
  /// configuration.authorize = { request in
  ///   guard let account = await accounts.account(session: request.cookie("session")) else { return .refused }
  ///   return .user(PageUser(id: account.id, name: account.name, expires: account.sessionEnd))
  /// }
  /// ```
  public var authorize: (@Sendable (WebRequest) async -> WebAuthorization)?

  /// What a browser must know to come in: part of the address that is printed, and a cookie from then on. Others may run
  /// programs on this machine, too. Nil if everybody who reaches the address may come in.
  package var entryToken: String?

  /// Whether pages may show pictures of other hosts, which hear of it.
  package var showsForeignPictures = true

  /// The limits of the host.
  public var limits = WebLimits()

  /// The usual configuration.
  public init() {}

  /// Creates a configuration from a program's arguments and environment: `--port 9000`, or `PORT=9000`. The argument
  /// wins.
  ///
  /// - Throws: ``WebHostError`` if the port is not valid.
  public init(arguments: [String], environment: [String: String]) throws {
    self.init()
    var text = environment["PORT"]
    for (index, argument) in arguments.enumerated().dropFirst() {
      if argument == "--port" {
        text = index + 1 < arguments.count ? arguments[index + 1] : ""
      } else if argument.hasPrefix("--port=") {
        text = String(argument.dropFirst("--port=".count))
      }
    }
    if let text {
      guard let number = UInt16(text) else { throw WebHostError.badPort(text) }
      port = Int(number)
    }
  }

  var isLoopback: Bool {
    address == "localhost" || address == "::1" || address.hasPrefix("127.")
  }

  /// Cookies do not know ports: apps at several ports of one machine must not take each other's.
  func makeCookieName() -> String {
    "swiftdata-page-\(port == 0 ? String(UInt32.random(in: 0 ... .max), radix: 36) : String(port))"
  }

  func isOwn(host: String) -> Bool {
    let host = host.lowercased()
    return ["localhost", "127.0.0.1", "[::1]", "::1", address].contains(host) || hosts.contains(host)
  }
}

/// Why a host does not start.
public enum WebHostError: Error, Equatable, CustomStringConvertible {
  /// The text is not the number of a port.
  case badPort(String)
  /// The address can be reached from other machines, and nobody says who may come in.
  case needsAuthorization(address: String)
  /// The port is taken, or may not be used.
  case cannotListen(address: String, port: Int, reason: String)

  public var description: String {
    switch self {
    case .badPort(let text):
      "'\(text)' is no port. Give a number from 0 to 65535; 0 is any free port."
    case .needsAuthorization(let address):
      "'\(address)' can be reached from other machines. Set 'authorize' in the host's configuration, which decides who "
        + "comes in."
    case .cannotListen(let address, let port, let reason):
      "Cannot listen at \(address), port \(port): \(reason). Give another port: '--port 0' takes any that is free."
    }
  }
}
