// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import SwiftDataSyncCore
  import SwiftDataSyncWire

  /// An answer that is not the protocol's: a status, and why.
  struct RequestFailure: Error {
    var status: HTTPResponse.Status
    var reason: String
    var retryAfter: Int?
    /// The version of the models that a device is asked for.
    var leastSchema: SchemaVersion?

    init(
      _ status: HTTPResponse.Status, _ reason: String, retryAfter: Int? = nil, leastSchema: SchemaVersion? = nil
    ) {
      (self.status, self.reason, self.retryAfter, self.leastSchema) = (status, reason, retryAfter, leastSchema)
    }

    var response: Response {
      let bytes = Wire.encode(SyncValue.text(reason))
      let least = leastSchema.map { ",\"leastSchema\":\"\($0)\"" } ?? ""
      var response = Response(status, Array("{\"error\":".utf8) + bytes + Array("\(least)}".utf8))
      if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
      return response
    }
  }

  extension Response {
    init(_ status: HTTPResponse.Status, _ bytes: [UInt8], type: String = "application/json") {
      self.init(
        status: status, headers: [.contentType: type, .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
  }
#endif
