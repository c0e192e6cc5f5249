// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// Large values in files beside the store, as Core Data keeps them.
@Suite struct ExternalStorageTests {
  @Model final class Picture {
    var number: Int
    @Attribute(.externalStorage) var photo: Data?
    @Attribute(.externalStorage) var proof: Data
    @Attribute(.unique) var code: String
    var plain: Data?

    init(number: Int, photo: Data?, proof: Data = Data(), code: String? = nil) {
      self.number = number
      self.photo = photo
      self.proof = proof
      self.code = code ?? "c\(number)"
    }
  }

  private let folder: TestFolder
  private let container: ModelContainer

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Picture.self)
  }

  private func data(_ count: Int, _ byte: UInt8 = 7) -> Data { Data(repeating: byte, count: count) }

  private func files() throws -> [String] {
    let url = folder.url.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA")
    guard FileManager.default.fileExists(atPath: url.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: url.path)
  }

  private func columns() throws -> [(photo: Data?, proof: Data?)] {
    try DatabaseQueue(path: folder.file().path).read { database in
      try Row.fetchAll(database, sql: "SELECT ZPHOTO, ZPROOF FROM ZPICTURE ORDER BY ZNUMBER")
        .map { ($0[0], $0[1]) }
    }
  }

  private func all(_ container: ModelContainer? = nil) throws -> [Picture] {
    try ModelContext(container ?? self.container).fetch(
      FetchDescriptor<Picture>(sortBy: [SortDescriptor(\.number)]))
  }

  @Test func valuesOfEverySizeComeBack() throws {
    let context = ModelContext(container)
    let values: [Data?] = [
      nil, Data(), Data([1]), Data([2]), data(99_813), data(102_400), data(102_401), data(3_000_000),
    ]
    for (number, value) in values.enumerated() {
      context.insert(Picture(number: number, photo: value, proof: value ?? Data([2])))
    }
    try context.save()
    let read = try all()
    #expect(read.map(\.photo) == values)
    #expect(read.map(\.proof) == values.map { $0 ?? Data([2]) })
    #expect(try files().count == 4)
    let columns = try columns()
    #expect(columns.map { $0.photo?.first } == [nil, 1, 1, 1, 1, 1, 2, 2])
    #expect(columns[3].photo == Data([1, 2]))
    let reference = try #require(columns[7].photo)
    #expect(reference.count == 38 && reference.last == 0)
    let name = String(decoding: reference.dropFirst().dropLast(), as: UTF8.self)
    #expect(name == UUID(uuidString: name)?.uuidString)
    #expect(try files().contains(name))
    // Absence is known without the files.
    #expect(
      try context.fetchCount(FetchDescriptor<Picture>(predicate: #Predicate { $0.photo == nil })) == 1)
    let wanted = data(3_000_000)
    #expect(
      try context.fetchCount(FetchDescriptor<Picture>(predicate: #Predicate { $0.photo == wanted }))
        == 1)
  }

  @Test func filesFollowTheirRows() throws {
    let context = ModelContext(container)
    for number in 0..<6 { context.insert(Picture(number: number, photo: data(200_000 + number))) }
    try context.save()
    #expect(try files().count == 6)
    let pictures = try context.fetch(FetchDescriptor<Picture>(sortBy: [SortDescriptor(\.number)]))
    pictures[0].photo = data(300_000, 1)
    pictures[1].photo = nil
    pictures[2].photo = data(10)
    context.delete(pictures[3])
    try context.save()
    try context.delete(model: Picture.self, where: #Predicate { $0.number == 4 })
    try context.save()
    try context.update(Picture.self, where: #Predicate { $0.number == 5 }, .set(\.photo, to: data(150_000, 9)))
    try container.erase()
    context.insert(Picture(number: 9, photo: data(200_001, 3)))
    try context.save()
    // What a transaction left is removed when the next one begins.
    pictures[0].modelContext?.rollback()
    context.insert(Picture(number: 10, photo: nil))
    try context.save()
    #expect(try files().count == 1)
    #expect(try all().map(\.photo) == [data(200_001, 3), nil])
  }

  @Test func failedSavesLeaveNoFiles() throws {
    let context = ModelContext(container)
    context.insert(Picture(number: 0, photo: data(200_000), code: "same"))
    try context.save()
    for _ in 0..<2 {
      context.insert(Picture(number: 1, photo: data(200_000), code: "other"))
      context.insert(Picture(number: 2, photo: data(200_000), code: "same"))
      #expect(throws: SwiftDataError.uniqueConflict) { try context.save(onConflict: .refuse) }
      context.rollback()
    }
    #expect(try files().count == 1)
    // The row survives with the new value; the insertion that failed first
    // leaves no file, and the old value's goes with the next transaction.
    context.insert(Picture(number: 3, photo: data(250_000), code: "same"))
    try context.save()
    context.insert(Picture(number: 4, photo: nil))
    try context.save()
    #expect(try files().count == 1)
    #expect(try all().map(\.photo?.count) == [250_000, nil])
  }

  @Test func rowsWithoutObjectsHaveFilesToo() throws {
    let context = ModelContext(container)
    try context.insertRows(of: Picture.self, from: 0..<4) { number, row in
      row.set(\.number, number)
      row.set(\.photo, data(200_000, UInt8(number)))
      row.set(\.proof, data(5))
      row.set(\.code, "b\(number)")
    }
    #expect(try files().count == 4)
    try context.update(Picture.self, .set(\.photo, to: data(120_000)))
    try context.update(Picture.self, .set(\.number, to: 1))
    #expect(try files().count == 4)
    #expect(Set(try files()).count == 4)
    #expect(try all().allSatisfy { $0.photo == data(120_000) && $0.proof == data(5) })
    let values = try context.fetchValues(FetchDescriptor<Picture>(), \.photo)
    #expect(values.allSatisfy { $0 == data(120_000) })
  }

  @Test func missingFilesReadAsNothing() throws {
    let context = ModelContext(container)
    context.insert(Picture(number: 0, photo: data(200_000), proof: data(200_000)))
    try context.save()
    try FileManager.default.removeItem(
      at: folder.url.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA"))
    let picture = try #require(try all().first)
    #expect(picture.photo == nil && picture.proof == Data() && picture.number == 0)
    // Changing something else does not write the loss down.
    picture.number = 5
    try picture.modelContext?.save()
    #expect(try columns()[0].photo?.first == 2)
  }

  /// A reference is a UUID or nothing: it never leads out of the folder.
  @Test func referencesLeadNowhereElse() throws {
    let context = ModelContext(container)
    context.insert(Picture(number: 0, photo: data(1)))
    try context.save()
    let secret = folder.url.appendingPathComponent("secret")
    try Data("secret".utf8).write(to: secret)
    let path = "../../secret" + String(repeating: "/.", count: 12)
    let forged = Data([2]) + Data(path.utf8) + Data([0])
    #expect(forged.count == 38)
    try DatabaseQueue(path: folder.file().path).write {
      try $0.execute(sql: "UPDATE ZPICTURE SET ZPHOTO = ?", arguments: [forged])
    }
    #expect(try all().first?.photo == forged)
    #expect(FileManager.default.fileExists(atPath: secret.path))
  }

  @Test func storesInMemoryKeepEverythingInside() throws {
    let container = try memoryContainer(Picture.self)
    let context = ModelContext(container)
    context.insert(Picture(number: 0, photo: data(500_000)))
    try context.save()
    #expect(try all(container).first?.photo == data(500_000))
  }

  @Model final class Größe {
    @Attribute(.externalStorage) var größe: Data?
    @Attribute(.externalStorage) var text: String = ""
    init() {}
  }

  /// Names beyond ASCII, and types that stay in their columns.
  @Test func namesAndTypesOfEveryKind() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Größe.self))
    let one = Größe()
    one.größe = data(200_000)
    one.text = "text"
    context.insert(one)
    try context.save()
    one.größe = data(150_000)
    try context.save()
    let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Größe>()).first)
    #expect(read.größe == data(150_000) && read.text == "text")
  }

  /// A file that is let go stays while a read that began before goes on.
  @Test func filesStayForReadsThatBeganEarlier() throws {
    let context = ModelContext(container)
    context.insert(Picture(number: 0, photo: data(200_000)))
    try context.save()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(path: folder.file().path, configuration: configuration)
    let picture = try #require(try context.fetch(FetchDescriptor<Picture>()).first)
    try reader.inDatabase { database in
      try database.execute(sql: "BEGIN")
      _ = try Row.fetchOne(database, sql: "SELECT * FROM ZPICTURE")
    }
    for number in 1...3 {
      picture.photo = data(200_000 + number)
      try context.save()
    }
    #expect(try files().count == 4)
    try reader.inDatabase { try $0.execute(sql: "COMMIT") }
    try reader.close()
    picture.number = 5
    try context.save()
    #expect(try files().count == 1)
  }

  /// The row that comes first is written twice, since the other has its unique value until then.
  @Test func rowsThatExchangeAUniqueValueLeaveNoFile() throws {
    let context = ModelContext(container)
    let pictures = (0..<2).map { Picture(number: $0, photo: data(200_000), code: "c\($0)") }
    for picture in pictures { context.insert(picture) }
    try context.save()
    #expect(try files().count == 2)
    for picture in pictures {
      picture.photo = data(300_000 + picture.number)
      picture.code = "c\(1 - picture.number)"
    }
    try context.save()
    // The former values' files go with the next transaction.
    context.insert(Picture(number: 2, photo: nil))
    try context.save()
    #expect(try files().count == 2)
    #expect(try all().map { $0.photo?.count } == [300_000, 300_001, nil])
    #expect(try all().map(\.code) == ["c1", "c0", "c2"])
  }

  /// What is left when a process is killed: the store with its log, and files.
  private func killed() throws -> TestFolder {
    let context = ModelContext(container)
    context.insert(Picture(number: 0, photo: data(200_000)))
    try context.save()
    return try copied(folder)
  }

  /// A store that is open, as its process would leave it.
  private func copied(_ folder: TestFolder) throws -> TestFolder {
    let copy = try TestFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      try FileManager.default.copyItem(at: folder.file(name), to: copy.file(name))
    }
    let files = copy.file(".test_SUPPORT/_EXTERNAL_DATA")
    for name in try FileManager.default.contentsOfDirectory(atPath: files.path) {
      try age(files.appendingPathComponent(name))
    }
    return copy
  }

  private func age(_ file: URL, seconds: Double = 7200) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: file.path)
  }

  private func leave(_ name: String, in folder: TestFolder, seconds: Double = 7200) throws {
    let file = folder.file(".test_SUPPORT/_EXTERNAL_DATA/\(name)")
    try data(10).write(to: file)
    try age(file, seconds: seconds)
  }

  private func names(in folder: TestFolder) throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(
        atPath: folder.file(".test_SUPPORT/_EXTERNAL_DATA").path))
  }

  @Test func filesOfAKilledProcessAreRemoved() throws {
    let copy = try killed()
    let kept = try names(in: copy)
    #expect(kept.count == 1)
    let young = UUID().uuidString
    for _ in 0..<3 { try leave(UUID().uuidString, in: copy) }
    try leave(young, in: copy, seconds: 5)
    try leave("notes.txt", in: copy)
    // Who puts a backup back copies a file under such a name first.
    try leave(".\(UUID().uuidString).0A1B2C3D", in: copy)
    let part = ".\(UUID().uuidString).9F8E7D6C"
    try leave(part, in: copy, seconds: 5)
    try leave(".notes.0A1B2C3D", in: copy)
    #expect(try names(in: copy).count == 9)
    let context = ModelContext(try copy.container(Picture.self))
    context.insert(Picture(number: 1, photo: nil))
    try context.save()
    #expect(try names(in: copy) == kept.union([young, "notes.txt", part, ".notes.0A1B2C3D"]))
    #expect(try all(context.container).first?.photo == data(200_000))
  }

  /// Only who can write may judge, and only a write or the end has the log copied: opening and reading remove nothing.
  @Test func whoOnlyReadsRemovesThemAsItCloses() throws {
    let copy = try killed()
    let kept = try names(in: copy)
    try leave(UUID().uuidString, in: copy)
    do {
      let container = try copy.container(Picture.self)
      #expect(try all(container).first?.photo == data(200_000))
      #expect(try names(in: copy).count == 2)
      withExtendedLifetime(container) {}
    }
    #expect(try names(in: copy) == kept)
    #expect(try all(try copy.container(Picture.self)).map(\.photo) == [data(200_000)])
  }

  /// Somebody is writing: what the files belong to cannot be seen yet.
  @Test func filesStayWhileAnotherProcessWrites() throws {
    let copy = try killed()
    try leave(UUID().uuidString, in: copy)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let writer = try DatabaseQueue(path: copy.file().path, configuration: configuration)
    try writer.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let container = try copy.container(Picture.self)
    try writer.inDatabase { try $0.execute(sql: "ROLLBACK") }
    let context = ModelContext(container)
    context.insert(Picture(number: 1, photo: nil))
    try context.save()
    #expect(try names(in: copy).count == 2)
  }

  /// A store of the same name with another ending has its files in the same folder.
  @Test func filesOfAnotherStoreStay() throws {
    let copy = try killed()
    try leave(UUID().uuidString, in: copy)
    try Data().write(to: copy.file("test.sqlite"))
    let context = ModelContext(try copy.container(Picture.self))
    context.insert(Picture(number: 1, photo: nil))
    try context.save()
    #expect(try names(in: copy).count == 2)
  }

  @Model final class Renamed { var number = 0; init() {} }

  @Model final class _Model {
    var number = 0
    @Attribute(.externalStorage) var photo: Data?
    init() {}
  }

  /// A table whose name is nearly that of the metadata.
  @Test func filesOfEveryTableStay() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(_Model.self))
    let model = _Model()
    model.photo = data(200_000)
    context.insert(model)
    try context.save()
    let copy = try copied(folder)
    let before = try names(in: copy)
    try leave(UUID().uuidString, in: copy)
    let read = ModelContext(try copy.container(_Model.self))
    read.insert(_Model())
    try read.save()
    #expect(try names(in: copy) == before && before.count == 1)
  }

  /// What a schema has no more is kept, with its files.
  @Test func filesOfKeptValuesStay() throws {
    let copy = try killed()
    let before = try names(in: copy)
    do {
      let context = ModelContext(try copy.container(Renamed.self))
      context.insert(Renamed())
      try context.save()
    }
    #expect(try names(in: copy) == before)
    #expect(try all(try copy.container(Picture.self)).first?.photo == data(200_000))
  }

  /// Another program may have written what SQLite does not pass on.
  @Test func filesThatAreTooLongToReadAreAnError() throws {
    let context = ModelContext(container)
    context.insert(Picture(number: 0, photo: data(200_000)))
    try context.save()
    let name = try #require(try files().first)
    let file = folder.file(".test_SUPPORT/_EXTERNAL_DATA/\(name)")
    // A hole in the file takes no room on the disk.
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(Int32.max) + 10)
    try handle.close()
    let error = #expect(throws: SwiftDataError.valueOutOfRange) { try all() }
    #expect("\(String(describing: error))".contains(name))
    #expect(try context.fetchCount(FetchDescriptor<Picture>()) == 1)
  }
}
