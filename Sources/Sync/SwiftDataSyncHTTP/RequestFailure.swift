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

    init(_ status: HTTPResponse.Status, _ reason: String, retryAfter: Int? = nil) {
      self.status = status
      self.reason = reason
      self.retryAfter = retryAfter
    }

    var response: Response {
      let bytes = Wire.encode(SyncValue.text(reason))
      var response = Response(status, Array("{\"error\":".utf8) + bytes + Array("}".utf8))
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
