// SPDX-License-Identifier: Apache-2.0

/// A mistake, and what the compiler is to say of it: `line:column: error: message`.
struct CompilerDiagnosticCase {
  let name: String
  let source: String
  let diagnostics: [String]

  init(_ name: String, _ source: String, _ diagnostics: [String]) {
    self.name = name
    self.source = source
    self.diagnostics = diagnostics
  }
}

extension CompilerDiagnosticCase {
  /// Mistakes in declarations and expressions.
  static let types: [CompilerDiagnosticCase] = [
    .init(
      "LetAssigned",
      #"""
      import Foundation
      import SwiftData
      @Model final class Sealed { let name: String; init(name: String) { self.name = name } }
      func rename(_ sealed: Sealed) {
        sealed.name = "x"
      }
      """#,
      [
        #"5:10: error: cannot assign to property: 'name' is a 'let' constant"#
      ]),
    .init(
      "UnsupportedType",
      #"""
      import Foundation
      import SwiftData
      struct Color { var red = 0.0 }
      @Model final class Painting {
        var color: Color = Color()
        var path: KeyPath<Painting, Int>?
        let frame = Color()
        init() {}
      }
      """#,
      [
        #"5:14: error: global function '_persisted' requires that 'Color' conform to '_CodableOrModel'"#,
        #"6:13: error: global function '_persisted' requires that 'KeyPath<Painting, Int>?' conform to '_CodableOrModel'"#,
        #"7:11: error: global function '_persisted' requires that 'Color' conform to '_CodableOrModel'"#,
      ]),
    .init(
      "RelationshipOfValue",
      #"""
      import Foundation
      import SwiftData
      class Label: Codable { var name = "" }
      @Model final class Folder {
        @Relationship var names: [String] = []
        @Relationship(deleteRule: .cascade) var label: Label?
        init() {}
      }
      """#,
      [
        #"5:3: error: '@Relationship' requires a model type, but 'names' has the type '[String]'; use '@Attribute' or no macro (from macro 'Relationship ')"#,
        #"6:50: error: global function '_persisted' requires that 'Label' conform to '_ModelOrModels'"#,
      ]),
    .init(
      "SetOfModels",
      #"""
      import Foundation
      import SwiftData
      @Model final class Tag { var name = ""; init() {} }
      @Model final class Tagged {
        var tags: Set<Tag> = []
        var byName: [String: Tag] = [:]
        var gaps: [Tag?] = []
        var more: [Tag?]?
        init() {}
      }
      """#,
      [
        #"5:13: error: 'tags' is unavailable: a to-many relationship is an array of models: write '[Tag]' instead of 'Set<Tag>'"#,
        #"6:15: error: global function '_persisted' requires that '[String : Tag]' conform to '_CodableOrModel'"#,
        #"7:13: error: 'gaps' is unavailable: a to-many relationship has no gaps: write '[Tag]' instead of '[Tag?]'"#,
        #"8:13: error: 'more' is unavailable: a to-many relationship has no gaps: write '[Tag]?' instead of '[Tag?]?'"#,
      ]),
    .init(
      "UniqueList",
      #"""
      import Foundation
      import SwiftData
      struct Mark: Codable {}
      typealias Gaps = [Bead?]
      @Model final class Bead { var name = ""; init() {} }
      @Model final class Chain {
        #Unique<Chain>([\.beads], [\.name, \.marks])
        var name = ""
        var marks: [Mark] = []
        var beads: [Bead] = []
        @Attribute(.unique) var first: [Bead]? = []
        @Relationship(.unique) var second: [Bead] = []
        @Attribute(.unique) var third: [Mark] = []
        @Attribute(.unique) var fourth: [String] = []
        @Relationship(.unique) var last: Bead?
        var gaps: Gaps = []
        let fixed: [Bead] = []
        init() {}
      }
      """#,
      [
        #"7:19: error: 'beads' is unavailable: a to-many relationship cannot be unique, as the members of '[Bead]' are in rows of their own; remove it from '#Unique', or make what they have in common unique in 'Bead'"#,
        #"11:34: error: 'first' is unavailable: a to-many relationship cannot be unique, as the members of '[Bead]?' are in rows of their own; remove '.unique', or make what they have in common unique in 'Bead'"#,
        #"12:38: error: 'second' is unavailable: a to-many relationship cannot be unique, as the members of '[Bead]' are in rows of their own; remove '.unique', or make what they have in common unique in 'Bead'"#,
        #"13:34: warning: 'third' is deprecated: '@Attribute(.unique)' on an array compares whole arrays; a unique value should be a single value [#DeprecatedDeclaration]"#,
        #"14:3: warning: '@Attribute(.unique)' on an array compares whole arrays; a unique value should be a single value (from macro 'Attribute')"#,
        #"16:13: error: global function '_persisted' requires that 'Bead?' conform to 'PersistentModel'"#,
        #"17:14: error: 'fixed' is unavailable: a to-many relationship changes with its members: write 'var fixed: [Bead]'"#,
      ]),
    .init(
      "PlainSuperclass",
      #"""
      import Foundation
      import SwiftData
      class PlainBase { var number = 1 }
      class GenericBase<Value> {}
      protocol NamedBase: AnyObject {
        associatedtype Name
        var name: Name { get }
      }
      @Model class DerivedModel: PlainBase {
        var name = ""
        override init() { super.init() }
      }
      @Model final class DerivedOther: GenericBase<Int>, NamedBase {
        var name = ""
        override init() { super.init() }
      }
      @Model final class DerivedFine: NamedBase {
        var name = ""
        init() {}
      }
      """#,
      [
        #"9:28: error: global function '_superclass' requires that 'PlainBase' conform to 'PersistentModel'"#,
        #"13:34: error: global function '_superclass' requires that 'GenericBase<Int>' conform to 'PersistentModel'"#,
      ]),
    .init(
      "IndexOfNothing",
      #"""
      import Foundation
      import SwiftData
      @Model final class Indexed {
        #Index<Indexed>([\.missing])
        var name = ""
        init() {}
      }
      """#,
      [
        #"4:20: error: value of type 'Indexed' has no member 'missing'"#
      ]),
    .init(
      "UniqueOfNothing",
      #"""
      import Foundation
      import SwiftData
      @Model final class Once {
        #Unique<Once>([\.name, \.missing])
        var name = ""
        init() {}
      }
      """#,
      [
        #"4:26: error: value of type 'Once' has no member 'missing'"#
      ]),
    .init(
      "IndexOfComputed",
      #"""
      import Foundation
      import SwiftData
      @Model final class Upper {
        #Index<Upper>([\.name], [\.upper])
        #Unique<Upper>([\.note])
        var name = ""
        var upper: String { name.uppercased() }
        @Transient var note = ""
        init() {}
      }
      """#,
      [
        #"4:28: error: '#Index' cannot index 'upper', which is not persisted; name persisted properties of 'Upper'"#,
        #"5:19: error: '#Unique' cannot hold unique 'note', which is not persisted; name persisted properties of 'Upper'"#,
      ]),
    .init(
      "IndexOfAnother",
      #"""
      import Foundation
      import SwiftData
      @Model final class Other { var number = 0; init() {} }
      @Model final class Mistaken {
        #Index<Other>([\.number])
        #Unique<Other>([\.number])
        var name = ""
        init() {}
      }
      """#,
      [
        #"5:10: error: 'append(_:of:)' is unavailable: '#Index' names another class than the one that it stands in; name this one, or move it there"#,
        #"6:11: error: 'append(_:of:)' is unavailable: '#Unique' names another class than the one that it stands in; name this one, or move it there"#,
      ]),
    .init(
      "InverseWithoutRoot",
      #"""
      import Foundation
      import SwiftData
      @Model final class Halt { var route: Route?; init() {} }
      @Model final class Route {
        @Relationship(inverse: \.route) var halts: [Halt] = []
        init() {}
      }
      """#,
      [
        #"5:26: error: cannot infer key path type from context; consider explicitly specifying a root type"#
      ]),
    .init(
      "InverseOfNothing",
      #"""
      import Foundation
      import SwiftData
      @Model final class Page { var book: Book?; init() {} }
      @Model final class Book {
        @Relationship(inverse: \Page.novel) var pages: [Page] = []
        init() {}
      }
      """#,
      [
        #"5:26: error: value of type 'Page' has no member 'novel'"#
      ]),
    .init(
      "InverseOnBothSides",
      #"""
      import Foundation
      import SwiftData
      @Model final class Leaf {
        @Relationship(inverse: \Branch.leaves) var branch: Branch?
        init() {}
      }
      @Model final class Branch {
        @Relationship(inverse: \Leaf.branch) var leaves: [Leaf] = []
        init() {}
      }
      """#,
      [
        #"4:3: error: circular reference resolving attached macro 'Relationship'"#,
        #"4:4: error: unknown attribute 'Relationship'"#,
      ]),
    // The compiler's own: it has to know each argument before it knows the other property. Any macro would do.
    .init(
      "BothSidesOfAnyMacro",
      #"""
      import SwiftData
      @attached(peer) macro Related(inverse: AnyKeyPath) =
        #externalMacro(module: "SwiftDataMacros", type: "AttributePropertyMacro")
      final class Twig { @Related(inverse: \Trunk.twigs) var trunk: Trunk? }
      final class Trunk { @Related(inverse: \Twig.trunk) var twigs: [Twig] = [] }
      """#,
      [
        #"4:20: error: circular reference resolving attached macro 'Related'"#,
        #"4:21: error: unknown attribute 'Related'"#,
      ]),
    .init(
      "InverseOfAttribute",
      #"""
      import Foundation
      import SwiftData
      @Model final class Seat { var row: Row?; var number = 0; init() {} }
      @Model final class Row {
        @Relationship(inverse: \Seat.number) var seats: [Seat] = []
        init() {}
      }
      """#,
      [
        #"5:17: error: global function '_inverse' requires that 'Int' conform to '_ModelOrModels'"#
      ]),
    .init(
      "Equality",
      #"""
      import Foundation
      import SwiftData
      @Model final class Alike {
        var name = ""
        init() {}
        static func == (lhs: Alike, rhs: Alike) -> Bool { lhs.name == rhs.name }
      }
      @Model final class Equal: Equatable {
        var name = ""
        init() {}
        static func == (lhs: Equal, rhs: Equal) -> Bool { lhs.name == rhs.name }
      }
      @Model final class Compared {
        var name = ""
        init() {}
        static func == (lhs: Compared, rhs: String) -> Bool { lhs.name == rhs }
        static func == (lhs: Compared, rhs: Equal) -> Bool { lhs.name == rhs.name }
      }
      func isNamed(_ compared: Compared) -> Bool { compared == "a" || compared == Equal() }
      """#,
      [
        #"6:15: error: A model with a '==' of its own has to name 'Equatable': write 'class Alike: Equatable'; without one, models are equal if they are the same object"#
      ]),
    .init(
      "Wrappers",
      #"""
      import Foundation
      import SwiftData
      @propertyWrapper struct Clamped { var wrappedValue: Int }
      @Model final class Wrapped {
        @Published var count = 1
        @Clamped var level: Int = 1
        @Transient @Clamped var local: Int = 2
        init() {}
      }
      """#,
      [
        #"5:3: error: '@Published' cannot wrap the persisted property 'count', whose value the store keeps; remove the wrapper, or mark the property '@Transient'"#,
        #"6:3: error: property wrapper cannot be applied to a computed property"#,
      ]),
    .init(
      "LazyAndWeak",
      #"""
      import Foundation
      import SwiftData
      @Model final class Idle {
        lazy var count = 5
        @Transient lazy var cache = 5
        weak var next: Idle?
        init() {}
      }
      """#,
      [
        #"4:3: error: The lazy property 'count' cannot be persisted; mark it '@Transient', or remove 'lazy'"#,
        #"6:3: warning: 'weak' has no effect on the persisted property 'next'; remove it, or mark the property '@Transient'"#,
      ]),
    .init(
      "Options",
      #"""
      import Foundation
      import SwiftData
      @Model final class Misspelt {
        @Attribute(.unqiue) var name = ""
        @Relationship(deleteRule: .cascde) var other: Misspelt?
        init() {}
      }
      """#,
      [
        #"4:15: error: type 'Schema.Attribute.Option' has no member 'unqiue'"#,
        #"5:30: error: type 'Schema.Relationship.DeleteRule' has no member 'cascde'"#,
      ]),
    .init(
      "Transformable",
      #"""
      import Foundation
      import SwiftData
      struct Shade { var value = 1 }
      @Model final class Wall {
        @Attribute(.transformable(by: Missing.self)) var first: Shade = Shade()
        @Attribute(.transformable) var second: Shade = Shade()
        init() {}
      }
      """#,
      [
        #"5:33: error: cannot find 'Missing' in scope"#,
        #"6:15: error: 'transformable' is unavailable: name the transformer: '.transformable(by: ColorTransformer.self)'"#,
      ]),
    .init(
      "GenericModel",
      #"""
      import Foundation
      import SwiftData
      @Model final class Holder<Value: Codable> {
        var value: Value
        init(value: Value) { self.value = value }
      }
      struct Outer<Value> {
        @Model final class Inner { var name = ""; init() {} }
      }
      """#,
      [
        #"3:26: error: '@Model' cannot be applied to the generic class 'Holder': a store has one table for a class; write a class for each type of value"#,
        #"8:22: error: '@Model' cannot be applied to 'Inner' in a generic type: a store has one table for a class; declare the class outside"#,
      ]),
    .init(
      "LocalModel",
      #"""
      import Foundation
      import SwiftData
      func makeLocal() {
        @Model final class Local { var name = ""; init() {} }
      }
      """#,
      [
        #"4:22: error: '@Model' cannot be applied to the local class 'Local'; declare the class outside of the function"#,
        #"4:22: error: local type cannot have attached extension macro"#,
      ]),
    .init(
      "StructModel",
      #"""
      import Foundation
      import SwiftData
      @Model struct Flat { var name = "" }
      """#,
      [
        #"3:8: error: '@Model' cannot be applied to struct type 'Flat'"#
      ]),
    .init(
      "CodableModel",
      #"""
      import Foundation
      import SwiftData
      @Model final class Coded: Codable { var name = ""; init() {} }
      """#,
      [
        #"3:20: error: type 'Coded' does not conform to protocol 'Decodable'"#,
        #"3:20: error: type 'Coded' does not conform to protocol 'Encodable'"#,
      ]),
    .init(
      "InsertMistakes",
      #"""
      import Foundation
      import SwiftData
      @Model final class Kept { var name = ""; init() {} }
      func insert(_ context: ModelContext, _ kept: Kept?) throws {
        context.insert(kept)
        context.insert([Kept()])
        context.delete(kept)
        context.delete([Kept()])
        try context.delete(Kept.self)
        _ = try context.fetch(Kept.self)
        context.insert("kept")
      }
      """#,
      [
        #"5:11: error: 'insert' is unavailable: unwrap the optional first: 'if let model { context.insert(model) }'"#,
        #"6:11: error: 'insert' is unavailable: insert one model after the other: 'for model in models { context.insert(model) }'"#,
        #"7:11: error: 'delete' is unavailable: unwrap the optional first: 'if let model { context.delete(model) }'"#,
        #"8:11: error: 'delete' is unavailable: delete one model after the other: 'for model in models { context.delete(model) }'"#,
        #"9:15: error: 'delete' is unavailable: name the argument to delete all models of a class: 'delete(model: Trip.self)'"#,
        #"10:19: error: 'fetch' is unavailable: say what to fetch by a descriptor: 'fetch(FetchDescriptor<Trip>())'"#,
        #"11:18: error: argument type 'String' does not conform to expected type 'PersistentModel'"#,
      ]),
    .init(
      "MissingTry",
      #"""
      import Foundation
      import SwiftData
      @Model final class Saved { var name = ""; init() {} }
      func save(_ context: ModelContext) {
        context.save()
      }
      """#,
      [
        #"5:3: error: call can throw, but it is not marked with 'try' and the error is not handled"#
      ]),
    .init(
      "Descriptors",
      #"""
      import Foundation
      import SwiftData
      struct Plain { var name = "" }
      @Model final class Sorted { var name = ""; var tags: [String] = []; init() {} }
      let plain = FetchDescriptor<Plain>()
      let byTags = FetchDescriptor<Sorted>(sortBy: [SortDescriptor(\.tags)])
      """#,
      [
        #"5:13: error: type 'Plain' does not conform to protocol 'PersistentModel'"#,
        #"6:47: error: no exact matches in call to initializer "#,
      ]),
    .init(
      "Predicates",
      #"""
      import Foundation
      import SwiftData
      @Model final class Song { var name = ""; var year = 0; var rank: Int?; var isNew: Bool?; init() {} }
      let first = #Predicate<Song> { $0.year == "a" }
      let second = #Predicate<Song> { $0.rank > 3 }
      let third = #Predicate<Song> { $0.nmae == "a" }
      let fourth = #Predicate<Song> { $0.name }
      let fifth = #Predicate<Song> { $0.isNew }
      let sixth = #Predicate<Song> { $0.name = "a" }
      """#,
      [
        #"4:40: error: binary operator '==' cannot be applied to operands of type 'Int' and 'String'"#,
        #"5:36: error: value of optional type 'Int?' must be unwrapped to a value of type 'Int'"#,
        #"6:35: error: value of type 'Song' has no member 'nmae'"#,
        #"7:36: error: cannot convert value of type 'String' to closure result type 'Bool'"#,
        #"8:35: error: value of optional type 'Bool?' must be unwrapped to a value of type 'Bool'"#,
        #"9:40: error: cannot convert value of type '()' to closure result type 'Bool'"#,
      ]),
    .init(
      "PredicateCalls",
      #"""
      import Foundation
      import SwiftData
      @Model final class Tune { var name = ""; var words: [String] = []; func isGood() -> Bool { true }; init() {} }
      func isLong(_ text: String) -> Bool { text.count > 3 }
      let long = #Predicate<Tune> { isLong($0.name) }
      let good = #Predicate<Tune> { $0.isGood() }
      let replaced = #Predicate<Tune> { $0.name.replacingOccurrences(of: "a", with: "b") == "x" }
      let loop = #Predicate<Tune> { tune in for word in tune.words { if word == "a" { return true } }; return false }
      """#,
      [
        #"5:31: error: A predicate cannot call 'isLong' with values of the model; write the condition here, or compute what it needs before (from macro 'Predicate')"#,
        #"6:34: error: The function 'isGood()' is not supported in a predicate (from macro 'Predicate')"#,
        #"7:43: error: The function 'replacingOccurrences(of:with:)' is not supported in a predicate (from macro 'Predicate')"#,
        #"8:39: error: 'for' is not supported in a predicate (from macro 'Predicate')"#,
      ]),
    .init(
      "ModelActors",
      #"""
      import Foundation
      import SwiftData
      @ModelActor class Clerk {}
      @ModelActor actor Porter { let badge: Int }
      @ModelActor actor Guard { let badge: Int; init(modelContainer: ModelContainer) { fatalError() } }
      """#,
      [
        #"3:1: error: '@ModelActor' cannot be applied to class type 'Clerk' (from macro 'ModelActor ')"#,
        #"4:32: error: 'init(modelContainer:)', which '@ModelActor' adds, gives 'badge' no value; give it a default value, or write 'init(modelContainer:)' yourself (from macro 'ModelActor ')"#,
      ]),
    .init(
      "Counts",
      #"""
      import Foundation
      import SwiftData
      @Model final class Team {
        @Relationship(minimumModelCount: 3, maximumModelCount: 2) var members: [Team] = []
        init() {}
      }
      """#,
      [
        #"4:3: error: No number of models is at least 3 and at most 2; exchange the limits (from macro 'Relationship')"#
      ]),
  ]

  /// Mistakes in initializers.
  static let initialization: [CompilerDiagnosticCase] = [
    .init(
      "SentModel",
      #"""
      import Foundation
      import SwiftData
      @Model final class Sent { var name = ""; init() {} }
      func send(_ sent: Sent) async {
        await Task.detached { print(sent.name) }.value
      }
      """#,
      [
        #"5:14: error: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure [#SendingClosureRisksDataRace]"#
      ]),
    .init(
      "MissingValue",
      #"""
      import Foundation
      import SwiftData
      @Model final class Halved {
        var name: String
        var count: Int
        init(name: String) {
          self.name = name
        }
      }
      """#,
      [
        #"8:3: error: return from initializer without initializing all stored properties"#
      ]),
  ]
}
