// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import HTTPTypes
  import Hummingbird
  import SwiftDataSyncCore

  /// Which versions of an app may come.
  extension SyncHost {
    /// Refuses a device whose models are too old, before it has read or written anything. Who states no version may be
    /// of any, and is refused as well.
    ///
    /// - Throws: ``RequestFailure`` with status 426, or with 400 if the version is none.
    func checkSchema(of request: Request, _ record: inout RequestRecord) throws(RequestFailure) {
      if let name = HTTPField.Name(SchemaVersion.headerName), let text = request.headers[name] {
        guard let version = SchemaVersion(text) else {
          throw RequestFailure(.badRequest, "\(SchemaVersion.headerName) is no version such as 2.1.0")
        }
        record.schema = version
      }
      guard let leastSchema, record.schema.map({ $0 < leastSchema }) ?? true else { return }
      throw RequestFailure(
        .upgradeRequired,
        "this server needs version \(leastSchema) of the app's models, and the device "
          + (record.schema.map { "has \($0)" } ?? "states none") + ": update the app",
        leastSchema: leastSchema)
    }
  }
#endif
