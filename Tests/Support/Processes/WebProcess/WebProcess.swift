// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import SwiftDataWeb
  import WebPages

  /// A host with the pages of the tests, for a browser.
  @main
  struct WebProcess {
    @MainActor static func main() async throws {
      let arguments = CommandLine.arguments
      var configuration = try WebConfiguration(
        arguments: arguments, environment: ProcessInfo.processInfo.environment)
      // Virtual time: an hour takes so many seconds. See Tests/Views/Browser/hours.py.
      let hour = arguments.firstIndex(of: "--hour").flatMap { arguments.dropFirst($0 + 1).first }
      if let seconds = hour.flatMap({ Double($0) }) {
        let part = seconds / 3_600
        configuration.limits.idleTime = configuration.limits.idleTime * part
        configuration.limits.inputTime = configuration.limits.inputTime * part
        configuration.limits.disconnectedTime = configuration.limits.disconnectedTime * part
      }
      // A list for Benchmarks/web.py, as views and written by hand.
      if arguments.contains("--board") {
        return try await WebHost(Board.self, configuration: configuration).run { address in
          print(address)
          fflush(nil)
        }
      }
      if arguments.contains("--pictures") {
        return try await WebHost(Pictures.self, configuration: configuration).run { address in
          print(address)
          fflush(nil)
        }
      }
      if arguments.contains("--items") {
        return try await WebHost(Items.self, configuration: configuration).run { address in
          print(address)
          fflush(nil)
        }
      }
      if arguments.contains("--fields") {
        return try await WebHost(Fields.self, configuration: configuration).run { address in
          print(address)
          fflush(nil)
        }
      }
      if arguments.contains("--cases") {
        return try await WebHost(Cases.self, configuration: configuration).run { address in
          print(address)
          fflush(nil)
        }
      }
      if arguments.contains("--crowd") {
        return try await WebHost(Crowd.self, configuration: configuration).run { address in
          print(address)
          fflush(nil)
        }
      }
      if arguments.contains("--hand") { return try await HandWritten.run(port: configuration.port) }
      let file = arguments.firstIndex(of: "--file").flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
      let shelf = Shelf(file: file)
      let host = WebHost(configuration: configuration) { path in ShelfPage(shelf: shelf, path: path) }
      try await host.run { address in
        print(address)
        fflush(nil)
      }
    }
  }
#else
  @main
  struct WebProcess {
    static func main() { print("Built without the trait 'Web'.") }
  }
#endif
