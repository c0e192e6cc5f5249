// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation
import RealmTransfer

#if !Tool
  #error("The tool 'swiftdata' needs the trait 'Tool' of OpenSwiftData: name it where your package depends on it.")
#endif

/// Looks into stores of SwiftData and Core Data, and works on them.
@main struct SwiftDataTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swiftdata",
    abstract: "Looks into stores of SwiftData and Core Data, without their apps.",
    discussion: """
      Opens files of Core Data (from Mac OS X 10.6 on), SwiftData and OpenSwiftData. Reading \
      never changes a file.

      Exit codes: 0 all is well; 1 'check', 'cloud check' or 'doctor' found an error, 'diff' found a difference, or \
      'backup' copied a damaged store; 2 the file or the request cannot be worked with; 64 the command line cannot be understood.
      """,
    version: "0.1.0",
    subcommands: [
      Inspect.self, SchemaCommand.self, QueryCommand.self, Export.self, History.self, Check.self, Doctor.self,
      Diff.self,
      Import.self, BackupCommand.self, Compact.self, Studio.self, ViewsCommand.self, RealmCommand.self,
      PostgresCommand.self, MigrateCommand.self, CloudCommand.self,
    ])

  static func main() {
    // A reader that has seen enough closes the pipe; that is no failure.
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try parseAsRoot()
      try command.run()
      StandardOutput.flush()
    } catch let error as ExpressionError {
      StandardOutput.flush()
      StandardOutput.complain(error.description)
      Foundation.exit(ExitCodes.failure)
    } catch let error as ImportProblems {
      StandardOutput.flush()
      StandardOutput.complain(error.description)
      Foundation.exit(ExitCodes.failure)
    } catch let error as RealmFileError {
      StandardOutput.flush()
      StandardOutput.complain(error.description)
      Foundation.exit(ExitCodes.failure)
    } catch let error as RealmTransferError {
      StandardOutput.flush()
      StandardOutput.complain(error.description)
      Foundation.exit(ExitCodes.failure)
    } catch let error as StoreError {
      StandardOutput.flush()
      StandardOutput.complain(error.description)
      Foundation.exit(ExitCodes.failure)
    } catch {
      StandardOutput.flush()
      exit(withError: error)
    }
  }
}

/// What the tool's exit codes mean.
enum ExitCodes {
  static let findings: Int32 = 1
  static let failure: Int32 = 2
}
