// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import HTTPTypes
  import Hummingbird
  import SwiftDataSyncServer
  import SwiftDataSyncWire

  /// Large values, which travel beside the messages.
  extension SyncHost {
    /// `PUT /v1/blobs/SHA256?zone=main&size=3000000&offset=0`: a part of a value, or none, to ask how much is there.
    func take(
      _ request: Request, _ context: SyncRequestContext, _ gate: RequestGate, _ record: inout RequestRecord
    ) async throws -> Response {
      let (_, account) = try await gate.identify(request, context)
      let (name, zone) = try place(request, context, account, &record)
      let parameters = request.uri.queryParameters
      guard let size = parameters.get("size").flatMap({ Int($0) }),
        let offset = parameters.get("offset").flatMap({ Int($0) })
      else { throw RequestFailure(.badRequest, "the size or the offset is missing: ?zone=main&size=3000000&offset=0") }
      let part = try await bytes(of: request, atMost: database.partBytes, &record)
      let database = database
      let now = Int64((Date().timeIntervalSince1970 * 1_000).rounded())
      let received = try await threads.runIfActive {
        try database.receive(part, of: name, size: size, at: offset, zone: zone, account: account, now: now)
      }
      return Response(.ok, Array("{\"received\":\(received)}".utf8))
    }

    /// `GET /v1/blobs/SHA256?zone=main&offset=0&count=1048576`: a part of a value.
    func give(
      _ request: Request, _ context: SyncRequestContext, _ gate: RequestGate, _ record: inout RequestRecord
    ) async throws -> Response {
      let (_, account) = try await gate.identify(request, context)
      let (name, zone) = try place(request, context, account, &record)
      let parameters = request.uri.queryParameters
      guard let offset = parameters.get("offset").flatMap({ Int($0) }),
        let count = parameters.get("count").flatMap({ Int($0) })
      else { throw RequestFailure(.badRequest, "the offset or the count is missing: ?zone=main&offset=0&count=1000") }
      let database = database
      let bytes = try await threads.runIfActive {
        try database.bytes(of: name, from: offset, count: count, zone: zone, account: account)
      }
      record.sent = bytes.count
      return Response(.ok, Array(bytes), type: "application/octet-stream")
    }

    private func place(
      _ request: Request, _ context: SyncRequestContext, _ account: String, _ record: inout RequestRecord
    ) throws -> (name: String, zone: String) {
      let zone = try zone(in: request)
      (record.account, record.zone) = (account, zone)
      try checkSchema(of: request, &record)
      return (try context.parameters.require("name"), zone)
    }
  }

  extension BlobFault {
    var status: HTTPResponse.Status {
      switch self {
      case .noAccess: .forbidden
      case .notFound: .notFound
      case .tooLarge: .contentTooLarge
      case .noRoom: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
      case .wrongHash: .unprocessableContent
      case .malformed: .badRequest
      }
    }
  }
#endif
