// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncHTTP
import SwiftDataSyncServer

/// `swiftdata-server serve`: its options, from the command and from a file.
struct ServeCommand {
  private static let names = ServerPlace.options.union(CloudKitOptions.names).union([
    "--tokens", "--jwt-keys", "--jwt-issuer", "--jwt-audience", "--address", "--port", "--max-records",
    "--max-megabytes", "--max-value-megabytes", "--requests", "--listeners", "--wrong-tokens", "--forwarded-for",
    "--metrics-token", "--log-level", "--database", "--least-schema",
  ])

  private let place: ServerPlace
  private let options: [String: String]

  init(_ arguments: inout Arguments) throws {
    let path = arguments.beginsWithOption ? nil : try arguments.next("the path of the server's file, or --database,")
    var options = try arguments.options(Self.names.union(["--config"]))
    if let path = options.removeValue(forKey: "--config") {
      options.merge(try Self.options(inFile: path)) { own, _ in own }
    }
    switch (path, options["--database"]) {
    case (let path?, nil):
      place = try .named(path)
      if let name = options.keys.sorted().first(where: ServerPlace.options.contains) {
        throw UsageError(text: "\(name) is for a database")
      }
    case (nil, let address?):
      place = .database(.init(text: address, options: options.filter { ServerPlace.options.contains($0.key) }))
    case (nil, nil): throw UsageError(text: "the path of the server's file, or --database, is missing")
    case (_?, _?): throw UsageError(text: "a server has a file or a database, not both")
    }
    self.options = options
  }

  /// A line is the name of an option, without dashes, a space, and its value.
  static func options(inFile path: String) throws -> [String: String] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw UsageError(text: "\(path) cannot be read, or is no text")
    }
    var options: [String: String] = [:]
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      let words = line.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard words.count == 2, names.contains("--" + words[0]) else {
        throw UsageError(text: "line \(index + 1) of \(path) is no option and its value")
      }
      guard options.updateValue(words[1], forKey: "--" + words[0]) == nil else {
        throw UsageError(text: "line \(index + 1) of \(path) has an option that is there already")
      }
    }
    return options
  }

  private func number(_ name: String, _ usual: Int, _ range: ClosedRange<Int>) throws -> Int {
    guard let text = options[name] else { return usual }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(text: "\(name) is no number of \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func run() async throws {
    let port = try number("--port", 8080, 0...65_535)
    let quota = AccountQuota(
      records: try number("--max-records", 0, 0...1_000_000_000_000).asLimit,
      bytes: try number("--max-megabytes", 0, 0...1_000_000_000).asLimit.map { $0 << 20 })
    var service = SyncService()
    service.limits.blobBytes = try number("--max-value-megabytes", 256, 1...4_096) << 20
    var limits = RequestLimits()
    limits.requests = try number("--requests", limits.requests, 0...1_000_000)
    limits.listeners = try number("--listeners", limits.listeners, 1...1_000_000)
    limits.wrongTokens = try number("--wrong-tokens", limits.wrongTokens, 1...1_000_000)
    switch options["--forwarded-for", default: "no"] {
    case "yes": limits.isForwarded = true
    case "no": break
    case let other: throw UsageError(text: "--forwarded-for is 'yes' or 'no', not '\(other)'")
    }
    let leastSchema = try options["--least-schema"].map { text in
      guard let version = SchemaVersion(text) else {
        throw UsageError(text: "--least-schema is no version such as 2.1.0, but '\(text)'")
      }
      return version
    }
    var authorities: [any SyncAuthority] = []
    if let path = options["--tokens"] { authorities.append(try TokenFile(path: path)) }
    if options["--jwt-keys"] == nil, options["--jwt-issuer"] != nil || options["--jwt-audience"] != nil {
      throw UsageError(text: "--jwt-issuer and --jwt-audience need --jwt-keys")
    }
    #if SyncServer
      if let path = options["--jwt-keys"] {
        authorities.append(
          try JSONWebTokens(keys: path, issuer: options["--jwt-issuer"], audience: options["--jwt-audience"]))
      }
      let logLevel = options["--log-level", default: "notice"]
      try SyncHost.check(logLevel: logLevel)
      let metricsToken = try options["--metrics-token"].map(Self.token(inFile:))
      let database = try place.open(isNew: true, isServing: true, service: service, quota: quota)
      let cloudKit = try CloudKitOptions.routes(options, place, assetBytes: service.limits.blobBytes, database)
      authorities.append(try UserTable(database))
      var host = try SyncHost(database: database, authorities: authorities, logLevel: logLevel)
      host.address = options["--address", default: "127.0.0.1"]
      host.port = port
      host.limits = limits
      host.leastSchema = leastSchema
      host.metricsToken = metricsToken
      host.cloudKit = cloudKit
      try await host.run { address in
        print(address)
        fflush(nil)
      }
    #else
      _ = (place, port, service, quota, limits, leastSchema, authorities)
      throw UsageError(text: "built without the trait 'SyncServer'")
    #endif
  }

  static func token(inFile path: String) throws -> String {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw UsageError(text: "\(path) cannot be read, or is no text")
    }
    let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !token.isEmpty, !token.contains(where: \.isWhitespace) else {
      throw UsageError(text: "\(path) is not one token")
    }
    return token
  }
}

extension Int {
  /// 0 is no limit.
  var asLimit: Int64? { self == 0 ? nil : Int64(self) }
}
