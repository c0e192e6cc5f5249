// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftDataCore
import Testing

/// A state is a view of fields that lie in the object: its pointer must lead
/// there, whatever the class is like.
@Suite struct StateStorageTests {
  @Model final class Plain {
    var name = ""
    init() {}
  }

  @available(macOS 26, *)
  @Model class Base {
    var number = 0
    init() {}
  }

  @available(macOS 26, *)
  @Model final class Derived: Base {
    var text = ""
    override init() { super.init() }
  }

  @MainActor @Model final class Isolated {
    var flag: Bool?
    init() {}
  }

  private func liesInside(_ object: some PersistentModel) -> Bool {
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    let state = object._$ownState
    let place = state.address - start
    // None of these objects is larger; what lies elsewhere is much farther away.
    return (16..<256).contains(place)
  }

  @Test func fieldsLieInTheObject() throws {
    #expect(MemoryLayout<_ModelStateStorage>.size == 24)
    #expect(liesInside(Plain()))
    #expect(liesInside(Base()))
    #expect(liesInside(Derived()))
    let container = try memoryContainer(Plain.self)
    let context = ModelContext(container)
    context.insert(Plain())
    try context.save()
    let fetched = try #require(try ModelContext(container).fetch(FetchDescriptor<Plain>()).first)
    #expect(liesInside(fetched))
  }

  @MainActor @Test func fieldsOfAnIsolatedClassLieInTheObject() { #expect(liesInside(Isolated())) }

  /// What a state keeps in its word does not run together.
  @Test func fieldsAreApart() {
    let object = Plain()
    let state = object.ensuredState
    for version in [Int32.min, -1, 0, 1, .max] {
      for bits in [UInt64.zero, 1, 1 << 18, 1 << 19, 1 << 63, .max] {
        state.version = version
        state.dirty = PropertyMask(bits: bits)
        state.flags = [.known, .fault]
        state.key = -5
        #expect(state.version == version)
        #expect(state.dirty.bits == bits)
        #expect(state.flags == [.known, .fault])
        state.dirty = .none
        #expect(state.dirty.isEmpty)
        #expect(state.version == version)
        #expect(state.key == -5)
        #expect(state.core == nil)
      }
    }
  }
}
