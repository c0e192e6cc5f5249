// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import SwiftData
import Testing

/// The files of large values that a process leaves which is killed within a save.
@Suite struct LeftFilesTests {
  /// The model of `StoreProcess`, by the same name.
  enum Written {
    @Model
    final class Photo {
      var number: Int
      @Attribute(.externalStorage) var data: Data
      init(number: Int, data: Data) {
        self.number = number
        self.data = data
      }
    }
  }
  typealias Photo = Written.Photo

  @Test(arguments: [false, true]) func areRemoved(byASave: Bool) throws {
    let folder = try TestFolder()
    let files = folder.file(".test_SUPPORT/_EXTERNAL_DATA")
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: files.path))
    }
    let writer = try SecondProcess("StoreProcess", "files", folder.file().path)
    #expect(writer.line() == "saved")
    let kept = try names()
    #expect(kept.count == 1)
    writer.say("go on")
    // In the middle of the second save.
    while writer.isRunning { if try names().count > 10 { break } }
    writer.kill()
    #expect(writer.line() == nil, "it has ended its save")
    let left = try names().subtracting(kept)
    try #require(left.count >= 9)
    // Files that another program may still want are younger than an hour.
    let old = Date(timeIntervalSinceNow: -7200)
    for name in try names() {
      try FileManager.default.setAttributes(
        [.modificationDate: old], ofItemAtPath: files.appendingPathComponent(name).path)
    }
    do {
      let context = ModelContext(try folder.container(Photo.self))
      #expect(try context.fetch(FetchDescriptor<Photo>()).map(\.number) == [0])
      if byASave {
        context.insert(Photo(number: 1, data: Data([1])))
        try context.save()
        #expect(try names() == kept)
      }
    }
    #expect(try names() == kept)
    let photos = try ModelContext(try folder.container(Photo.self)).fetch(
      FetchDescriptor<Photo>(sortBy: [SortDescriptor(\.number)]))
    #expect(photos.map(\.data.count) == (byASave ? [120_000, 1] : [120_000]))
  }
}
