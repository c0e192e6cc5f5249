// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataSyncServer

/// Assets: the large values of sync, behind addresses that are good for one field or one value.
extension Call {
  /// The path under which assets are sent and loaded.
  static let path = "/cloudkit/assets/"

  /// Addresses for uploads.
  func reserveUploads() throws -> CloudJSON {
    try checkZone(input["zoneID"])
    let generation = try place.follow(now: now).lineage.generation
    var random = SystemRandomNumberGenerator()
    var tokens: [CloudJSON] = []
    for token in try input.required("tokens").list(atMost: 200) {
      _ = try token.required("recordType").text()
      let field = try token.required("fieldName").text()
      let name = try token["recordName"].text() ?? RecordNames.random(using: &random)
      guard RecordNames.isName(name), RecordNames.isName(field) else {
        throw CloudKitError.badRequest("\(token.path): the name of a record or a field is 1 to 254 characters of ASCII")
      }
      let ticket = AssetTickets.Ticket(
        account: request.account, purpose: .upload(recordName: name, field: field, generation: generation),
        expires: now + AssetTickets.uploadLifetime)
      tokens.append(
        .object([
          "recordName": .text(name), "fieldName": .text(field),
          "url": .text(request.address + Self.path + service.tickets.text(ticket)),
        ]))
    }
    return .object(["tokens": .array(tokens)])
  }

  func downloadURL(_ blob: BlobReference) -> String {
    let ticket = AssetTickets.Ticket(
      account: request.account, purpose: .download(name: blob.name, size: blob.size),
      expires: now + AssetTickets.downloadLifetime)
    let url = request.address + Self.path + service.tickets.text(ticket)
    return quirks.downloadURLHasPlaceholder ? url + "/${f}" : url
  }

  /// Receipts for assets that records have, for other records.
  func rereference() throws -> CloudJSON {
    try checkZone(input["zoneID"])
    let zone = try place.follow(now: now)
    let assets = try input.required("assets").list(atMost: Self.mostRecords)
    return try place.index.read { db in
      var found: [CloudJSON] = []
      let reader = RecordReader(db: db, layout: place.index.layout, zone: zone.id)
      for asset in assets {
        let (name, field) = (try asset.required("recordName").text(), try asset.required("fieldName").text())
        let members: [String: CloudJSON] = ["recordName": .text(name), "fieldName": .text(field)]
        if let entry = try EntryReader.entry(named: name, zone.id, db),
          case .asset(let blob)? = try reader.record(entry, view([entry]))?.fields[field]
        {
          found.append(.object(members.merging(CloudKitService.receipt(blob)) { own, _ in own }))
        } else {
          found.append(self.entry(CloudKitError(.notFound, "the record has no such asset"), members))
        }
      }
      return .object(["assets": .array(found)])
    }
  }
}

extension CloudKitService {
  /// What `records/modify` takes for an asset.
  static func receipt(_ blob: BlobReference) -> [String: CloudJSON] {
    let asset = CloudAsset(blob)
    return [
      "fileChecksum": .text(asset.checksum), "size": .integer(Int64(asset.size)),
      "receipt": .text(AssetReceipt.text(blob)),
    ]
  }

  /// Where assets are, for who mounts the routes.
  package static let assetPath = Call.path

  /// Looks whether an upload may come, before any of its bytes are read.
  ///
  /// - Parameter size: How many there are, or at least are to be.
  /// - Throws: ``CloudKitError``, and what the server's file throws.
  package func check(_ ticket: AssetTickets.Ticket, size: Int) throws {
    guard case .upload(_, _, let generation) = ticket.purpose else { throw Self.notForUploads }
    do {
      try database.checkRoom(size, zone: container.zone, account: ticket.account, generation: generation)
    } catch let fault as BlobFault { throw Self.error(fault) }
  }

  private static let notForUploads = CloudKitError(.accessDenied, "the address is for loading, not for an upload")

  /// Takes the bytes of an upload, which are at hand as a whole, part by part.
  ///
  /// - Parameters:
  ///   - ticket: What the address said.
  ///   - sha256: Of all bytes.
  ///   - part: Gives bytes from an offset, at most so many.
  /// - Throws: ``CloudKitError``, and what the server's file and `part` throw.
  package func take(
    _ ticket: AssetTickets.Ticket, sha256: [UInt8], size: Int, now: Int64,
    part: (_ offset: Int, _ count: Int) throws -> [UInt8]
  ) throws -> CloudJSON {
    guard case .upload(_, _, let generation) = ticket.purpose else { throw Self.notForUploads }
    guard size > 0, let blob = BlobReference(sha256: sha256, size: size, isText: false) else {
      throw CloudKitError.badRequest("an asset has at least one byte")
    }
    do {
      func send(_ bytes: [UInt8], at offset: Int) throws -> Int {
        try database.receive(
          bytes, of: blob.name, size: size, at: offset, zone: container.zone, account: ticket.account,
          generation: generation, now: now)
      }
      // Goes on where an earlier upload of the same bytes has ended.
      var received = try send([], at: 0)
      while received < size {
        let next = try send(try part(received, min(database.partBytes, size - received)), at: received)
        guard next > received else { throw CloudKitError(.tryAgainLater, "the same bytes come twice", retryAfter: 1) }
        received = next
      }
    } catch let fault as BlobFault { throw Self.error(fault) }
    return .object(["singleFile": .object(Self.receipt(blob))])
  }

  /// A part of the asset that an address is for.
  package func bytes(_ ticket: AssetTickets.Ticket, from offset: Int, count: Int) throws -> [UInt8] {
    guard case .download(let name, _) = ticket.purpose else {
      throw CloudKitError(.accessDenied, "the address is for an upload")
    }
    do {
      return Array(
        try database.bytes(of: name, from: offset, count: count, zone: container.zone, account: ticket.account))
    } catch let fault as BlobFault { throw Self.error(fault) }
  }

  private static func error(_ fault: BlobFault) -> CloudKitError {
    switch fault {
    case .noAccess: CloudKitError(.accessDenied, fault.description)
    case .notFound: CloudKitError(.notFound, fault.description)
    case .noRoom: CloudKitError(.quotaExceeded, fault.description)
    case .tooLarge, .wrongHash, .malformed: .badRequest(fault.description)
    }
  }
}
