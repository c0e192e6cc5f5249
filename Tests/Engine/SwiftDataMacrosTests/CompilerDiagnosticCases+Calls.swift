// SPDX-License-Identifier: Apache-2.0

extension CompilerDiagnosticCase {
  /// Mistakes in calls, and declarations that are none.
  static let calls: [CompilerDiagnosticCase] = [
    .init(
      "DescriptorArguments",
      #"""
      import Foundation
      import SwiftData
      @Model final class Ordered { var name = ""; init() {} }
      let byName = FetchDescriptor<Ordered>(sortBy: \.name)
      let untyped = FetchDescriptor(predicate: #Predicate { $0.name == "a" })
      """#,
      [
        #"4:47: error: cannot convert value of type 'KeyPath<Root, Value>' to expected argument type '[SortDescriptor<Ordered>]'"#,
        #"4:47: error: cannot infer key path type from context; consider explicitly specifying a root type"#,
        #"5:53: error: cannot infer type of closure parameter '$0' without a type annotation"#,
      ]),
    .init(
      "ContainerOfList",
      #"""
      import Foundation
      import SwiftData
      @Model final class Listed { var name = ""; init() {} }
      func open() throws -> ModelContainer { try ModelContainer(for: [Listed.self]) }
      """#,
      [
        #"4:44: warning: 'init(for:migrationPlan:_:)' is deprecated: Name the models without brackets, or in a 'Schema' [#DeprecatedDeclaration]"#
      ]),
    .init(
      "OptionalChains",
      #"""
      import Foundation
      import SwiftData
      @Model final class Chained { var name = ""; var owner: Chained?; var isDone: Bool?; init() {} }
      let chained = #Predicate<Chained> { $0.owner?.name.contains("a") }
      """#,
      [
        #"4:52: error: cannot convert value of type 'Bool?' to closure result type 'Bool'"#
      ]),
    .init(
      "PredicateBodies",
      #"""
      import Foundation
      import SwiftData
      @Model final class Told { var name = ""; var words: [String] = []; init() {} }
      let mapped = #Predicate<Told> { $0.words.map { $0.count }.contains(2) }
      let chosen = #Predicate<Told> { told in switch told.name { case "a": true; default: false } }
      let folded = #Predicate<Told> { $0.name.localizedCaseInsensitiveContains("a") }
      """#,
      [
        #"4:42: error: The function 'map(_:)' is not supported in a predicate; use 'contains(where:)', 'allSatisfy' or 'filter'; on an optional, use '?.' or 'flatMap' (from macro 'Predicate')"#,
        #"5:41: error: 'switch' is not supported in a predicate; use 'if', 'else' or '?:' (from macro 'Predicate')"#,
        #"6:41: error: The function 'localizedCaseInsensitiveContains(_:)' is not supported in a predicate; use 'localizedStandardContains' (from macro 'Predicate')"#,
      ]),
    .init(
      "UnstorableShapes",
      #"""
      import Foundation
      import SwiftData
      protocol Shape {}
      @Model final class Shaped {
        var pair: (Int, Int) = (1, 2)
        var action: () -> Void = {}
        var shape: any Shape
        var shapes: [any Shape] = []
        var type: Shaped.Type?
        init(shape: any Shape) { self.shape = shape }
      }
      """#,
      [
        #"5:7: error: Property 'pair' has the type '(Int, Int)', which cannot be persisted; mark it @Transient, or use a type that is Codable"#,
        #"6:7: error: Property 'action' has the type '() -> Void', which cannot be persisted; mark it @Transient, or use a type that is Codable"#,
        #"7:7: error: Property 'shape' has the type 'any Shape', which cannot be persisted; mark it @Transient, or use a type that is Codable"#,
        #"8:7: error: Property 'shapes' has the type '[any Shape]', which cannot be persisted; mark it @Transient, or use a type that is Codable"#,
        #"9:7: error: Property 'type' has the type 'Shaped.Type?', which cannot be persisted; mark it @Transient, or use a type that is Codable"#,
      ]),
    .init(
      "ActorModel",
      #"""
      import Foundation
      import SwiftData
      @Model actor Acting { var name: String = "" }
      @Model final class Unmade { var name: String; var count: Int }
      """#,
      [
        #"3:8: error: '@Model' cannot be applied to actor type 'Acting'"#,
        #"3:14: error: type 'Acting' does not conform to protocol 'Sendable'"#,
        #"4:20: error: @Model requires an initializer be provided for 'Unmade'"#,
      ]),
    .init(
      "MisplacedMacros",
      #"""
      import Foundation
      import SwiftData
      #Unique<Placed>([\.name])
      @Model final class Placed {
        var name = ""
        @Attribute(.unique) var upper: String { "a" }
        @Attribute(.unique) @Relationship var others: [Placed] = []
        @Transient var isSelected: Bool
        init() { isSelected = true }
      }
      """#,
      [
        #"3:1: error: '#Unique' can only be used in the body of a class marked with '@Model' (from macro 'Unique')"#,
        #"6:3: error: '@Attribute' cannot be applied to computed property 'upper' (from macro 'Attribute')"#,
        #"7:23: error: A property cannot have both '@Attribute' and '@Relationship' (from macro 'Relationship ')"#,
        #"7:49: error: 'others' is unavailable: a to-many relationship cannot be unique, as the members of '[Placed]' are in rows of their own; remove '.unique', or make what they have in common unique in 'Placed'"#,
        #"8:18: error: @Transient requires non-optional property 'isSelected' to have a default value (from macro 'Transient ')"#,
      ]),
    .init(
      "NoQuery",
      #"""
      import Foundation
      import SwiftData
      struct View {
        @Query(sort: \.name) var names: [String]
      }
      """#,
      [
        #"4:4: error: unknown attribute 'Query'"#
      ]),
    // What other libraries refuse, and this one does not.
    .init(
      "Allowed",
      #"""
      import Foundation
      import SwiftData
      enum Phase: String, Codable { case first }
      @Model final class Allowed {
        #Unique<Allowed>([\.name])
        #Unique<Allowed>([\.number])
        @Attribute(.unique) var name = ""
        var number = 0
        var phase: Phase = .first
        var date: Date = .now
        var description: String = ""
        var hashValue: Int = 0
        var owner: Allowed?
        init() {}
      }
      struct Finder {
        var text = ""
        var owner: Allowed
        var predicate: Predicate<Allowed> {
          #Predicate { $0.name.contains(text) && $0.date > .now && $0.owner?.name == owner.name }
        }
      }
      """#,
      []),
  ]
}
