// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncServer

#if SyncServer && Web
  import SwiftDataSyncAdmin
  import SwiftDataUI
  import SwiftDataWeb
#endif

/// `swiftdata-server admin`: a page of this machine for the administrator, beside a server that works with the database.
enum AdminCommand {
  static func run(_ arguments: inout Arguments) async throws {
    let place = try arguments.place()
    let options = try arguments.options(["--port"])
    guard let port = UInt16(options["--port", default: "0"]) else {
      throw UsageError(text: "--port is no number of 0 to 65535")
    }
    #if SyncServer && Web
      let database = try place.open(isNew: true)
      var configuration = WebConfiguration()
      configuration.port = Int(port)
      // Others on this machine may not do what they may not do to the file.
      configuration.requireEntryToken()
      configuration.showsForeignPictures = false
      try await serve(database, configuration)
    #else
      _ = (place, port)
      throw UsageError(
        text: "'admin' needs a server that was built with the traits 'SyncServer' and 'Web': "
          + "swift build -c release --traits SyncServer,Web --product swiftdata-server")
    #endif
  }

  #if SyncServer && Web
    @MainActor private static func serve(_ database: SyncDatabase, _ configuration: WebConfiguration) async throws {
      let services = AppServices()
      let host = WebHost(configuration: configuration, title: { "Sync server" }) { path in
        ViewPage(AdminView(server: AdminServer(database)), services: services, at: path)
      }
      try await host.run { address in
        print(address)
        fflush(nil)
      }
    }
  #endif
}
