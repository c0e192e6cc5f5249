// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The uploads of assets that are on their way: an address is good for one at a time.
package final class OpenUploads: Sendable {
  private let tickets = Mutex<Set<AssetTickets.Ticket>>([])

  package init() {}

  /// - Throws: ``CloudKitError`` if there is one already. A ticket is what it says, however its text is written.
  package func begin(_ ticket: AssetTickets.Ticket) throws(CloudKitError) {
    let isNew = tickets.withLock { $0.insert(ticket).inserted }
    guard isNew else {
      throw CloudKitError(.tryAgainLater, "an upload to this address is on its way", retryAfter: 1)
    }
  }

  package func end(_ ticket: AssetTickets.Ticket) { tickets.withLock { _ = $0.remove(ticket) } }
}
