// SPDX-License-Identifier: Apache-2.0

import XCTest

/// Single lines of the expansion, for the many ways to write a property or a class.
final class ModelDetailTests: XCTestCase {
  private func model(_ body: String) -> String {
    "@Model final class Trip {\n\(body)\n  init() {}\n}"
  }

  func testStorageTypes() {
    assertExpansion(
      of: model(
        """
          var a: Int?
          var b: Optional<Int>
          var c: Int!
          var d = "x"
          var e = -1.5
          var f = Date()
          var `default`: Int
          weak var g: Trip?
        """),
      contains: "private var _a: SwiftData._StoredAttribute<Int?> = .value(nil)",
      "private var _b: SwiftData._StoredAttribute<Optional<Int>> = .value(nil)",
      "private var _c: SwiftData._StoredAttribute<Int?> = .value(nil)",
      "private var _d: SwiftData._StoredAttribute<Swift.String>",
      "private var _e: SwiftData._StoredAttribute<Swift.Double>",
      "private var _f = SwiftData._Stored(typeOf: { Date() })",
      "private var _default: SwiftData._StoredAttribute<Int>", "SwiftData._readAttribute(self, Trip._$first + 6)",
      #"name: "default", keypath: \Trip.`default`"#,
      "private var _g: SwiftData._Stored<Trip?> = .value(nil)")
  }

  func testDefaultValues() {
    assertExpansion(
      of: model(
        """
          var a: Date = .now
          var b: Double = 0
          var c: [String] = []
          var d: String! = "x"
          var e: Int? = nil
          var f: Int = if isNew { 1 } else { 2 }
          var g = 1 + 2
        """),
      contains: "defaultValue: (.now as Date)", "defaultValue: (0 as Double)",
      "defaultValue: ([] as [String])", #"defaultValue: ("x" as String?)"#,
      #"keypath: \Trip.e, defaultValue: nil"#,
      "let _$default5: Int = if isNew { 1 } else { 2 }", "defaultValue: _$default5",
      "let _$default6 = 1 + 2")
  }

  func testMetadata() {
    assertExpansion(
      of: model(
        #"""
          #Index<Trip>([\.a], [\.a, \.b])
          #Index<Trip>(.rtree([\.a]))
          #Unique<Trip>([\.a], [])
          @Attribute var a: Int = 0
          @SwiftData.Attribute(
            .unique, // why
            originalName: "x"
          ) var b: Int = 0
          @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var c: [Stop] = []
          @Attribute(.transformable(by: "name")) var d: Color
        """#),
      contains: "metadata: SwiftData.Schema.Attribute())",
      "#sourceLocation(file: \"test.swift\", line: 7)\n  _$m=_$A(.unique, // why\n",
      #"_$i=SwiftData._inverse(\Stop.trip)"#, "_$m=_$R(deleteRule: .cascade, inverse: _$i)",
      "typealias _$R = SwiftData.Schema.Relationship",
      #"_$list.append(SwiftData.Schema.Index<Trip>([\.a], [\.a, \.b]), of: Trip.self)"#,
      #"SwiftData.Schema.Index<Trip>(.rtree([\.a]))"#, #"SwiftData.Schema.Unique<Trip>([\.a], [])"#,
      #"builder.transformable("d", \Trip._d)"#, "row.readTransformable(&self._d)",
      "row.writeTransformable(self._d)", "SwiftData._readTransformable(self, Trip")
  }

  func testWhatIsNotPersisted() {
    assertExpansion(
      of: model(
        """
          static var a = 1
          lazy var b = 2
          var c: Int { 3 }
          var d: Int { get { 4 } set {} }
          @Transient var e: Int = 5
          @Transient let h: Int
        """),
      contains: "return []", "self.h = SwiftData._placeholder()",
      excludes: "_Stored", "self.e = ")
  }

  /// Their observers are left to a warning.
  func testObservedProperties() {
    assertExpansion(
      of: model("  var f: String { didSet {} }\n  var g: Int = 7 { willSet {} }"),
      contains: "var _f: SwiftData._StoredAttribute<String>", "row.readAttribute(&self._f)",
      "row.readAttribute(&self._g)",
      excludes: "_placeholder")
  }

  func testConstants() {
    assertExpansion(
      of: model(
        """
          let a, b: Int
          let c = Date()
          var d: Int
        """),
      contains: #"builder.constant("a", \Trip.a)"#, #"builder.constant("c", \Trip.c)"#,
      "self.b = SwiftData._placeholder()", "row.readConstant(self, Trip._$first + 1)",
      "row.writeConstant(self, Trip._$first + 2)", "row.readAttribute(&self._d)", "Trip._$first + 3",
      excludes: "self.c = ", "var _a", "var _c")
  }

  func testClassForms() {
    assertExpansion(
      of: "@Model open class Trip { var a = 1; init() {} }",
      contains: "nonisolated open class var schemaMetadata", "nonisolated open func _$load",
      "nonisolated required public init(backingData:")
    assertExpansion(
      of: "@Model final class Late: Trip { var a = 1; init() {} }",
      contains: "nonisolated override public static var _$description",
      "nonisolated required public init(backingData: any SwiftData.BackingData<Root>)",
      kind: .subclass)
    assertExpansion(
      of: "@available(macOS 26, *) @Model class Trip { var a = 1; init() {} }",
      contains: "@available(macOS 26, *)\nextension Trip: nonisolated SwiftData.PersistentModel")
    assertExpansion(
      of: "@Model class Trip: PersistentModel, Codable { var a = 1; init() {} }",
      contains: "let _$storage", excludes: "override", kind: .subclass)
  }

  /// The storage hides from the compiler that objects of the class form a chain.
  func testChainsOfAClassAreReleasedOneByOne() {
    assertExpansion(
      of: "@Model class Trip { var next: Trip?; var other: Stop?; init() {} }",
      contains: "deinit {\n    SwiftData._releaseChain(SwiftData._take(&_next)) { SwiftData._take(&$0._next) }\n  }")
    assertExpansion(of: "@Model class Trip { var other: Stop?; var all: [Trip] = []; init() {} }", excludes: "deinit")
    assertExpansion(
      of: "@Model class Trip { var next: Trip?; deinit { print(1) }; init() {} }", contains: "deinit { print(1) }",
      excludes: "_releaseChain")
  }

  func testDefaultInitializer() {
    assertExpansion(of: "@Model public class Trip {}", contains: "init() {}")
    assertExpansion(
      of: "@Model class Trip { var a = 1; let b = 2; var c: Int?; var d: Int! }",
      contains: "\n  init() {}\n")
    assertExpansion(
      of: "@Model class Trip { var a: Optional<Int>; @Transient var b: Optional<Int> = nil }",
      contains: "init() {\n    self.a = nil\n  }", excludes: "self.b = nil")
    assertExpansion(
      of: "@Model class Trip { var a = 1; private init(x: Int) {} }", contains: "private init(x",
      excludes: "init() {}")
    assertExpansion(
      of: "@Model class Trip {\n  var a = 1\n  #if DEBUG\n  init() {}\n  #endif\n}",
      contains: "#if DEBUG\n  init() {}\n  #endif", excludes: "init() {}\n\n")
    assertExpansion(
      of: "@Model class Late: Trip { var a = 1 }", contains: "super.init(backingData: backingData)",
      excludes: "init() {}", kind: .subclass)
  }

  func testIsolatedProperty() {
    assertExpansion(
      of: model("  @MainActor let a: Int"),
      contains: "} as @MainActor () -> [SwiftData.Schema.PropertyMetadata]")
  }

  func testModelActorAccess() {
    assertExpansion(
      of: "@ModelActor package actor A {}", contains: "nonisolated package let modelContainer")
    assertExpansion(
      of: "@ModelActor actor A { init(modelContainer: ModelContainer) {} }",
      contains: "nonisolated let modelExecutor", excludes: "DefaultSerialModelExecutor")
  }
}
