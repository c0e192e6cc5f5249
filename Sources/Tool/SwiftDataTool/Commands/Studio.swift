// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

#if Web
  import SwiftDataStudio
  import SwiftDataWeb
#endif

struct Studio: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows a store in the browser: rows, relationships, history, health.",
    discussion: """
      Prints an address of this machine, and goes on until Control-C. Who does not have the address cannot come in: it \
      contains a token, which becomes a cookie of the browser. Without --write no \
      byte of the file or its folder changes. With --write rows can be changed, each time after a preview, in one step \
      that can be undone. Without it, a database is only read, in transactions that cannot write.
      """)

  @OptionGroup var store: StoreArgument

  @Flag(help: "Let rows be changed.")
  var write = false

  @Option(help: "The port to listen at; 0 for any that is free.")
  var port: UInt16 = 0

  func run() throws {
    #if Web
      // What is wrong with the store is said here, not in a browser only.
      let studio = try studio()
      StandardOutput.flush()
      var configuration = WebConfiguration()
      configuration.port = Int(port)
      // Others on this machine may not read what they may not read as files.
      configuration.requireEntryToken()
      configuration.showsForeignPictures = false
      let host = StudioHost.host(studio, configuration: configuration)
      let isWritable = write
      Task {
        do {
          try await host.run { address in
            print("Studio shows \(studio.access.name) at \(address)")
            print(isWritable ? "Rows can be changed. Control-C ends it." : "Reading only. Control-C ends it.")
            fflush(nil)
          }
          Foundation.exit(0)
        } catch {
          StandardOutput.complain("\(error)")
          Foundation.exit(ExitCodes.failure)
        }
      }
      RunLoop.main.run()
    #else
      throw StoreError(
        .unsupported, "This 'swiftdata' was built without Studio.",
        advice: "Build it with the package's trait 'Web', which needs Swift 6.2: "
          + "swift build -c release --traits Web --product swiftdata")
    #endif
  }

  #if Web
    private func studio() throws -> StudioStore {
      let settings = StudioSettings(file: StudioSettings.personal())
      guard let database = store.database else {
        _ = try store.open()
        return StudioStore(store.url, isWritable: write, settings: settings)
      }
      return StudioStore(try database.studio(), isWritable: write, settings: settings)
    }
  #endif
}
