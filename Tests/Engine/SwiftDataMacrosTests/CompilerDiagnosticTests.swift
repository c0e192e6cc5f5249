// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import XCTest

/// What the compiler says of mistakes that the macros cannot see, since they see no types: each is an error at what
/// the user has written.
final class CompilerDiagnosticTests: XCTestCase {
  func testWhatTypesSay() throws {
    try check(CompilerDiagnosticCase.types)
  }

  func testWhatCallsSay() throws {
    try check(CompilerDiagnosticCase.calls)
  }

  /// What is found only when all types are right.
  func testWhatInitializationSays() throws {
    try check(CompilerDiagnosticCase.initialization)
  }

  func testSeveralFilesHaveNoWarnings() throws {
    let compiler = try Compiler()
    let sources = [
      "Kind.swift": """
      import SwiftData
      enum Kind: Codable { case a, b }
      @Model final class First { var kind: Kind; var other: Second?; init(kind: Kind) { self.kind = kind } }
      """,
      "Second.swift": """
      import SwiftData
      @Model final class Second {
        #Index<Second>([\\.kind], [\\.ID])
        @Attribute(.unique) var ID: String
        var kind: Kind?
        @Relationship(inverse: \\First.other) var others: [First] = []
        init(ID: String) { self.ID = ID }
      }
      @MainActor @Model final class Third { var kind = Kind.a; init() {} }
      let three = #Predicate { (second: Second) in second.ID == "a" && second.kind != nil }
      """,
    ]
    XCTAssertEqual(try compiler.diagnostics(of: sources), [])
    #if compiler(>=6.2)
      XCTAssertEqual(try compiler.diagnostics(of: sources, ["-strict-memory-safety"]), [])
    #endif
  }

  /// What the compiler gives up on as it comes, in the forms that Predicates.md advises.
  func testComparisonsOfDoublesCompile() throws {
    let model = """
      import SwiftData
      @Model final class Spot {
        var latitude = 0.5
        var longitude = 0.5
        var height: Double?
        init() {}
      }
      """
    let condition = """
      spot.latitude > 10 && spot.latitude < 20 && spot.longitude > -5 && spot.longitude < 5 && spot.height != 3
      """
    let typed = "\(model)\nlet near = #Predicate { (spot: Spot) in \(condition) }"
    XCTAssertEqual(try Compiler().diagnostics(of: ["Spot.swift": typed]), [])
    let declared = """
      \(model)
      @freestanding(expression)
      macro Predicate<T: PersistentModel>(_ body: (T) -> Bool) -> Foundation.Predicate<T> =
        #externalMacro(module: "SwiftDataMacros", type: "ModelPredicateMacro")
      let near = #Predicate<Spot> { spot in \(condition) }
      """
    XCTAssertEqual(try Compiler().diagnostics(of: ["Spot.swift": declared]), [])
  }

  /// The expansions name nothing that only this package may use.
  func testExpansionsCompileInOtherPackages() throws {
    let source = """
      import Foundation
      import SwiftData
      struct Size: Codable { var width = 1.0, height: Int? }
      enum Mood: String, Codable { case good, bad }
      enum Shape { case round, square(Int) }
      extension Shape: Codable {}
      @Model class Animal {
        #Unique<Animal>([\\.name, \\.age])
        #Index<Animal>([\\.age], [\\.name, \\.age])
        var name: String
        var age: Int?
        init(name: String) { self.name = name }
      }
      @Model class Dog: Animal {
        @Attribute(.externalStorage) var photo: Data?
        @Attribute(.ephemeral) var isBusy = false
        @Attribute(.spotlight, originalName: "kind") var breed = ""
        @Attribute(.unique) var number = UUID()
        @Transient var cache = 0
        let born: Date
        var size = Size()
        var mood: Mood?
        var shape = Shape.round
        var tags: [String] = []
        @Relationship(deleteRule: .cascade, inverse: \\Toy.owner) var toys: [Toy] = []
        @Relationship(.unique) var best: Toy?
        init(born: Date) {
          self.born = born
          super.init(name: "dog")
        }
      }
      @Model final class Puppy: Dog { var mother: Dog? }
      @Model public final class Toy {
        var owner: Dog?
        public var price: Decimal = 1
        public init() {}
      }
      @ModelActor actor Kennel {
        func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Dog>()) }
      }
      let some = #Predicate { (dog: Dog) in dog.toys.contains { $0.price > 2 } && dog.name == "a" }
      """
    XCTAssertEqual(try Compiler().diagnostics(of: ["Animals.swift": source]), [])
  }

  /// What apps write, whose language mode is that of Swift 5; in that of Swift 6, an error says what to write.
  func testAssignedConstants() throws {
    let source = """
      import Foundation
      import SwiftData
      @Model final class Ingredient {
        let id = UUID()
        let force: Int?
        let unit: String
        let name = "a"
        var quantity: String
        init(id: UUID = UUID(), quantity: String) {
          self.id = id
          self.quantity = quantity
          unit = "g"
        }
      }
      func amounts(_ all: [Ingredient], _ id: UUID) throws -> Predicate<Ingredient> {
        #Predicate { $0.id == id && $0.force == 1 && $0.name == "a" }
      }
      """
    // The compiler says of its own accord what is to come; with Apple's macro as well.
    let warning =
      "warning: cannot expand accessor macro on variable declared with 'let'; this is an error in the Swift 6 language mode"
    XCTAssertEqual(
      Set(try Compiler().diagnostics(of: ["Ingredient.swift": source], ["-swift-version", "5"])),
      ["Ingredient.swift:4:7: \(warning)", "Ingredient.swift:5:7: \(warning)"])
    XCTAssertEqual(
      try Compiler().diagnostics(of: ["Ingredient.swift": source]),
      [
        "Ingredient.swift:4:3: error: 'let id' has a value, and an initializer assigns another, which only the language mode of Swift 5 allows in a model; write 'private(set) var id', or 'var id'",
        "Ingredient.swift:5:3: error: 'let force' has no value, and an initializer gives it none, which only the language mode of Swift 5 allows in a model; write 'private(set) var force', or 'var force'",
      ])
  }

  /// Names of Apple's expansion, in both language modes.
  func testStorageNames() throws {
    let source = """
      import Foundation
      import SwiftData
      @Model public final class Task {
        public private(set) var id: String
        private var titleData: Data?
        public private(set) var title: String {
          @storageRestrictions(initializes: _titleData, accesses: _$backingData)
          init(initialValue) {
            _titleData = .init()
            _$backingData.setValue(forKey: \\.titleData, to: Data(initialValue.utf8))
          }
          get { titleData.map { String(decoding: $0, as: UTF8.self) } ?? "" }
          set { titleData = Data(newValue.utf8) }
        }
        init(id: String, title: String) {
          self.id = id
          self.title = title
        }
      }
      @MainActor @Model class Note {
        var text: String = ""
        var count: Int
        init(count: Int) {
          _$backingData.setValue(forKey: \\.count, to: count)
          _count = _SwiftDataNoType()
        }
      }
      @Model final class Memo {
        var text: String = ""
        init() {}
        var same: String { _$backingData.getValue(forKey: \\.text) }
      }
      """
    XCTAssertEqual(try Compiler().diagnostics(of: ["Task.swift": source], ["-swift-version", "5"]), [])
    XCTAssertEqual(try Compiler().diagnostics(of: ["Task.swift": source], ["-strict-memory-safety"]), [])
  }

  /// What stands inside of `#if` counts where the condition holds, and nowhere else.
  func testMembersUnderConditions() throws {
    let source = """
      import Foundation
      import SwiftData
      @Model final class Entry {
        var next: Entry?
        init() {}
        #if os(Linux) || os(macOS) || os(Windows)
          #if !NEVER
            deinit { print("gone") }
          #endif
        #endif
      }
      @Model final class Chain {
        var next: Chain?
        init() {}
        #if NEVER
          deinit { print("gone") }
        #endif
      }
      @Model final class Note {
        var text: String
        #if !NEVER
          init(text: String) {
            _$backingData.setValue(forKey: \\.text, to: text)
            _text = _SwiftDataNoType()
          }
        #else
          init(text: String) { self.text = text }
        #endif
      }
      @Model final class Memo {
        var text: String
        #if NEVER
          init() { _text = _SwiftDataNoType() }
        #else
          init(text: String) { self.text = text }
        #endif
      }
      """
    XCTAssertEqual(try Compiler().diagnostics(of: ["Entry.swift": source]), [])
  }

  /// A constraint is one of the class where its condition holds, and nowhere else.
  func testConstraintsUnderConditions() throws {
    let source = """
      import Foundation
      import SwiftData
      @Model final class Trip {
        var name = ""
        var upper: String { name }
        #if os(Linux) || os(macOS) || os(Windows)
          #Unique<Trip>([\\.upper])
        #else
          #Unique<Trip>([\\.upper], [\\.name])
        #endif
        #if NEVER
          #Index<Trip>([\\.upper])
        #elseif !NEVER
          #Index<Trip>([\\.name])
        #endif
        init() {}
      }
      """
    XCTAssertEqual(
      try Compiler().diagnostics(of: ["Trip.swift": source]),
      [
        "Trip.swift:7:20: error: '#Unique' cannot hold unique 'upper', which is not persisted; name persisted properties of 'Trip'"
      ])
  }

  /// A property that the macro does not see would be in no store.
  func testPropertiesUnderConditionsThatMacrosDoNotKnow() throws {
    let source = """
      import Foundation
      import SwiftData
      @Model final class Photo {
        var name = ""
        #if canImport(Foundation)
          var size = 0
          @Transient var cache = 0
        #endif
        #if os(Linux) || os(macOS) || os(Windows)
          var place = ""
        #endif
        init() {}
      }
      """
    XCTAssertEqual(
      try Compiler().diagnostics(of: ["Photo.swift": source]),
      [
        "Photo.swift:6:9: error: '@Model' cannot tell whether the '#if' around the property 'size' holds; declare the property outside of it, or mark it '@Transient'"
      ])
  }

  private func check(_ cases: [CompilerDiagnosticCase]) throws {
    let sources = Dictionary(uniqueKeysWithValues: cases.map { ("\($0.name).swift", $0.source) })
    let found = try Compiler().diagnostics(of: sources)
    for wanted in cases {
      let prefix = wanted.name + ".swift:"
      let own = found.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      // The copy of an option in the expansion is refused once more, with the same words at the same place.
      var unique: [String] = []
      for line in own where !unique.contains(line) { unique.append(line) }
      XCTAssertEqual(unique, wanted.diagnostics, wanted.name)
    }
    // The compiler says of a property wrapper that it does not fit at the attribute that `@Model` adds, too.
    let expected = cases.flatMap(\.diagnostics).compactMap { $0.split(separator: " ", maxSplits: 1).last }
    for line in found where !cases.contains(where: { line.hasPrefix($0.name + ".swift:") }) {
      if !expected.contains(where: { line.hasSuffix($0) }) { XCTFail("elsewhere: \(line)") }
    }
  }
}

/// The compiler that runs these tests' build, with the modules that it has built.
struct Compiler {
  let executable: URL
  let arguments: [String]
  let manifestAPI: String

  /// - Parameter anyVersion: Whether any compiler will do. The tests of its messages want that of Swift 6.3.
  init(anyVersion: Bool = false) throws {
    #if !compiler(>=6.3) || compiler(>=6.4)
      if !anyVersion { throw XCTSkip("the texts are those of the compiler of Swift 6.3") }
    #endif
    let products = try XCTUnwrap(Bundle.main.executableURL).resolvingSymlinksInPath().deletingLastPathComponent()
    let folders = ["Modules-tool", "Modules"].map { products.appendingPathComponent($0).path }
    guard
      let modules = folders.first(where: {
        FileManager.default.fileExists(atPath: $0 + "/SwiftData.swiftmodule")
      })
    else { throw XCTSkip("no built modules beside \(products.path)") }
    let plugin = products.appendingPathComponent("SwiftDataMacros-tool").path
    guard FileManager.default.fileExists(atPath: plugin) else { throw XCTSkip("no plug-in \(plugin)") }
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard
      let path = paths.map({ "\($0)/swiftc" }).first(where: {
        FileManager.default.isExecutableFile(atPath: $0)
      })
    else { throw XCTSkip("no swiftc in PATH") }
    executable = URL(fileURLWithPath: path)
    var arguments = [
      "-emit-sil", "-o", "/dev/null", "-wmo", "-parse-as-library", "-swift-version", "6", "-module-name", "Trial",
      "-diagnostic-style", "llvm", "-I", modules, "-load-plugin-executable", "\(plugin)#SwiftDataMacros",
    ]
    // The C modules that the Swift ones were built with.
    let suffix = modules.hasSuffix("-tool") ? "-tool" : ""
    let runtime = products.appendingPathComponent("CSwiftDataRuntime\(suffix).build/module.modulemap").path
    arguments += ["-Xcc", "-fmodule-map-file=\(runtime)"]
    let sqlite = "checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap"
    var folder = products
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path + "/" + sqlite) {
      folder.deleteLastPathComponent()
    }
    guard folder.path != "/" else { throw XCTSkip("no \(sqlite) above \(products.path)") }
    arguments += ["-Xcc", "-fmodule-map-file=\(folder.path)/\(sqlite)"]
    // With traits, C modules of other packages are imported, too: those that bring a map along, and those that the build
    // has made one for.
    let manager = FileManager.default
    func names(_ path: String) -> [String] { ((try? manager.contentsOfDirectory(atPath: path)) ?? []).sorted() }
    var maps: [String: String] = [:]
    for name in names(products.path) where name.hasSuffix(".build") && !name.hasSuffix("-tool.build") {
      maps[String(name.dropLast(6))] = "\(products.path)/\(name)/module.modulemap"
    }
    maps["CSwiftDataRuntime"] = nil
    let checkouts = "\(folder.path)/checkouts"
    for package in names(checkouts) {
      for target in names("\(checkouts)/\(package)/Sources") {
        let map = "\(checkouts)/\(package)/Sources/\(target)/include/module.modulemap"
        if manager.fileExists(atPath: map) { maps[target] = map }
      }
    }
    for (_, map) in maps.sorted(by: { $0.key < $1.key }) where manager.fileExists(atPath: map) {
      arguments += ["-Xcc", "-fmodule-map-file=\(map)"]
    }
    #if Postgres
      // The map of a system library stays with its sources; Debian's headers have a folder of their own.
      let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
      arguments += ["-Xcc", "-fmodule-map-file=\(root.path)/Sources/Postgres/CLibpq/module.modulemap"]
      arguments += ["-Xcc", "-I/usr/include/postgresql"]
    #endif
    // The macros of Swift Testing.
    let toolchain = executable.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
    arguments += ["-plugin-path", toolchain.appendingPathComponent("lib/swift/host/plugins/testing").path]
    manifestAPI = toolchain.appendingPathComponent("lib/swift/pm/ManifestAPI").path
    self.arguments = arguments
  }

  /// Errors and warnings of a `Package.swift`.
  func diagnostics(ofManifest source: String) throws -> [String] {
    try run(["-typecheck", "-I", manifestAPI, "-package-description-version", "6.1"], ["Package.swift": source])
  }

  /// Errors and warnings, by line, as `File.swift:line:column: error: message`.
  func diagnostics(of sources: [String: String], _ options: [String] = []) throws -> [String] {
    try run(arguments + options, sources)
  }

  private func run(_ options: [String], _ sources: [String: String]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diagnostics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, source) in sources {
      try Data(source.utf8).write(to: folder.appendingPathComponent(name))
    }
    let text = try ChildProcess.run(
      executable,
      options + ["-module-cache-path", folder.path]
        + sources.keys.sorted().map { folder.appendingPathComponent($0).path }
    ).errors
    return text.split(separator: "\n").compactMap { line in
      guard line.contains(": error: ") || line.contains(": warning: ") || line.hasPrefix("error:") else { return nil }
      return line.replacingOccurrences(of: folder.path + "/", with: "")
        .replacingOccurrences(of: " (from macro 'Model ')", with: "")
    }.sorted(by: Self.isBefore)
  }

  /// By file, line and column.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    func key(_ line: String) -> (String, [Int]) {
      let parts = line.split(separator: ":", maxSplits: 3)
      return (String(parts.first ?? ""), parts.dropFirst().prefix(2).compactMap { Int($0) })
    }
    let (leftFile, leftPlace) = key(left)
    let (rightFile, rightPlace) = key(right)
    return leftFile == rightFile ? leftPlace.lexicographicallyPrecedes(rightPlace) : leftFile < rightFile
  }
}
