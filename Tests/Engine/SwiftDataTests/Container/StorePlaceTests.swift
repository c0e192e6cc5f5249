// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// One file is one store, however its path is spelled.
@Suite struct StorePlaceTests {
  @Model final class Photo {
    var number: Int
    @Attribute(.externalStorage) var data: Data?
    init(_ number: Int, _ data: Data? = nil) {
      self.number = number
      self.data = data
    }
  }

  @Model final class Album {
    var name: String
    init(_ name: String) { self.name = name }
  }

  private let schema = Schema([Photo.self, Album.self])

  private func container(_ first: URL, _ second: URL) throws -> ModelContainer {
    try ModelContainer(
      for: schema,
      configurations: [
        ModelConfiguration("photos", schema: Schema([Photo.self]), url: first),
        ModelConfiguration("albums", schema: Schema([Album.self]), url: second),
      ])
  }

  @Test(arguments: [false, true])
  func twoSpellingsOfOneFileAreRefused(exists: Bool) throws {
    let folder = try TestFolder()
    let manager = FileManager.default
    let file = folder.file()
    if exists { _ = try folder.container(Photo.self) }
    try manager.createDirectory(at: folder.file("inner"), withIntermediateDirectories: false)
    try manager.createSymbolicLink(
      atPath: folder.file("link.store").path, withDestinationPath: "test.store")
    try manager.createSymbolicLink(
      atPath: folder.file("folder").path, withDestinationPath: folder.url.path)
    let path = folder.url.path
    var spellings = [
      file.path, "\(path)/inner/../test.store", "\(path)/./test.store", "\(path)//test.store",
      "\(path)/test.store/", "\(path)/link.store", "\(path)/folder/test.store",
    ]
    if exists {
      try manager.linkItem(at: file, to: folder.file("hard.store"))
      spellings.append("\(path)/hard.store")
    }
    for spelling in spellings {
      let other = URL(fileURLWithPath: spelling)
      #expect(throws: SwiftDataError.duplicateConfiguration, "\(spelling)") {
        try container(file, other)
      }
      #expect(throws: SwiftDataError.duplicateConfiguration, "\(spelling)") {
        try container(other, file)
      }
    }
    // Letters of another case name another file, where the file system says so.
    let other = folder.file("TEST.store")
    guard exists, !manager.fileExists(atPath: other.path) else { return }
    let both = try container(file, other)
    #expect(both.configurations.count == 2)
  }

  /// Two containers, two spellings, one store: large values included.
  @Test func aLinkLeadsToTheStore() throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(
      at: folder.file("elsewhere"), withIntermediateDirectories: false)
    let file = folder.file("elsewhere/real.store")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.store").path, withDestinationPath: "elsewhere/real.store")
    let data = Data(repeating: 7, count: 300_000)
    func open(_ url: URL) throws -> ModelContext {
      ModelContext(
        try ModelContainer(for: Photo.self, configurations: ModelConfiguration(url: url)))
    }
    // The link is there before the file.
    let writer = try open(folder.file("link.store"))
    writer.insert(Photo(1, data))
    try writer.save()
    let direct = try open(file)
    #expect(try direct.fetch(FetchDescriptor<Photo>()).map(\.data) == [data])
    direct.insert(Photo(2, data))
    try direct.save()
    let read = try open(folder.file("link.store"))
    #expect(try read.fetch(FetchDescriptor<Photo>()).map(\.data) == [data, data])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!names.contains(".link_SUPPORT"))
  }

  @Test func unnamedStoresInMemoryAreDifferentOnes() throws {
    let container = try ModelContainer(
      for: schema,
      configurations: [
        ModelConfiguration(for: Photo.self, isStoredInMemoryOnly: true),
        ModelConfiguration(for: Album.self, isStoredInMemoryOnly: true),
      ])
    let context = ModelContext(container)
    context.insert(Photo(1))
    context.insert(Album("a"))
    try context.save()
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<Photo>()).map(\.number) == [1])
    #expect(try other.fetch(FetchDescriptor<Album>()).map(\.name) == ["a"])
    #expect(throws: SwiftDataError.duplicateConfiguration) {
      try ModelContainer(
        for: schema,
        configurations: [
          ModelConfiguration("m", schema: Schema([Photo.self]), isStoredInMemoryOnly: true),
          ModelConfiguration("m", schema: Schema([Album.self]), isStoredInMemoryOnly: true),
        ])
    }
  }
}
