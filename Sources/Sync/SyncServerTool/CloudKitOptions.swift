// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCloudKitWeb
import SwiftDataSyncHTTP
import SwiftDataSyncServer

/// The options of `serve` about CloudKit's web protocol.
enum CloudKitOptions {
  static let names: Set<String> = [
    "--cloudkit", "--cloudkit-zone", "--cloudkit-environment", "--cloudkit-schema", "--cloudkit-quirks",
    "--cloudkit-api-token", "--cloudkit-url", "--cloudkit-sign-in", "--cloudkit-index",
  ]

  /// Where the index of a server's file is, unless an option says otherwise.
  static func index(of file: URL) -> URL { URL(fileURLWithPath: file.path + "-cloudkit") }

  static func schema(inFile path: String) throws -> MirroredSchema {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UsageError(text: "\(path) cannot be read")
    }
    do throws(CloudKitOptionError) { return try MirroredSchema(json: Array(data)) } catch {
      throw UsageError(text: "\(path): \(error.text)")
    }
  }

  #if SyncServer
    /// - Returns: nil: no option asks for the routes.
    /// - Throws: ``UsageError``, ``CloudKitOptionError``, and what the index throws.
    static func routes(
      _ options: [String: String], _ server: ServerPlace, assetBytes: Int, _ database: SyncDatabase
    ) throws -> CloudKitRoutes? {
      guard let name = options["--cloudkit"] else {
        if let other = options.keys.filter({ $0.hasPrefix("--cloudkit") }).sorted().first {
          throw UsageError(text: "\(other) needs --cloudkit")
        }
        return nil
      }
      let container = try CloudKitService.Container(
        name, zone: options["--cloudkit-zone", default: name],
        environment: options["--cloudkit-environment", default: "production"])
      let quirks = try CloudKitQuirks(options["--cloudkit-quirks", default: ""])
      let schema = try options["--cloudkit-schema"].map(Self.schema(inFile:)) ?? MirroredSchema()
      let token = try options["--cloudkit-api-token"].map(ServeCommand.token(inFile:))
      let address = try options["--cloudkit-url"].map { try url($0, "--cloudkit-url") }
      let signIn = try options["--cloudkit-sign-in"].map { try url($0, "--cloudkit-sign-in") }
      let file: URL
      switch (options["--cloudkit-index"], server) {
      case (let path?, _): file = URL(fileURLWithPath: path)
      case (nil, .file(let data)): file = index(of: data)
      case (nil, .database): throw UsageError(text: "--cloudkit needs --cloudkit-index, a file of this server's own")
      }
      let service = CloudKitService(
        container: container, database: database, index: try RecordIndex(file: file, schema: schema),
        quirks: quirks)
      var routes = CloudKitRoutes(service: service)
      (routes.apiToken, routes.address, routes.signIn) = (token, address, signIn)
      routes.assetBytes = assetBytes
      return routes
    }

    private static func url(_ text: String, _ name: String) throws -> String {
      guard let url = URL(string: text), ["http", "https"].contains(url.scheme ?? ""), url.host != nil, url.query == nil
      else { throw UsageError(text: "\(name) is no address such as https://sync.example.com") }
      return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
  #endif
}

/// `swiftdata-server cloudkit`.
enum CloudKitCommands {
  static func run(_ arguments: inout Arguments) throws {
    switch try arguments.next("'schema'") {
    case "schema":
      let path = try arguments.next("the path of a schema, as 'swiftdata schema STORE --json' prints it")
      try arguments.finish()
      print(try CloudKitOptions.schema(inFile: path).cloudKitText(), terminator: "")
    case let other: throw UsageError(text: "'cloudkit' is followed by 'schema', not '\(other)'")
    }
  }
}
