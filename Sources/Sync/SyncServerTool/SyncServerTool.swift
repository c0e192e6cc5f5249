// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCloudKitWeb
import SwiftDataSyncServer

/// `swiftdata-server`: devices sync with this one.
@main
struct SyncServerTool {
  static let usage = """
    In the place of FILE, each command also takes a PostgreSQL database, which several servers may share:
        --database ADDRESS [--schema NAME] [--connections N] [--prepared-statements yes|no]
        ADDRESS is postgres://user@host/database. Keep the password in ~/.pgpass or in PGPASSWORD.
    swiftdata-server serve FILE [--config FILE] [OPTION VALUE]...
        Answers devices. The file is made if it is not there. A token is valid if the users' table in the file,
        or one of these files, says so; all are read again when they change:
        --tokens FILE          Each line has an account and a token of it, separated by a space. An empty line,
                               or one that begins with #, says nothing.
        --jwt-keys FILE        Keys of an identity provider (JSON Web Key Set) for signed tokens: HS256, ES256,
                               RS256. 'sub' is the account, 'exp' must be there.
        --jwt-issuer TEXT      What 'iss' must be, --jwt-audience TEXT what 'aud' must have.
        --address 127.0.0.1    --port 8080
        --max-records N        What an account may have that has no quota of its own; --max-megabytes N. 0: no limit.
        --max-value-megabytes N  How large one picture or other large value may be (256).
        --requests 100         Of an account, a second; 0: no limit.
        --listeners 200        Connections of an account that wait for changes.
        --wrong-tokens 20      Of an address, a minute.
        --least-schema VERSION Of the app's models, such as 2.1.0: devices with an earlier one, or that state none, are
                               told to update. They keep what they have, and upload it then.
        --forwarded-for no     'yes': a proxy writes the address of who comes into X-Forwarded-For.
        --metrics-token FILE   A file with the token for /metrics. Without it, there are no metrics.
        --log-level notice     'info' has a line for each request, without tokens and values.
        --cloudkit CONTAINER   CloudKit's web protocol for iCloud.com.example.app, beside that of devices.
        --cloudkit-zone NAME   The zone of each account that it shows. The container's name, unless this says otherwise.
        --cloudkit-schema FILE What 'swiftdata schema STORE --json' prints: the types of fields. Without it they are
                               learnt from what devices upload.
        --cloudkit-api-token FILE  A file with what ckAPIToken must be. --cloudkit-environment production
        --cloudkit-url URL     Where clients reach the server, for the addresses of assets.
        --cloudkit-sign-in URL Where people sign in; told to who has no web-auth token.
        --cloudkit-quirks LIST Such as item-uuid=yes,token-rotation=yes.
        --cloudkit-index FILE  Where the index of records is: beside the server's file.
        --config FILE          Options, one in a line, without the dashes: port 8080. Those of the command win.
    swiftdata-server user add|remove FILE ACCOUNT
    swiftdata-server user list FILE
        The users' table. Who is removed is signed out; what the account has stays, until 'erase'.
    swiftdata-server token issue FILE ACCOUNT --device NAME [--days N]
        Writes a new token of a user. It is not in the file, and cannot be shown again.
    swiftdata-server token list FILE ACCOUNT
    swiftdata-server token revoke FILE ACCOUNT NUMBER|all
    swiftdata-server quota FILE ACCOUNT [--records N] [--megabytes N] [--default yes]
        What an account may have; 0: no limit. Without an option it says what the account has and may have.
    swiftdata-server backup FILE COPY
        Copies the file while a server works with it. A server that serves the copy tells devices that it
        comes from a backup, and they bring what it lacks. A database is copied by pg_dump.
    swiftdata-server compact FILE DAYS
        Forgets what was deleted longer ago, and what records were then. Devices that were away for longer
        compare all they have.
    swiftdata-server deleted FILE ACCOUNT [--zone NAME] [--since TIME]
        Lists what is deleted, the latest first. A time is one such as 2026-11-26T14:00:00Z.
    swiftdata-server history FILE ACCOUNT RECORD [--zone NAME]
        Lists when a record was changed, by which device, and what, without values. A record is its model
        and its name, as 'deleted' writes it: Trip:9b2f…
    swiftdata-server conflicts FILE ACCOUNT [--zone NAME] [--since TIME]
        Lists when a device changed a record without knowing of another one's edit, and what was replaced.
    swiftdata-server undelete FILE ACCOUNT RECORD [--zone NAME] [--dry-run yes]
        Brings a record back, with what the same transaction has deleted or cut off from it.
    swiftdata-server restore FILE ACCOUNT --to TIME [--zone NAME] [--dry-run yes]
        Brings all records of all zones, or of one, back to what they were. What was made since stays. Devices
        take it as an edit; what they edit meanwhile, or have not sent yet, is merged with it.
    swiftdata-server share list FILE [ACCOUNT]
        Lists the shares, or those that an account is in, with their members and open invitations.
    swiftdata-server share right FILE SHARE ACCOUNT read|write
    swiftdata-server share remove FILE SHARE ACCOUNT
    swiftdata-server share end FILE SHARE
        Changes a member's right, takes it, or ends the share for all but its owner. What is in it stays.
    swiftdata-server cloudkit schema SCHEMA.json
        Writes the record types of CloudKit that mirror the models of a schema, as a .ckdb file has them.
    swiftdata-server admin FILE [--port 0]
        Shows accounts, zones, devices, shares and conflicts in the browser, and lets users, tokens and quotas be
        changed. Prints an address of this machine; who does not have it cannot come in. Needs the trait Web.
    swiftdata-server accounts FILE
        Lists the zones of all accounts, with what they have.
    swiftdata-server export FILE ACCOUNT OUTPUT
        Writes all records of an account that are there, one in a line of JSON.
    swiftdata-server support FILE ACCOUNT OUTPUT [--config FILE]
        Writes what somebody who helps needs to know of an account: types, fields, counts, positions, times, devices
        by their numbers, reasons by their kinds. It has no values, no names of records, accounts and devices, and
        no tokens. --config names the file of options of 'serve'; those that are numbers are written, too.
    swiftdata-server erase FILE ACCOUNT
        Removes all of an account, its user and tokens in the file included, and writes the file anew (a
        database reuses the room). Remove its tokens elsewhere before: a device that still has one uploads all
        that it has.
    """

  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch let error as UsageError {
      fail("\(error.text)\n\n\(usage)", status: 64)
    } catch let error as CloudKitOptionError {
      fail(error.text, status: 64)
    } catch let error as ServerFileError {
      fail(error.text, status: 64)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func fail(_ text: String, status: Int32) {
    FileHandle.standardError.write(Data("swiftdata-server: \(text)\n".utf8))
    exit(status)
  }

  private static func run(_ arguments: [String]) async throws {
    var arguments = Arguments(arguments)
    switch try arguments.next("a command") {
    case "serve": try await ServeCommand(&arguments).run()
    case "user": try UserCommands.user(&arguments)
    case "token": try UserCommands.token(&arguments)
    case "quota": try UserCommands.quota(&arguments)
    case "backup":
      let place = try arguments.place()
      if case .database = place {
        throw UsageError(
          text: "a PostgreSQL database is copied by its own programs, such as pg_dump; servers notice a copy")
      }
      let copy = URL(fileURLWithPath: try arguments.next("the copy's path"))
      try arguments.finish()
      guard !FileManager.default.fileExists(atPath: copy.path) else {
        throw UsageError(text: "\(copy.path) is there already")
      }
      try place.open(isNew: false).backUp(to: copy)
    case "compact":
      let place = try arguments.place()
      guard let days = Int(try arguments.next("a number of days")), (0...100_000).contains(days) else {
        throw UsageError(text: "the days are no number")
      }
      try arguments.finish()
      let now = Int64(Date().timeIntervalSince1970 * 1_000)
      try place.open(isNew: false).compact(before: now - Int64(days) * 86_400_000)
    case "deleted": try RestoringCommands.deleted(&arguments)
    case "admin": try await AdminCommand.run(&arguments)
    case "conflicts": try RestoringCommands.conflicts(&arguments)
    case "history": try RestoringCommands.history(&arguments)
    case "undelete": try RestoringCommands.undelete(&arguments)
    case "restore": try RestoringCommands.restore(&arguments)
    case "share": try ShareCommands.share(&arguments)
    case "cloudkit": try CloudKitCommands.run(&arguments)
    case "accounts": try AccountCommands.list(&arguments)
    case "export": try AccountCommands.export(&arguments)
    case "support": try SupportCommand.run(&arguments)
    case "erase": try AccountCommands.erase(&arguments)
    case "help", "--help", "-h": print(usage)
    case let other: throw UsageError(text: "there is no command '\(other)'")
    }
  }
}

struct UsageError: Error {
  var text: String
}
