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

  /// The number of processes that evaluate pages.
  ///
  /// With one, the process that listens evaluates all pages: an action that computes for a second delays all of them by a
  /// second, and a trap ends all of them. With more, the program is started once more for each of these workers, and
  /// restarted when it ends; all pages of a browser are with one of them. The process that listens then runs no code of
  /// the app, except what comes before ``WebHost/run(started:)``. The limits apply to each worker. Stores must be files or
  /// databases: what is in memory only, such as the properties of the `App`, belongs to one worker.
  ///
  /// ```swift
  /// configuration.workers = ProcessInfo.processInfo.activeProcessorCount
  /// ```
  public var workers = 1

  /// The limits of the host.
  public var limits = WebLimits()

  /// The usual configuration.
  public init() {}

  /// Creates a configuration from a program's arguments and environment: `--port 9000`, or `PORT=9000`, and
  /// `--workers 4`. The argument wins.
  ///
  /// - Throws: ``WebHostError`` if the port or the number of workers is not valid.
  public init(arguments: [String], environment: [String: String]) throws {
    self.init()
    if let text = Self.value(of: "--port", in: arguments) ?? environment["PORT"] {
      guard let number = UInt16(text) else { throw WebHostError.badPort(text) }
      port = Int(number)
    }
    if let text = Self.value(of: "--workers", in: arguments) {
      guard let number = Int(text), Self.possibleWorkers.contains(number) else { throw WebHostError.badWorkers(text) }
      workers = number
    }
  }

  static let possibleWorkers = 1...256

  /// What follows an option, the last time it is given; empty if nothing follows.
  private static func value(of option: String, in arguments: [String]) -> String? {
    for (index, argument) in arguments.enumerated().dropFirst().reversed() {
      if argument == option { return index + 1 < arguments.count ? arguments[index + 1] : "" }
      if argument.hasPrefix(option + "=") { return String(argument.dropFirst(option.count + 1)) }
    }
    return nil
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
  /// The text is not a number of workers.
  case badWorkers(String)
  /// A worker has ended before it was ready. The text is its exit status or its signal; why it has ended, it has printed.
  case workerEnded(String)
  /// The address can be reached from other machines, and nobody says who may come in.
  case needsAuthorization(address: String)
  /// The port is taken, or may not be used.
  case cannotListen(address: String, port: Int, reason: String)

  public var description: String {
    switch self {
    case .badPort(let text):
      "'\(text)' is no port. Give a number from 0 to 65535; 0 is any free port."
    case .badWorkers(let text):
      "'\(text)' is no number of workers. Give a number from \(WebConfiguration.possibleWorkers.lowerBound) to "
        + "\(WebConfiguration.possibleWorkers.upperBound); 1 evaluates all pages in one process."
    case .workerEnded(let how):
      "A worker ended before it was ready (\(how)). Run the program with '--workers 1', and see what it says."
    case .needsAuthorization(let address):
      "'\(address)' can be reached from other machines. Set 'authorize' in the host's configuration, which decides who "
        + "comes in."
    case .cannotListen(let address, let port, let reason):
      "Cannot listen at \(address), port \(port): \(reason). Give another port: '--port 0' takes any that is free."
    }
  }
}
