// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Hand-written accessors that name what Apple's expansion declares.
@Suite struct StorageNamesTests {
  struct Coder { func data(_ text: String) -> Data { Data(text.utf8) } }

  @Model final class Errand {
    private(set) var id: String
    private var titleData: Data?
    var count = 3
    var marks: [Mark] = []
    var kind: String
    var level: Int
    @Transient private let coder = Coder()

    private(set) var title: String {
      @storageRestrictions(initializes: _titleData, accesses: _$backingData, coder)
      init(initialValue) {
        _titleData = .init()
        _$backingData.setValue(forKey: \.titleData, to: coder.data(initialValue))
      }
      get { titleData.map { String(decoding: $0, as: UTF8.self) } ?? "" }
      set { titleData = coder.data(newValue) }
    }

    var both: (String, Int) {
      @storageRestrictions(accesses: _$backingData, initializes: _kind, _level)
      init(initialValue) {
        _$backingData.setValue(forKey: \.kind, to: initialValue.0)
        _$backingData.setValue(forKey: \.level, to: initialValue.1)
        _kind = _SwiftDataNoType()
        _level = _SwiftDataNoType()
      }
      get { (kind, level) }
      set { (kind, level) = newValue }
    }

    /// As the backing data has it.
    var stored: String { _$backingData.getValue(forKey: \.id) }

    init(id: String, title: String, marks: [Mark] = []) {
      self.id = id
      self.title = title
      both = ("k", 7)
      self.marks = marks
    }

    func rename(_ title: String) { self.title = title }
    func reset() { _$backingData.setValue(forKey: \.id, to: "reset") }
  }

  @Model final class Mark {
    var name: String
    @Relationship(inverse: \Errand.marks) var errand: Errand?
    init(_ name: String) { self.name = name }
  }

  @Model class Base {
    var number: Int
    init(number: Int) { self.number = number }
  }

  @Model final class Derived: Base {
    var text: String
    var value: Int {
      @storageRestrictions(accesses: _$backingData, initializes: _text)
      init(initialValue) {
        _$backingData.setValue(forKey: \.text, to: "\(initialValue)")
        _text = _SwiftDataNoType()
      }
      get { Int(text) ?? 0 }
    }
    init(number: Int, value: Int) {
      self.value = value
      super.init(number: number)
    }
  }

  private func expect(
    _ errand: Errand, _ id: String, _ title: String, _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(errand.id == id && errand.stored == id && errand.title == title, sourceLocation: place)
    #expect(errand.count == 3 && errand.both == ("k", 7), sourceLocation: place)
  }

  @Test func valuesArriveWithoutAContext() {
    expect(Errand(id: "a", title: "t"), "a", "t")
    let errand = Errand(id: "a", title: "t", marks: [Mark("m")])
    errand.rename("new")
    errand.reset()
    expect(errand, "reset", "new")
    #expect(errand.marks.first?.errand === errand)
    #expect(Derived(number: 1, value: 2).text == "2")
  }

  /// Nobody has touched the object before it is inserted.
  @Test func valuesArriveInTheStore() throws {
    let folder = try TestFolder()
    let container = try folder.container(Errand.self, Mark.self, Base.self, Derived.self)
    let context = ModelContext(container)
    let errand = Errand(id: "a", title: "t", marks: [Mark("m")])
    context.insert(errand)
    context.insert(Errand(id: "b", title: "u"))
    context.insert(Derived(number: 1, value: 2))
    try context.save()
    let other = ModelContext(container)
    let found = try other.fetch(
      FetchDescriptor<Errand>(predicate: #Predicate { $0.kind == "k" && $0.level == 7 }, sortBy: [SortDescriptor(\.id)])
    )
    #expect(found.count == 2)
    expect(found[0], "a", "t")
    expect(found[1], "b", "u")
    #expect(found[0].marks.map(\.name) == ["m"])
    found[0].rename("new")
    try other.save()
    #expect(errand.title == "t")
    context.processPendingChanges()
    #expect(errand.title == "new")
    errand.rename("again")
    context.rollback()
    expect(errand, "a", "new")
    let derived = try #require(try other.fetch(FetchDescriptor<Derived>()).first)
    #expect(derived.number == 1 && derived.value == 2)
  }

  @Test func changesAreObserved() {
    let errand = Errand(id: "a", title: "t")
    let flag = DispatchSemaphore(value: 0)
    withObservationTracking {
      _ = errand.title
    } onChange: {
      flag.signal()
    }
    errand.rename("new")
    #expect(flag.wait(timeout: .now()) == .success)
  }
}
