// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport

/// The compiler that runs these tests' build, with the modules that it has built.
public struct SwiftCompiler: Sendable {
  /// What a test says that cannot type-check anything.
  public static let absence = "The compiler or the built modules are not where they were expected."

  private let executable: URL
  private let arguments: [String]
  /// The system's modules are compiled once for all calls.
  private let cache: TemporaryFolder

  public init?() {
    guard let start = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return nil }
    let manager = FileManager.default
    // The tests may run in a process of the toolchain's, whose arguments name the bundle.
    let places = [start] + CommandLine.arguments.map { URL(fileURLWithPath: $0) }
    let folders = places.map { $0.deletingLastPathComponent() }
    guard let products = folders.first(where: { manager.fileExists(atPath: $0.path + "/SwiftDataMacros-tool") })
    else { return nil }
    let modules = ["Modules-tool", "Modules"].first {
      manager.fileExists(atPath: products.path + "/\($0)/SwiftData.swiftmodule")
    }
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard let modules, let cache = try? TemporaryFolder(),
      let swiftc = paths.map({ "\($0)/swiftc" }).first(where: { manager.isExecutableFile(atPath: $0) })
    else { return nil }
    executable = URL(fileURLWithPath: swiftc)
    self.cache = cache
    let suffix = modules.hasSuffix("-tool") ? "-tool" : ""
    let sqlite = "checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap"
    var folder = products
    while folder.path != "/", !manager.fileExists(atPath: folder.path + "/" + sqlite) {
      folder.deleteLastPathComponent()
    }
    guard folder.path != "/" else { return nil }
    arguments = [
      "-typecheck", "-parse-as-library", "-swift-version", "5", "-module-name", "Trial",
      "-suppress-warnings", "-diagnostic-style", "llvm", "-I", products.path + "/" + modules,
      "-load-plugin-executable", products.path + "/SwiftDataMacros-tool#SwiftDataMacros",
      "-Xcc", "-fmodule-map-file=\(products.path)/CSwiftDataRuntime\(suffix).build/module.modulemap",
      "-Xcc", "-fmodule-map-file=\(folder.path)/\(sqlite)",
    ]
  }

  /// The errors in the files of a module that imports SwiftData: type-checked, not compiled.
  public func errors(in files: [(name: String, text: String)]) throws -> [String] {
    let temporary = try TemporaryFolder()
    let folder = temporary.url
    for file in files { try Data(file.text.utf8).write(to: folder.appendingPathComponent(file.name)) }
    let result = try ChildProcess.run(
      executable,
      arguments + ["-module-cache-path", cache.url.path]
        + files.map { folder.appendingPathComponent($0.name).path })
    let errors = result.errors.split(separator: "\n").map(String.init).filter { $0.contains("error:") }
    return result.status == 0 || !errors.isEmpty ? errors : [result.errors]
  }

  /// What a program prints that has nothing of this package.
  public func output(of files: [(name: String, text: String)]) throws -> String {
    let temporary = try TemporaryFolder()
    let folder = temporary.url
    for file in files { try Data(file.text.utf8).write(to: folder.appendingPathComponent(file.name)) }
    let program = folder.appendingPathComponent("program")
    let errors = try run(
      executable,
      ["-swift-version", "5", "-suppress-warnings", "-module-name", "Trial", "-module-cache-path", cache.url.path]
        + files.map { folder.appendingPathComponent($0.name).path } + ["-o", program.path])
    guard FileManager.default.isExecutableFile(atPath: program.path) else { return errors }
    return try run(program, [])
  }

  private func run(_ executable: URL, _ arguments: [String]) throws -> String {
    let result = try ChildProcess.run(executable, arguments)
    return result.output + result.errors
  }
}
