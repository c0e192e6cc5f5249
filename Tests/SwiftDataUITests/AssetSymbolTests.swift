import Foundation
import SwiftUI
import Testing

@testable import AssetSymbolsTool

/// Names of assets and the symbols that Xcode makes of them.
@Suite struct AssetSymbolTests {
  @Test(arguments: [
    ("brand", "brand"), ("BrandRed", "brandRed"), ("Brand Red", "brandRed"), ("brand-red", "brandRed"),
    ("AccentColor", "accent"), ("URLBar", "urlBar"), ("ABC", "abc"), ("2nd", "_2nd"), ("Color", "color"),
  ])
  func symbols(_ name: String, _ symbol: String) {
    #expect(AssetNames.symbol(name, dropping: "Color") == symbol)
  }

  @Test func whatIsDeclaredAlreadyIsLeftOut() {
    let names = AssetNames(
      colors: ["Brand", "brand", "Red", "Own"], pictures: ["logo \"x\""],
      declared: AssetNames.members(
        in: "extension Color {\n  static let own = Color.red\n  public static var `other`: Int { 1 }"))
    #expect(names.declared == ["own", "other"])
    let source = names.source
    #expect(source.contains("extension Color {\n  static var `brand`: Color { Color(\"Brand\") }\n}"))
    #expect(source.contains("static var `logoX`: ImageResource { ImageResource(name: \"logo \\\"x\\\"\") }"))
    #expect(source.contains("static var `own`: ColorResource"))
    #expect(!source.contains("Color(\"Own\")"))
  }

  @Test func catalogsAreFoundBelowAFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["Assets.xcassets/Colors/Sky.colorset", "Assets.xcassets/photo.imageset"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try Data("extension Color { static let sky = Color.blue }".utf8)
      .write(to: folder.appendingPathComponent("Colors.swift"))
    let names = AssetNames(below: folder)
    #expect(names.colors == ["Sky"])
    #expect(names.pictures == ["photo"])
    #expect(names.declared == ["sky"])
  }

  @MainActor @Test func resourcesNameAssets() {
    #expect(Color(ColorResource(name: "Sky")) == Color("Sky"))
    #expect(Image(ImageResource(name: "photo")) == Image("photo"))
  }
}
