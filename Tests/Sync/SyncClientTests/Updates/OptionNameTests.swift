// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// Options are of classes and properties by name: they hold for subclasses, and a wrong name is not passed over.
@Suite struct OptionNameTests {
  @Model class Diary {
    var uid: String
    var text: String = ""
    var draft: String = ""

    init(uid: String, text: String) {
      self.uid = uid
      self.text = text
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Model final class TravelDiary: Diary {
    var place: String = ""

    init(uid: String, text: String, place: String) {
      self.place = place
      super.init(uid: uid, text: text)
    }
  }

  private static let models: [any PersistentModel.Type] = [Diary.self, TravelDiary.self]

  private let clock = TestClock()
  private let server: MemoryServer

  init() { server = MemoryServer(clock: clock) }

  private func device(_ number: UInt64, _ options: SyncOptions) throws -> Device {
    try Device(number, server, clock: clock, options: options, synced: Self.models, all: Self.models)
  }

  @Test func whatIsSecretOrLocalIsSoInSubclasses() async throws {
    var options = SyncOptions()
    options.encryptedProperties = ["Diary": ["text"]]
    options.localProperties = ["Diary": ["draft"]]
    let a = try device(1, options)
    try await a.sync.syncNow()
    _ = try await a.sync.setUpEncryption()
    try a.edit { context in
      let diary = TravelDiary(uid: "1", text: "secret", place: "p")
      diary.draft = "draft"
      context.insert(diary)
    }
    try await a.sync.syncNow()
    let record = try #require(server.zone.records.values.first { $0.id.type == "TravelDiary" }?.record)
    #expect(record.fields["text"]?.value.isSealed == true)
    #expect(record.fields["draft"] == nil && record.fields["place"]?.value == .text("p"))
  }

  /// An update names them for the superclass only: what was uploaded in the clear is encrypted.
  @Test func anUpdateEncryptsWhatWasClear() async throws {
    let a = try device(1, SyncOptions())
    try a.edit { $0.insert(TravelDiary(uid: "1", text: "clear", place: "p")) }
    try await a.sync.syncNow()
    var options = SyncOptions()
    options.encryptedProperties = ["Diary": ["text"]]
    try a.restart(all: Self.models, options: options)
    try await a.sync.syncNow()
    _ = try await a.sync.setUpEncryption()
    try await a.sync.syncNow()
    #expect(server.value("TravelDiary", "text")?.1.isSealed == true)
  }

  @Test func rulesHoldForSubclasses() async throws {
    var options = SyncOptions()
    options.rules = ["Diary.text": .server, "Diary.draft": .server, "TravelDiary.draft": .newer]
    options.deletionsWin = ["Diary"]
    let (a, b) = (try device(1, options), try device(2, options))
    try a.edit { context in
      for uid in ["1", "2"] { context.insert(TravelDiary(uid: uid, text: "t", place: "p")) }
    }
    try await exchange([a, b])
    try a.edit { context in
      for diary in try context.fetch(FetchDescriptor<TravelDiary>()) {
        if diary.uid == "1" { (diary.text, diary.draft) = ("a", "a") } else { context.delete(diary) }
      }
    }
    try b.edit { context in
      for diary in try context.fetch(FetchDescriptor<TravelDiary>()) { (diary.text, diary.draft) = ("b", "b") }
    }
    try await exchange([a, b])
    for device in [a, b] {
      let diaries = try ModelContext(device.container).fetch(FetchDescriptor<TravelDiary>())
      #expect(diaries.map(\.uid) == ["1"] && diaries.map(\.text) == ["a"] && diaries.map(\.draft) == ["b"])
    }
  }

  @Test func aNameThatIsNotThere() throws {
    func error(_ set: (inout SyncOptions) -> Void) -> SyncError? {
      var options = SyncOptions()
      set(&options)
      do { _ = try device(9, options) } catch { return error as? SyncError }
      return nil
    }
    let wrong: [(String, String, (inout SyncOptions) -> Void)] = [
      ("encryptedProperties", "Diary.txt", { $0.encryptedProperties = ["Diary": ["txt"]] }),
      ("encryptedProperties", "Dairy", { $0.encryptedProperties = ["Dairy": ["text"]] }),
      ("localProperties", "Diary.place", { $0.localProperties = ["Diary": ["place"]] }),
      ("deletionsWin", "Dairy", { $0.deletionsWin = ["Dairy"] }),
      ("rules", "Diary.txt", { $0.rules = ["Diary.txt": .server] }),
      ("rules", "Diary", { $0.rules = ["Diary": .server] }),
      ("fieldNames", "Diary.txt", { $0.fieldNames = ["Diary": ["txt": "text"]] }),
    ]
    for (option, name, set) in wrong {
      guard case .invalidOption(option, name: name, reason: let reason)? = error(set) else {
        Issue.record("\(option) \(name)")
        continue
      }
      #expect(!reason.isEmpty)
    }
    #expect(error { $0.localProperties = ["TravelDiary": ["draft"], "Diary": ["draft"]] } == nil)
  }

  /// An end that records do not have keeps nothing on the device. The other one does, with or without it.
  @Test func theEndThatRecordsDoNotHave() throws {
    func error(_ properties: [String: Set<String>]) -> SyncError? {
      var options = SyncOptions()
      options.localProperties = properties
      do { _ = try Device(9, server, clock: clock, options: options) } catch { return error as? SyncError }
      return nil
    }
    for (model, property, owner) in [("Tag", "notes", "Note.tags"), ("Folder", "notes", "Note.folder")] {
      guard
        case .invalidOption("localProperties", name: let name, reason: let reason)? = error([model: [property]])
      else {
        Issue.record("\(model).\(property)")
        continue
      }
      #expect(name == "\(model).\(property)" && reason.contains(owner))
    }
    #expect(error(["Note": ["tags", "folder"]]) == nil)
    #expect(error(["Note": ["tags", "folder"], "Tag": ["notes"], "Folder": ["notes"]]) == nil)
  }

  enum Sealed {
    @Model final class Letter {
      var uid: String
      @Attribute(.allowsCloudEncryption) var text: String = ""
      init(uid: String, text: String) {
        self.uid = uid
        self.text = text
      }
    }
  }

  /// The attribute was renamed, and the option forgotten.
  enum Renamed {
    @Model final class Letter {
      var uid: String
      @Attribute(originalName: "text") var body: String = ""
      init(uid: String, body: String) {
        self.uid = uid
        self.body = body
      }
    }
  }

  /// What was secret under another name is not uploaded in the clear.
  @Test func aRenamingReleasesNothing() async throws {
    let a = try Device(1, server, clock: clock, synced: [Sealed.Letter.self], all: [Sealed.Letter.self])
    try await a.sync.syncNow()
    _ = try await a.sync.setUpEncryption()
    try a.edit { $0.insert(Sealed.Letter(uid: "1", text: "secret")) }
    try await a.sync.syncNow()
    for text in ["secret", "changed"] {
      try a.restart(synced: [Renamed.Letter.self], all: [Renamed.Letter.self])
      try await a.sync.syncNow()
      #expect(server.value("Letter", "text")?.1.isSealed == true)
      let letters = try ModelContext(a.container).fetch(FetchDescriptor<Renamed.Letter>())
      #expect(letters.map(\.body) == [text])
      try a.edit { context in try context.fetch(FetchDescriptor<Renamed.Letter>()).first?.body = "changed" }
      try await a.sync.syncNow()
      #expect(server.value("Letter", "text")?.1.isSealed == true)
    }
  }
}
