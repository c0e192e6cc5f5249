// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SwiftDataWeb

/// Asset catalogs as they lie in bundles of resources.
@Suite final class AssetCatalogTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    let file = folder.appendingPathComponent("App_App.resources/Assets.xcassets/" + path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  private func write(_ text: String, _ path: String) throws { try write(Array(text.utf8), path) }

  private func color(_ red: String, _ green: String, _ blue: String, _ alpha: String = "1.000") -> String {
    """
    {"color-space": "srgb", "components": {"alpha": "\(alpha)", "red": "\(red)", "green": "\(green)", "blue": "\(blue)"}}
    """
  }

  @Test func coloursBecomeRules() throws {
    try write(
      """
      {"colors": [{"idiom": "universal", "color": \(color("0x80", "255", "0.000"))},
        {"idiom": "universal", "appearances": [{"appearance": "luminosity", "value": "dark"}],
         "color": \(color("1.000", "1.000", "1.000", "0.500"))}], "info": {"version": 1}}
      """, "Group/Brand Red.colorset/Contents.json")
    try write(
      #"{"colors": [{"idiom": "universal", "color": {"platform": "ios", "reference": "systemMintColor"}}]}"#,
      "AccentColor.colorset/Contents.json")
    try write(#"{"colors": [{"idiom": "universal"}]}"#, "Empty.colorset/Contents.json")
    try write("no JSON", "Broken.colorset/Contents.json")
    let catalog = AssetCatalog(bundlesIn: folder)
    #expect(
      catalog.colors == [
        "Brand Red": "light-dark(rgb(128 255 0 / 1.0),rgb(255 255 255 / 0.5))", "AccentColor": "var(--s-mint)",
      ])
    let rules = String(decoding: catalog.styleSheet, as: UTF8.self)
    #expect(rules.contains("--color-brand-red: light-dark("))
    #expect(rules.contains("--s-accent: var(--s-mint);"))
  }

  @Test func theLargestPictureIsServed() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 1, 44, 0, 0, 0, 10]
    try write(png, "photo.imageset/photo@3x.png")
    try write(
      """
      {"images": [{"idiom": "universal", "scale": "1x"},
        {"idiom": "universal", "scale": "3x", "filename": "photo@3x.png"},
        {"idiom": "universal", "scale": "2x", "filename": "../../secret.png"}]}
      """, "photo.imageset/Contents.json")
    let catalog = AssetCatalog(bundlesIn: folder)
    #expect(catalog.pictures["photo"]?.file.lastPathComponent == "photo@3x.png")
    #expect(catalog.pictures["photo"]?.width == 100)
    let assets = Assets(catalog: catalog)
    let asset = try #require(assets.asset(at: "/_/" + Substring(Assets.fileName(ofPicture: "photo"))))
    #expect(asset.type == "image/png")
    #expect(asset.body.readableBytes == png.count)
    #expect(assets.asset(at: "/_/photo") == nil)
  }

  @Test func theWidthOfAPictureIsRead() {
    #expect(ImageWidth.of([]) == nil)
    #expect(ImageWidth.of([0xFF, 0xD8, 0xFF]) == nil)
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 17, 8, 0, 5, 2, 0, 3]
    #expect(ImageWidth.of(jpeg) == 512)
    for length in jpeg.indices { _ = ImageWidth.of(Array(jpeg.prefix(length))) }
  }
}
