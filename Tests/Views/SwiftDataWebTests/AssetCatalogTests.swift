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

  @Test func darkPagesHaveTheirPictures() throws {
    for name in ["day@2x.png", "night.png", "night@2x.png", "sharp.png"] {
      try write(Array(name.utf8), "moon.imageset/" + name)
    }
    let dark = #""appearances": [{"appearance": "luminosity", "value": "dark"}]"#
    try write(
      """
      {"images": [{"idiom": "universal", "scale": "2x", "filename": "day@2x.png"},
        {"idiom": "universal", "scale": "1x", "filename": "night.png", \(dark)},
        {"idiom": "universal", "scale": "2x", "filename": "night@2x.png", \(dark)},
        {"idiom": "universal", "scale": "3x", "filename": "sharp.png",
         "appearances": [{"appearance": "luminosity", "value": "dark"}, {"appearance": "contrast", "value": "high"}]}]}
      """, "moon.imageset/Contents.json")
    try write(Array("only".utf8), "owl.imageset/owl.png")
    try write(#"{"images": [{"filename": "owl.png", \#(dark)}]}"#, "owl.imageset/Contents.json")
    let catalog = AssetCatalog(bundlesIn: folder)
    #expect(catalog.pictures["moon"]?.file.lastPathComponent == "day@2x.png")
    #expect(catalog.pictures["moon"]?.dark?.file.lastPathComponent == "night@2x.png")
    // What there is for dark pages alone is shown on all.
    #expect(catalog.pictures["owl"]?.file.lastPathComponent == "owl.png" && catalog.pictures["owl"]?.dark == nil)
    let assets = Assets(catalog: catalog)
    func text(_ name: String, isDark: Bool) -> String? {
      assets.asset(at: "/_/" + Substring(Assets.fileName(ofPicture: name, isDark: isDark)))
        .map { String(decoding: $0.body.readableBytesView, as: UTF8.self) }
    }
    #expect(text("moon", isDark: false) == "day@2x.png" && text("moon", isDark: true) == "night@2x.png")
    #expect(text("owl", isDark: true) == nil)
  }

  @Test func aSymbolIsServedAsADrawing() throws {
    let template = """
      <svg width="3300" height="2200"><g id="Guides"><line id="Baseline-M" x1="263" x2="3036" y1="1126" y2="1126"/>
      <line id="Capline-M" x1="263" x2="3036" y1="1056" y2="1056"/>
      <line id="left-margin-Regular-M" x1="1390" x2="1390" y1="1030" y2="1150"/>
      <line id="right-margin-Regular-M" x1="1510" x2="1510" y1="1030" y2="1150"/></g>
      <g id="Symbols"><g id="Bold-M"><path d="M1 1"/></g>
      <g id="Regular-M" transform="matrix(1 0 0 1 1400 1126)"><g><path d="M0 0h90v-60z"/></g><path d="M2 2"/></g>
      <g id="Regular-S"><path d="M3 3"/></g></g></svg>
      """
    try write(template, "sprout.symbolset/sprout.svg")
    try write(#"{"symbols": [{"idiom": "universal", "filename": "sprout.svg"}]}"#, "sprout.symbolset/Contents.json")
    try write("<svg/>", "empty.symbolset/empty.svg")
    try write(#"{"symbols": [{"filename": "empty.svg"}]}"#, "empty.symbolset/Contents.json")
    let catalog = AssetCatalog(bundlesIn: folder)
    #expect(Set(catalog.pictures.keys) == ["sprout"])
    let assets = Assets(catalog: catalog)
    let asset = try #require(assets.asset(at: "/_/" + Substring(Assets.fileName(ofPicture: "sprout"))))
    let drawing = String(decoding: asset.body.readableBytesView, as: UTF8.self)
    #expect(asset.type == "image/svg+xml")
    #expect(drawing.contains("viewBox=\"1390.0 1031.0 120.0 120.0\""))
    #expect(drawing.contains("M0 0h90v-60z") && drawing.contains("M2 2"))
    #expect(!drawing.contains("M1 1") && !drawing.contains("M3 3"))
    // Templates of three weights have small symbols alone.
    let small = template.replacingOccurrences(of: "Regular-S", with: "Regular-L")
      .replacingOccurrences(of: "Regular-M", with: "Regular-S").replacingOccurrences(of: "line-M", with: "line-S")
    #expect(SymbolTemplate.drawing(small)?.contains("M0 0h90v-60z") == true)
    let rules = String(decoding: catalog.styleSheet, as: UTF8.self)
    #expect(rules.contains(".s-symbol[data-asset=\"sprout\"] { mask: url(\"/_/picture-"))
    for length in stride(from: 0, to: template.count, by: 7) {
      _ = SymbolTemplate.drawing(String(template.prefix(length)))
    }
  }

  @Test func theWidthOfAPictureIsRead() {
    #expect(ImageWidth.of([]) == nil)
    #expect(ImageWidth.of([0xFF, 0xD8, 0xFF]) == nil)
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 17, 8, 0, 5, 2, 0, 3]
    #expect(ImageWidth.of(jpeg) == 512)
    for length in jpeg.indices { _ = ImageWidth.of(Array(jpeg.prefix(length))) }
  }
}
