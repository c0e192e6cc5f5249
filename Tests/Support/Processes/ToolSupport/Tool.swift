// SPDX-License-Identifier: Apache-2.0

import Foundation

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

  public static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Result {
    let process = Process()
    process.executableURL = try executable()
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    // Files, as a pipe that nobody empties would stop the program.
    let folder = try TemporaryFolder()
    let output = folder.url.appendingPathComponent("output")
    let errors = folder.url.appendingPathComponent("errors")
    for url in [output, errors] {
      _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    }
    process.standardOutput = FileHandle(forWritingAtPath: output.path)
    process.standardError = FileHandle(forWritingAtPath: errors.path)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let code = process.terminationReason == .exit ? process.terminationStatus : -1
    return Result(
      code: code, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
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
