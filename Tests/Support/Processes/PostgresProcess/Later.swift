// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres

  /// The next version of the models.
  enum Later {
    @Model final class Account {
      @Attribute(.unique) var name: String
      var balance = 0
      var owner: String?
      @Relationship(deleteRule: .cascade, inverse: \Booking.account) var bookings: [Booking] = []

      init(_ name: String) { self.name = name }
    }

    @Model final class Booking {
      #Index<Booking>([\.writer, \.number], [\.number])
      var writer: Int
      var number: Int
      var text: String?
      var account: Account?

      init(_ writer: Int, _ number: Int) {
        self.writer = writer
        self.number = number
      }
    }
  }

  /// Opens the store with them, together with other processes, and counts.
  func openLater() throws {
    say("ready")
    _ = readLine()
    let schema = Schema([Later.Account.self, Later.Booking.self])
    let container = try ModelContainer(
      for: schema,
      configurations: [PostgresConfiguration(url: argument(2), schema: schema, namespace: argument(3))])
    say("\(try ModelContext(container).fetchCount(FetchDescriptor<Later.Booking>()))")
  }
#endif
