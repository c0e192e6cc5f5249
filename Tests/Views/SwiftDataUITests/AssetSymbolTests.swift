// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import AssetSymbolsTool
@testable import SwiftDataUI

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

  @Test func aNameInCapitalsIsDeclaredInCapitalsToo() {
    let source = AssetNames(colors: ["BG", "Brand"], pictures: ["GB"]).source
    for line in [
      "static var `bg`: Color { Color(\"BG\") }", "static var `BG`: Color { Color(\"BG\") }",
      "static var `BG`: ColorResource { ColorResource(name: \"BG\") }",
      "static var `GB`: ImageResource { ImageResource(name: \"GB\") }",
    ] { #expect(source.contains(line), "\(line)") }
    #expect(!source.contains("`BRAND`") && !source.contains("`Brand`"))
    // Once only, and not if the sources declare it.
    let own = AssetNames(colors: ["BG", "BG"], pictures: [], declared: ["BG"]).source
    #expect(!own.contains("static var `BG`: Color {"))
    #expect(own.components(separatedBy: "static var `BG`: ColorResource").count == 2)
  }

  @Test func catalogsAreFoundBelowAFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in [
      "Assets.xcassets/Colors/Sky.colorset", "Assets.xcassets/photo.imageset", "Assets.xcassets/sprout.symbolset",
    ] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try Data("extension Color { static let sky = Color.blue }".utf8)
      .write(to: folder.appendingPathComponent("Colors.swift"))
    let names = AssetNames(below: folder)
    #expect(names.colors == ["Sky"])
    #expect(names.pictures == ["photo", "sprout"])
    #expect(names.declared == ["sky"])
  }

  @MainActor @Test func aSymbolOfACatalogIsDrawnLikeText() throws {
    let services = AppServices()
    services.pictures = ["sprout": AppServices.Picture(address: "/_/x", width: nil, isSymbol: true)]
    let dom = ModelDOM(ViewPage(Image("sprout"), services: services))
    let symbol = try #require(dom.all(.symbol).first)
    #expect(symbol.attribute(.asset) == "sprout" && symbol.attribute(.label) == "sprout")
    #expect(symbol.kind == .text && symbol.attribute(.source) == nil)
    // What is there for its looks alone has no role, which would ask for a name.
    let silent = ModelDOM(ViewPage(Image(decorative: "sprout"), services: services))
    let decoration = try #require(silent.all(.symbol).first)
    #expect(decoration.attribute(.label) == nil && decoration.attribute(.isHidden) == "true")
  }

  @MainActor
  @Test(arguments: [
    ("star", "star"), ("star.fill", "star"), ("checkmark.circle.fill", "checkmark"), ("circle", "circle"),
    ("square.fill", "square"), ("arrow.up.circle", "arrow up"),
  ])
  func aSymbolIsCalledByItsName(_ symbol: String, _ name: String) {
    let dom = ModelDOM(ViewPage(Image(systemName: symbol)))
    #expect(dom.all(.symbol).map { $0.attribute(.label) } == [name])
  }

  @MainActor @Test func aPictureGoesByTheAppearance() throws {
    let services = AppServices()
    services.pictures = ["moon": AppServices.Picture(address: "/_/day", width: nil, darkAddress: "/_/night")]
    let view = VStack {
      Image("moon")
      Image("moon").environment(\.colorScheme, .dark)
    }
    func sources(isDark: Bool?) -> [String?] {
      let page = ViewPage(view, services: services, settings: PageSettings(isDark: isDark))
      return ModelDOM(page).all(.image).map { $0.attribute(.source) }
    }
    #expect(sources(isDark: false) == ["/_/day", "/_/night"])
    #expect(sources(isDark: nil) == ["/_/day", "/_/night"])
    #expect(sources(isDark: true) == ["/_/night", "/_/night"])
    // The person changes it while the page is open.
    let page = ViewPage(Image("moon"), services: services, settings: PageSettings(isDark: false))
    let dom = ModelDOM(page)
    page.apply(PageSettings(isDark: true))
    page.update()
    #expect(dom.all(.image).map { $0.attribute(.source) } == ["/_/night"])
  }

  @MainActor @Test func resourcesNameAssets() {
    #expect(Color(ColorResource(name: "Sky")) == Color("Sky"))
    #expect(Image(ImageResource(name: "photo")) == Image("photo"))
  }

  @Test func theBundleOfAnAppHasItsResources() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let resources = folder.appendingPathComponent("Apps_App.resources")
    try FileManager.default.createDirectory(at: resources, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("[]".utf8).write(to: resources.appendingPathComponent("seed.json"))
    let app = _AppBundle(name: "App", resources: "Apps_App.resources", beside: folder)
    #expect(app.bundle.url(forResource: "seed", withExtension: "json") != nil)
    #expect(app.identifier(of: app.bundle) == "App")
    #expect(app.information(of: app.bundle)?["CFBundleShortVersionString"] as? String == "1.0")
    // An app without resources has the program's folder.
    #expect(_AppBundle(name: "App", resources: "none.resources", beside: folder).bundle == Bundle.main)
  }

  @Test func theBundleIsDeclaredUnlessSourcesFindTheirResourcesThemselves() throws {
    let source = BundleMembers(target: "App", resources: "Apps_App.resources").source
    #expect(source.contains("_AppBundle(") && source.contains("name: \"App\", resources: \"Apps_App.resources\""))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(BundleMembers.areWanted(below: folder))
    try Data("let url = Bundle.module.url(forResource: nil)".utf8).write(to: folder.appendingPathComponent("A.swift"))
    #expect(!BundleMembers.areWanted(below: folder))
  }
}
