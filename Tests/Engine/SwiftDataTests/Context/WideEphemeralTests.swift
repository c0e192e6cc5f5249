// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A model with more properties than a mask has bits: the last ones share a bit, and some of them are not stored.
@Suite struct WideEphemeralTests {
  @Model final class Wide {
    var value0 = 0
    var value1 = 1
    var value2 = 2
    var value3 = 3
    var value4 = 4
    @Attribute(.ephemeral) var note5 = "none"
    var value6 = 6
    var value7 = 7
    var value8 = 8
    var value9 = 9
    @Relationship(deleteRule: .nullify, inverse: \Part.wide10) var parts10: [Part] = []
    var value11 = 11
    var value12 = 12
    var value13 = 13
    var value14 = 14
    var value15 = 15
    var value16 = 16
    var value17 = 17
    var value18 = 18
    var value19 = 19
    var part20: Part?
    var value21 = 21
    var value22 = 22
    var value23 = 23
    var value24 = 24
    var value25 = 25
    var value26 = 26
    var value27 = 27
    var value28 = 28
    var value29 = 29
    var value30 = 30
    var value31 = 31
    var value32 = 32
    var value33 = 33
    var value34 = 34
    var value35 = 35
    var value36 = 36
    var value37 = 37
    var value38 = 38
    var value39 = 39
    var value40 = 40
    var value41 = 41
    var value42 = 42
    var value43 = 43
    var value44 = 44
    var value45 = 45
    var value46 = 46
    var value47 = 47
    var value48 = 48
    var value49 = 49
    var value50 = 50
    var value51 = 51
    var value52 = 52
    var value53 = 53
    var value54 = 54
    var value55 = 55
    var value56 = 56
    var value57 = 57
    var value58 = 58
    var value59 = 59
    var value60 = 60
    var value61 = 61
    var value62 = 62
    var value63 = 63
    @Attribute(.ephemeral) var note64 = "none"
    @Relationship(deleteRule: .nullify, inverse: \Part.wide65) var parts65: [Part] = []
    @Attribute(.ephemeral) var note66 = "none"
    var part67: Part?
    var value68 = 68
    var value69 = 69
    init() {}
  }

  @Model final class Part {
    var name: String
    var wide10: Wide?
    var wide65: Wide?
    init(name: String) { self.name = name }
  }

  @Test func propertiesBehindEphemeralOnesAreStored() throws {
    let folder = try TestFolder()
    let container = try folder.container(Wide.self, Part.self)
    let context = ModelContext(container)
    let parts = (0..<4).map { Part(name: "\($0)") }
    let wide = Wide()
    context.insert(wide)
    for part in parts { context.insert(part) }
    wide.value63 = 630
    wide.value69 = 690
    (wide.note5, wide.note64, wide.note66) = ("a", "b", "c")
    (wide.part20, wide.part67) = (parts[0], parts[1])
    (wide.parts10, wide.parts65) = ([parts[2]], [parts[3]])
    try context.save()
    try check(container, value63: 630, value68: 68, value69: 690, part67: "1", parts65: ["3"])

    // Behind the bit that they share, all are written together.
    wide.value68 = 680
    wide.note66 = "d"
    try context.save()
    try check(container, value63: 630, value68: 680, value69: 690, part67: "1", parts65: ["3"])

    wide.part67 = parts[2]
    wide.parts65.append(parts[0])
    wide.value62 = 620
    try context.save()
    try check(container, value63: 630, value68: 680, value69: 690, part67: "2", parts65: ["0", "3"])
    #expect(wide.note66 == "d")

    // Every property by itself.
    let other = ModelContext(container)
    let again = try #require(try other.fetch(FetchDescriptor<Wide>()).first)
    again.value63 = 1
    try other.save()
    again.value69 = 2
    try other.save()
    try check(container, value63: 1, value68: 680, value69: 2, part67: "2", parts65: ["0", "3"])
  }

  private func check(
    _ container: ModelContainer, value63: Int, value68: Int, value69: Int, part67: String, parts65: [String]
  ) throws {
    let wide = try #require(try ModelContext(container).fetch(FetchDescriptor<Wide>()).first)
    let values: [Int] = [wide.value0, wide.value61, wide.value63, wide.value68, wide.value69]
    let expected: [Int] = [0, 61, value63, value68, value69]
    #expect(values == expected)
    let (first, last) = (wide.part20?.name, wide.part67?.name)
    #expect(first == "0")
    #expect(last == part67)
    let (names10, names65) = (wide.parts10.map(\.name), wide.parts65.map(\.name).sorted())
    #expect(names10 == ["2"])
    #expect(names65 == parts65)
    let notes: [String] = [wide.note5, wide.note64, wide.note66]
    let none = ["none", "none", "none"]
    #expect(notes == none)
  }
}
