// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Type-checks converted sources with the compiler that is installed, and puts a note at each error.
///
/// ```swift
/// let checker = try SourceChecker(products: folder)
/// let result = try checker.check(conversion.files)
/// ```
package struct SourceChecker: Sendable {
  /// The compiler's messages.
  package struct Result: Sendable {
    /// The files, with notes.
    package var files: [ConvertedSource]
    /// How many errors there are, each with a note.
    package var errors: Int
    /// Modules that are not here. Errors of files that import them say nothing, and have no notes.
    package var missingModules: [String]
    /// The files that import those.
    package var uncheckedFiles: [String]
  }

  private let compiler: URL
  private let arguments: [String]

  /// - Parameter products: where this package was built: `.build/debug`.
  /// - Throws: ``RealmSourceError``, if there is no compiler, or SwiftData was not built there.
  package init(products: URL) throws {
    let manager = FileManager.default
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard let swiftc = paths.map({ "\($0)/swiftc" }).first(where: { manager.isExecutableFile(atPath: $0) }) else {
      throw RealmSourceError(
        .noCompiler, "There is no 'swiftc' in PATH, which checks the converted sources.", path: products.path)
    }
    let modules = ["Modules-tool", "Modules"].first {
      manager.fileExists(atPath: products.path + "/\($0)/SwiftData.swiftmodule")
    }
    let sqlite = Self.sqliteMap(above: products)
    guard let modules, let sqlite, manager.fileExists(atPath: products.path + "/SwiftDataMacros-tool") else {
      throw RealmSourceError(
        .noCompiler,
        "SwiftData was not built here; say '--modules' with the folder of its build, such as '.build/debug'.",
        path: products.path)
    }
    compiler = URL(fileURLWithPath: swiftc)
    let suffix = modules.hasSuffix("-tool") ? "-tool" : ""
    arguments = [
      "-parse-as-library", "-swift-version", "5", "-module-name", "ConvertedApp", "-suppress-warnings",
      // One job for all files: of several jobs, the first that fails ends the others, and their errors stay unsaid.
      "-whole-module-optimization",
      // What it cannot make out soon it says so.
      "-Xfrontend", "-solver-expression-time-threshold=10", "-diagnostic-style", "llvm", "-I",
      products.path + "/" + modules,
      "-load-plugin-executable", products.path + "/SwiftDataMacros-tool#SwiftDataMacros",
      "-Xcc", "-fmodule-map-file=\(products.path)/CSwiftDataRuntime\(suffix).build/module.modulemap",
      "-Xcc", "-fmodule-map-file=\(sqlite)",
    ]
  }

  private static func sqliteMap(above products: URL) -> String? {
    let map = "checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap"
    var folder = products.resolvingSymlinksInPath()
    while folder.path != "/" {
      let path = folder.path + "/" + map
      if FileManager.default.fileExists(atPath: path) { return path }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  /// Type-checks all files as one module.
  package func check(_ files: [ConvertedSource]) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("check-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var paths: [String: Int] = [:]
    var names: [String] = []
    for (index, file) in files.enumerated() {
      // Files of several folders may have the same name, which a module may not.
      let url = folder.appendingPathComponent("\(index)").appendingPathExtension("swift")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: url)
      paths[url.path] = index
      names.append(url.path)
    }
    var missing: [String] = []
    var output = try run(names, stubs: folder)
    while let module = CompilerOutput.missingModule(output), !missing.contains(module) {
      missing.append(module)
      try makeStub(module, in: folder)
      output = try run(names, stubs: folder)
    }
    let skipped = Set(
      files.indices.filter { index in
        let imports = Imports.names(in: files[index].text)
        // What still needs Realm is what is to be found.
        return missing.contains { imports.contains($0) && !RealmNames.modules.contains($0) }
      })
    // What is missing or not initialized is looked for only where all types are right.
    if output.isEmpty { output = try run(names, stubs: folder, mode: ["-emit-sil", "-o", folder.path + "/app.sil"]) }
    let found = CompilerOutput(output, files: paths)
    var result = Result(
      files: files, errors: 0, missingModules: missing.filter { !RealmNames.modules.contains($0) },
      uncheckedFiles: skipped.sorted().map { files[$0].path })
    for (index, errors) in found.errors where !skipped.contains(index) {
      result.files[index] = CompilerOutput.marked(files[index], errors)
      result.errors += errors.count
    }
    if !found.isReadable, result.errors == 0, skipped.isEmpty {
      throw RealmSourceError(.noCompiler, "The compiler failed: \(output.prefix(2000))", path: compiler.path)
    }
    return result
  }

  /// An empty module, so that the others can be read.
  private func makeStub(_ module: String, in folder: URL) throws {
    let source = folder.appendingPathComponent("stub-\(module).swift")
    try Data().write(to: source)
    _ = try execute([
      "-emit-module", "-parse-as-library", "-module-name", module, "-emit-module-path",
      folder.appendingPathComponent("\(module).swiftmodule").path, source.path,
    ])
  }

  private func run(_ files: [String], stubs: URL, mode: [String] = ["-typecheck"]) throws -> String {
    try execute(mode + arguments + ["-I", stubs.path, "-module-cache-path", stubs.path + "/cache"] + files)
  }

  private func execute(_ arguments: [String]) throws -> String {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("check-\(UUID().uuidString).log")
    guard FileManager.default.createFile(atPath: log.path, contents: nil) else {
      throw RealmSourceError(.unwritable, "The compiler's output cannot be written.", path: log.path)
    }
    defer { try? FileManager.default.removeItem(at: log) }
    let process = Process()
    process.executableURL = compiler
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: log)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
    return process.terminationStatus == 0 ? "" : text.isEmpty ? "swiftc ended with \(process.terminationStatus)" : text
  }
}
