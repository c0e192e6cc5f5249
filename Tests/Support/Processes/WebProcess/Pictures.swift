// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import SwiftUI

  @Model final class Picture {
    var title: String
    var position: Int
    @Attribute(.externalStorage) var image: Data
    init(title: String, position: Int, image: Data) {
      self.title = title
      self.position = position
      self.image = image
    }
  }

  /// Ten thousand rows of a stack with a picture each, or `--rows` of them, for Benchmarks/web.py.
  struct Pictures: App {
    let container = Pictures.filled()

    var body: some Scene {
      WindowGroup("Pictures") { PictureList() }
        .modelContainer(container)
    }

    static func filled() -> ModelContainer {
      do {
        let arguments = CommandLine.arguments
        let count =
          arguments.firstIndex(of: "--rows").flatMap { arguments.dropFirst($0 + 1).first }.flatMap { Int($0) } ?? 10_000
        let container = try ModelContainer(
          for: Picture.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        context.autosaveEnabled = false
        for index in 0..<count {
          context.insert(Picture(title: "Picture \(index)", position: index, image: thumbnail(index)))
        }
        try context.save()
        return container
      } catch {
        fatalError("The pictures cannot be stored: \(error)")
      }
    }

    /// A GIF of one color, and of the two kilobytes that a thumbnail has: the rest is a comment in it.
    private static func thumbnail(_ index: Int) -> Data {
      let number = UInt32(truncatingIfNeeded: index &* 2_654_435_761)
      let color = [
        UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8),
        UInt8(truncatingIfNeeded: number >> 16),
      ]
      var data = Data("GIF89a".utf8)
      data += [1, 0, 1, 0, 0x80, 0, 0]
      data += color
      data += [0xFF, 0xFF, 0xFF]
      data += [0x21, 0xFE]
      for part in 0..<8 {
        data.append(250)
        data += (0..<250).map { UInt8(truncatingIfNeeded: number >> 3 &+ UInt32($0 * 31 + part)) }
      }
      data += [0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
      return data
    }
  }

  struct PictureList: View {
    @Query(sort: \Picture.position) private var pictures: [Picture]

    var body: some View {
      ScrollView {
        LazyVStack(alignment: .leading) {
          ForEach(pictures) { picture in
            HStack {
              if let image = UIImage(data: picture.image) {
                Image(uiImage: image).resizable().frame(width: 44, height: 44)
              }
              Text(picture.title)
            }
          }
        }
      }
    }
  }
#endif
