// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SwiftDataCloudKitWeb
  import Testing

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// The command with CloudKit's routes, over HTTP.
  @Suite struct RouteTests {
    /// Who may come, and what the log of answers says of it.
    @Test func whoHasNoTokenIsToldSo() async throws {
      let server = try CloudServer(options: ["--cloudkit-sign-in", "https://id.test/sign-in"])
      let path = "zones/list"
      let none = try await server.ask(path, parameters: ["ckAPIToken": "api"])
      #expect(none.status == 421)
      #expect(none.json.code == "AUTHENTICATION_REQUIRED")
      #expect(none.json["redirectURL"] == "https://id.test/sign-in")
      #expect(none.json["uuid"] != nil)
      let wrong = try await server.ask(path, parameters: ["ckAPIToken": "api", "ckWebAuthToken": "wrong"])
      #expect(wrong.status == 421)
      let api = try await server.ask(path, parameters: ["ckWebAuthToken": "secret"])
      #expect(api.status == 401 && api.json.code == "AUTHENTICATION_FAILED")
      // By `GET`, with parameters and types that nobody knows.
      let list = try await server.ask(
        path, body: nil, parameters: ["ckAPIToken": "api", "ckWebAuthToken": "secret", "other": "1"])
      #expect(list.status == 200 && list.json["zones"]?.list.count == 1)
      #expect(list.rotated == nil)
      #expect(try await server.ask("nothing").status == 404)
      #expect(server.end() == 0)
    }

    @Test func tokensRotateAndMethodsAreStrictIfAsked() async throws {
      let server = try CloudServer(options: [
        "--cloudkit-quirks", "token-rotation=yes,token-single-use=yes,strict-methods=yes,refuse-parameters=yes",
      ])
      let first = try await server.ask("zones/list", body: nil)
      #expect(first.status == 200)
      let next = try #require(first.rotated)
      #expect(try await server.ask("zones/list", body: nil).status == 421)
      let parameters = ["ckAPIToken": "api", "ckWebAuthToken": next]
      #expect(try await server.ask("users/caller", body: [:], parameters: parameters).status == 400)
      let second = try await server.ask("users/caller", body: nil, parameters: parameters)
      #expect(second.status == 200)
      #expect(try await server.ask("users/caller", body: nil, parameters: parameters).status == 421)
      #expect(
        try await server.ask("users/caller", body: nil, parameters: ["ckAPIToken": "api", "x": "1"]).status == 400)
      #expect(server.end() == 0)
    }

    @Test func couriersTellOfChanges() async throws {
      let server = try CloudServer()
      let token = try await server.ask("tokens/create", body: ["apnsEnvironment": "production"], prefix: "device")
      let url = try #require(token.json["webcourierURL"]?.text)
      let waiting = Task { try await CloudServer.ask(url: url) }
      let operation = CloudZone.operation("create", "CD_Item", "one", ["CD_title": ["value": "x"]])
      let answer = try await server.ask(
        "records/modify", body: ["operations": [operation], "zoneID": CloudZone.zoneID])
      #expect(answer.status == 200)
      let news = try await waiting.value
      #expect(news.json["ck"]?["cid"] == "iCloud.com.example.app")
      #expect(try await CloudServer.ask(url: url + "0").status == 403)
      #expect(server.end() == 0)
    }

    /// Addresses of assets need no token, and count as their account's requests do.
    @Test func assetsCountAsRequests() async throws {
      let server = try CloudServer(options: ["--requests", "1"])
      let token: CloudJSON = [
        "recordType": "CD_Item", "fieldName": "CD_photo_ckAsset",
        "recordName": "AAAAAAAA-0000-4000-8000-000000000001",
      ]
      let reserved = try await server.ask("assets/upload", body: ["zoneID": CloudZone.zoneID, "tokens": [token]])
      let url = try #require(reserved.json["tokens"]?.list.first?["url"]?.text)
      var statuses: [Int] = []
      while statuses.count < 200, statuses.last != 429 {
        statuses.append(try await CloudServer.ask(url: url, body: "bytes").status)
      }
      #expect(statuses.first == 200 && statuses.last == 429)
      #expect(server.end() == 0)
    }

    @Test func optionsThatCannotBeAreRefused() throws {
      for options in [
        ["--cloudkit", "example"], ["--cloudkit-zone", "main"],
        ["--cloudkit", "iCloud.a", "--cloudkit-quirks", "x=yes"],
        ["--cloudkit", "iCloud.a", "--cloudkit-schema", "/nowhere"], ["--cloudkit", "iCloud.a", "--cloudkit-url", "x"],
        ["--cloudkit", "iCloud.a", "--cloudkit-environment", "sandbox"],
        ["--cloudkit", "iCloud.a", "--cloudkit-zone", "share-0123456789abcdef0123456789abcdef"],
      ] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Routes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = try SecondProcess(
          executable: SecondProcess.executable("swiftdata-server"),
          arguments: ["serve", folder.appendingPathComponent("s.sqlite").path, "--port", "0"] + options,
          saysErrors: true)
        #expect(process.line()?.hasPrefix("swiftdata-server: ") == true, "\(options)")
        #expect(process.end() == 64, "\(options)")
      }
    }
  }

  /// The command, on a file of its own, with the container `iCloud.com.example.app` and the zone `main`.
  final class CloudServer {
    let folder: URL
    let address: String
    private let process: SecondProcess

    init(options: [String] = []) throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("CloudServer-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("ann secret\nbob other\n".utf8).write(to: folder.appendingPathComponent("tokens"))
      try Data("api\n".utf8).write(to: folder.appendingPathComponent("api"))
      process = try SecondProcess(
        executable: SecondProcess.executable("swiftdata-server"),
        arguments: [
          "serve", folder.appendingPathComponent("server.sqlite").path, "--port", "0", "--tokens",
          folder.appendingPathComponent("tokens").path, "--cloudkit", "iCloud.com.example.app", "--cloudkit-zone",
          "main", "--cloudkit-api-token", folder.appendingPathComponent("api").path,
        ] + options)
      guard let address = process.line() else { throw CocoaError(.executableLoad) }
      self.address = address
    }

    deinit {
      process.kill()
      try? FileManager.default.removeItem(at: folder)
    }

    func end() -> Int32 {
      process.signal(SIGTERM)
      return process.end()
    }

    struct Answer: Sendable {
      var status: Int
      var json: CloudJSON
      var rotated: String?
    }

    /// - Parameter body: nil: a question with `GET`.
    func ask(
      _ operation: String, body: CloudJSON? = [:],
      parameters: [String: String] = ["ckAPIToken": "api", "ckWebAuthToken": "secret"], prefix: String = "database"
    ) async throws -> Answer {
      let list = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
      let scope = prefix == "database" ? "production/private" : "production"
      return try await Self.ask(
        url: "\(address)/\(prefix)/1/iCloud.com.example.app/\(scope)/\(operation)?\(list)", body: body)
    }

    static func ask(url: String, body: CloudJSON? = nil) async throws -> Answer {
      guard let url = URL(string: url) else { throw URLError(.badURL) }
      var request = URLRequest(url: url)
      if let body {
        request.httpMethod = "POST"
        request.httpBody = Data(body.bytes)
        request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
      }
      let (data, response) = try await URLSession.shared.data(for: request)
      let http = response as? HTTPURLResponse
      return Answer(
        status: http?.statusCode ?? 0, json: try CloudJSON(Array(data)),
        rotated: http?.value(forHTTPHeaderField: "X-Apple-CloudKit-Web-Auth-Token"))
    }
  }
#endif
