// SPDX-License-Identifier: Apache-2.0

#if Postgres
  /// Why a server's database does not do what it was asked for. The text has no password and no values; libpq may say in it
  /// which machine was asked, and as which user.
  package struct ServerDatabaseError: Error, Hashable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
      /// The address, the user, the password or the schema is wrong.
      case configuration
      /// It cannot be reached, or the connection was lost.
      case unreachable
      /// Others are in the way, or there are no connections left.
      case busy
      /// The connection was lost in the moment of the commit: the transaction was done as a whole, or not at all.
      case inDoubt
      case other
    }

    package var reason: Reason
    package var text: String

    package var description: String { text }

    init(_ reason: Reason, _ text: String) { (self.reason, self.text) = (reason, text) }

    static let closed = ServerDatabaseError(.unreachable, "the database was closed")
    static let inDoubt = ServerDatabaseError(
      .inDoubt,
      "the connection to the database was lost at the end of a transaction: it was done, or not; an upload that is repeated "
        + "is applied once; look before you repeat a command")

    init(_ failure: PostgresFailure) {
      let cause = "\(failure.message)\(failure.code.map { " (\($0))" } ?? "")"
      switch failure.code {
      case nil:
        self.init(.unreachable, "the database cannot be reached: \(cause); check that it runs, and its address")
      case "28P01", "28000":
        self.init(.configuration, "the database refuses the user or the password: \(cause); check both")
      case "3D000": self.init(.configuration, "there is no such database: \(cause); create it first")
      case "42501", "25006":
        self.init(
          .configuration,
          "the user may not do this in the database: \(cause); grant the right, or connect to the primary server")
      case "42P01", "42703", "3F000":
        self.init(.other, "the database lacks a table or a column of the server's: \(cause); restore a backup")
      case "26000", "42P05":
        self.init(
          .configuration,
          "something between the server and the database mixes connections up: \(cause); add --prepared-statements no")
      case "40001", "40P01", "23505", "55P03", "57014":
        self.init(.busy, "others were in the way for too long: \(cause); try again")
      case "53300":
        self.init(.busy, "the database has no connection left: \(cause); use fewer connections, or a pooler")
      case "53100", "53200": self.init(.other, "the database has no room left: \(cause); make room")
      case let code? where code.hasPrefix("57P") || code.hasPrefix("08"):
        self.init(.unreachable, "the database has ended the connection: \(cause); try again")
      default: self.init(.other, "the database has refused a statement: \(cause)")
      }
    }
  }
#endif
