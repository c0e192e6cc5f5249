// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres

  /// What all processes want to change.
  @Model final class Account {
    @Attribute(.unique) var name: String
    var balance = 0
    @Relationship(deleteRule: .cascade, inverse: \Booking.account) var bookings: [Booking] = []

    init(_ name: String) { self.name = name }
  }

  /// One save of one process.
  @Model final class Booking {
    var writer: Int
    var number: Int
    var account: Account?

    init(_ writer: Int, _ number: Int) {
      self.writer = writer
      self.number = number
    }
  }

  func container(connections: Int = 2) throws -> ModelContainer {
    let schema = Schema([Account.self, Booking.self])
    var configuration = PostgresConfiguration(url: argument(2), schema: schema, namespace: argument(3))
    configuration.maximumConnections = connections
    return try ModelContainer(for: schema, configurations: [configuration])
  }

  /// Adds to one of two balances, and books it, again and again. Each save that others were faster than is done anew.
  func conflict(writer: Int, count: Int) throws {
    let container = try container()
    say("ready")
    _ = readLine()
    var conflicts = 0
    for index in 0..<count {
      while true {
        let context = ModelContext(container)
        let name = index.isMultiple(of: 2) ? "a" : "b"
        let found = try context.fetch(FetchDescriptor<Account>(predicate: #Predicate { $0.name == name }))
        guard let account = found.first else { throw SwiftDataError.unexpectedFault }
        account.balance += 1
        let booking = Booking(writer, index)
        context.insert(booking)
        booking.account = account
        do {
          try context.save()
          break
        } catch SwiftDataError.optimisticLockFailure, SwiftDataError.storeIsBusy {
          conflicts += 1
        }
      }
    }
    say("\(conflicts)")
  }

  /// Saves bookings one after the other.
  func write(writer: Int, count: Int) throws {
    let container = try container()
    say("ready")
    _ = readLine()
    let context = ModelContext(container)
    for index in 0..<count {
      context.insert(Booking(writer, index))
      try context.save()
    }
    say("done")
  }

  /// What the server is told of the program.
  func sayName() throws {
    let names = try ModelContext(container()).query("SELECT current_setting('application_name')", as: String.self)
    say(names.first ?? "")
  }

  /// Saves a booking for each line that comes in.
  func saveWhenAsked() throws {
    let container = try container()
    say("ready")
    var index = 0
    while readLine() != nil {
      let context = ModelContext(container)
      context.insert(Booking(0, index))
      try context.save()
      index += 1
      say("saved")
    }
  }
#endif
