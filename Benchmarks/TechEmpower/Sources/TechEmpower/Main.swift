// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Logging
import SwiftData
import SwiftDataPostgres

/// Answers the database questions of TechEmpower's benchmarks: `TechEmpower models|libpq PORT`, with the server's address in
/// `SWIFTDATA_POSTGRES_URL`. Both use the tables that the models have made.
@main
struct Main {
  static let namespace = "techempower"
  static let connections = 8

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let port = Int(arguments[2]),
      let address = ProcessInfo.processInfo.environment["SWIFTDATA_POSTGRES_URL"]
    else {
      FileHandle.standardError.write(Data("usage: TechEmpower models|libpq PORT\n".utf8))
      exit(64)
    }
    var configuration = PostgresConfiguration(
      url: address, namespace: namespace, isHistoryEnabled: arguments[1] != "models-without-history")
    configuration.maximumConnections = connections
    let container = try ModelContainer(for: World.self, Fortune.self, configurations: configuration)
    try ModelAnswers.seed(container)
    let answers: any Answers =
      arguments[1] == "libpq"
      ? try HandWrittenAnswers(address, namespace: namespace, connections: connections)
      : ModelAnswers(container: container)
    var logger = Logger(label: "TechEmpower")
    logger.logLevel = .error
    try await Application(
      router: router(answers), configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger
    ).runService()
  }

  private static func router(_ answers: any Answers) -> Router<BasicRequestContext> {
    let router = Router()
    router.get("db") { _, _ in try await answers.world() }
    router.get("queries") { request, _ in try await answers.worlds(count(request)) }
    router.get("updates") { request, _ in try await answers.update(count(request)) }
    router.get("fortunes") { _, _ in
      var all = try await answers.fortunes()
      all.append(Row.added)
      all.sort { $0.message < $1.message }
      return Response(
        status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: .init(byteBuffer: page(all)))
    }
    return router
  }

  private static func count(_ request: Hummingbird.Request) -> Int {
    min(max(request.uri.queryParameters.get("queries", as: Int.self) ?? 1, 1), 500)
  }

  private static func page(_ fortunes: [(id: Int, message: String)]) -> ByteBuffer {
    var text = "<!DOCTYPE html><html><head><title>Fortunes</title></head><body><table><tr><th>id</th><th>message</th></tr>"
    for fortune in fortunes { text += "<tr><td>\(fortune.id)</td><td>\(escaped(fortune.message))</td></tr>" }
    return ByteBuffer(string: text + "</table></body></html>")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
