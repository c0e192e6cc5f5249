// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport

/// The executable `swiftdata`, which is built next to the tests.
public enum Tool {
  /// What a run has left.
  public struct Result {
    /// The exit status; −1 if a signal ended the program.
    public let code: Int32
    public let output: String
    public let errors: String
  }

  public static func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Result {
    try run(arguments, environment: environment)
  }

  /// A run that has not ended after ten minutes is killed: a command that serves, where a test expects an error, never ends.
  public static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Result {
    let result = try ChildProcess.run(
      executable(), arguments, environment: ProcessInfo.processInfo.environment.merging(environment) { _, new in new },
      limit: 600)
    return Result(code: max(-1, result.status), output: result.output, errors: result.errors)
  }

  public static func executable() throws -> URL {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    var places = [tests, Bundle.main.bundleURL]
    places += places.map { $0.deletingLastPathComponent() }
    for place in places {
      let url = place.appendingPathComponent("swiftdata")
      if FileManager.default.isExecutableFile(atPath: url.path) { return url }
    }
    throw CocoaError(
      .fileNoSuchFile,
      userInfo: [NSDebugDescriptionErrorKey: "swiftdata is not beside \(tests.path)"])
  }
}
