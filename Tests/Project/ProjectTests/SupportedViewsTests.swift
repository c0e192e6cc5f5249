// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The article that says which views there are is made of the sources.
@Suite struct SupportedViewsTests {
  private static let article = "Sources/Engine/SwiftData/SwiftData.docc/WhatIsSupported.md"
  private static let begin = "<!-- Made of the sources by Scripts/supported-views: -->\n"

  private func found() throws -> SupportedViews {
    var found = SupportedViews()
    for path in try Repository.sources(of: "SwiftDataUI") {
      let folders = path.split(separator: "/")
      guard folders.count > 4 else { continue }
      found.add(try Repository.text(path), folder: String(folders[3]))
    }
    // Modules beside it, each as a group of its own.
    for module in Self.modules {
      for path in try Repository.sources(of: module) {
        found.add(try Repository.text(path), folder: module)
      }
    }
    return found
  }

  private static let modules = ["AVKit", "Charts", "MapKit", "TipKit"]

  /// `Scripts/supported-views` writes the tables anew.
  @Test func theTablesAreThoseOfTheSources() throws {
    let made = try found().markdown
    let text = try Repository.text(Self.article)
    let parts = text.components(separatedBy: Self.begin)
    try #require(parts.count == 2)
    if ProcessInfo.processInfo.environment["RENEW_SUPPORTED_VIEWS"] != nil {
      try Data((parts[0] + Self.begin + "\n" + made).utf8)
        .write(to: Repository.root.appendingPathComponent(Self.article))
      return
    }
    for change in made.split(separator: "\n").difference(from: parts[1].split(separator: "\n")) {
      switch change {
      case .insert(_, let line, _): Issue.record("Not in \(Self.article): \(line)\nRun Scripts/supported-views.")
      case .remove(_, let line, _): Issue.record("Only in \(Self.article): \(line)\nRun Scripts/supported-views.")
      }
    }
  }

  private static let names = "Sources/Tool/SwiftDataTool/Views/KnownViewNames.swift"

  /// What `swiftdata views check` knows is what there is. `Scripts/supported-views` writes it anew.
  @Test func theToolKnowsTheNames() throws {
    let made = try KnownNames(found()).source
    if ProcessInfo.processInfo.environment["RENEW_SUPPORTED_VIEWS"] != nil {
      try Data(made.utf8).write(to: Repository.root.appendingPathComponent(Self.names))
      return
    }
    let isEqual = try Repository.text(Self.names) == made
    #expect(isEqual, "\(Self.names) is not as the sources are. Run Scripts/supported-views.")
  }

  @Test func nothingIsPassedOverInSilence() throws {
    let found = try found()
    #expect(found.views.values.reduce(0) { $0 + $1.count } > 70)
    #expect(found.withoutEffect["Animation"]?.contains("matchedGeometryEffect") == true)
    #expect(found.inPart["Animation"]?.contains("keyframeAnimator") == true)
    #expect(found.modifiers["Search"]?.contains("searchable") == true)
    #expect(found.placeholders.contains("Canvas"))
    #expect(found.views["Charts"]?["BarMark"] != nil)
    #expect(found.silent == [], "their documentation does not say 'Has no effect in the browser.'")
  }

  @Test func whatCountsAsWithoutEffect() {
    var found = SupportedViews()
    found.add(
      """
      extension View {
        public func one() -> some View { self }
        /// For nothing. Has no effect in the browser.
        public func two(
          _ x: Int
        ) -> some View { self }
        public func three() -> some View
        { self }
        public func four(_ x: Int) -> some View {
          self
        }
        public func eleven() -> some View { inPart("eleven", "it is blue").styling("a") }
        public func twelve() -> some View {
          inPart("twelve", "it is blue")
          return styling("a")
        }
        /// Has no effect in the browser.
        public func nine() -> some View { withoutEffect("nine") }
        /// Has no effect in the browser.
        public func ten() -> some View {
          withoutEffect("ten")
        }
        public func five() -> some View { styling("a", "b") }
        public func six() -> some View {
          let x = 1
          return self.padding(x)
        }
      }
      extension Color {
        public func seven() -> Color { self }
      }
      /// A view. See Apple's documentation of `Eight`.
      public struct Eight: View {
        public var body: some View { UnsupportedView(name: "Eight") }
      }
      """, folder: "X")
    #expect(found.withoutEffect == ["X": ["one", "two", "three", "four", "nine", "ten"]])
    #expect(found.silent == ["one", "three", "four"])
    #expect(found.modifiers == ["X": ["five", "six"]])
    #expect(found.inPart == ["X": ["eleven", "twelve"]])
    #expect(found.views == ["X": ["Eight": "A view."]])
    #expect(found.placeholders == ["Eight"])
  }
}
