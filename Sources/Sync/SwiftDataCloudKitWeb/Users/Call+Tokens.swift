// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How clients hear of changes. Nothing is pushed to devices of Apple's: a client asks the courier.
extension Call {
  /// Where a client asks for changes. All of them are told, as if it had subscribed to the zone.
  func createToken() throws -> CloudJSON {
    let environment = try input["apnsEnvironment"].text() ?? "development"
    guard ["development", "production"].contains(environment) else {
      throw CloudKitError.badRequest("apnsEnvironment is 'development' or 'production'")
    }
    let zone = try place.follow(now: now)
    let ticket = AssetTickets.Ticket(
      account: request.account, purpose: .courier(after: zone.position), expires: now + AssetTickets.courierLifetime)
    let text = service.tickets.text(ticket)
    return .object([
      "apnsEnvironment": .text(environment), "apnsToken": .text(String(text.prefix(64))),
      "webcourierURL": .text(request.address + "/cloudkit/courier/" + text),
    ])
  }

  /// A token of a device of Apple's: it gets no pushes from this server.
  func registerToken() throws -> CloudJSON {
    throw CloudKitError.badRequest("this server pushes nothing: ask 'webcourierURL' of tokens/create")
  }
}

extension CloudKitService {
  /// What a courier says of a change.
  package func notification(to account: String) -> CloudJSON {
    .object([
      "aps": .object(["content-available": .integer(1)]),
      "ck": .object([
        "cid": .text(container.name), "nid": .text(UUID().uuidString),
        "fet": .object(["zid": .text(RecordLayout.zone), "zoid": .text(userRecordName(of: account))]),
      ]),
    ])
  }
}
