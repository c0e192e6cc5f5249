// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalAuthentication
import SwiftUI
import Testing

@testable import SwiftDataUI

/// Spellings of public apps: what they are handed, and what a browser has no like of.
@MainActor @Suite struct AppNameTests {
  private func style(_ view: some View) throws -> String {
    try #require(ModelDOM(ViewPage(view)).all(.text).first).attribute(.style) ?? ""
  }

  @Test func aColorOfAColorIsTheSame() {
    let color = Color.red.opacity(0.5)
    #expect(Color(color) == color && Color(.black.opacity(0.3)) == Color.black.opacity(0.3))
    // Of a name alone, it is the system's.
    #expect(Color(.red) == Color(UIColor.red))
  }

  @Test func theFontOfTheEnvironmentIsThatOfText() throws {
    let set = try style(Text("a").environment(\.font, .system(size: 30)))
    #expect(set.contains("font-size"))
    #expect(try style(Text("a").font(.system(size: 30))) == set)
    #expect(try style(Text("a").environment(\.font, nil)) == "")
  }

  @Test func aFontOfUIKitIsAFont() throws {
    #expect(Font(UIFont.systemFont(ofSize: 12, weight: .bold)) == .system(size: 12, weight: .bold))
    #expect(Font(UIFont.preferredFont(forTextStyle: .title2)) == .title2)
    let font = try #require(UIFont(name: "Avenir", size: 20))
    #expect(Font(font) == .custom("Avenir", size: 20) && font.pointSize == 20 && font.fontName == "Avenir")
    #expect(Font(font.withSize(10)).styles.count == 2 && font.withSize(10).pointSize == 10)
    #expect(UIFontMetrics.default.scaledValue(for: 12) == 12)
  }

  @Test func aTextWritesADateByItsFormatter() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy-MM-dd"
    let date = Date(timeIntervalSince1970: 86_400)
    #expect(ModelDOM(ViewPage(Text("on \(date, formatter: formatter)"))).text == "on 1970-01-02")
  }

  @Test func aKindOfFileNeedsAnIdentifier() {
    #expect(UTType("") == nil && UTType("public.png") == .png)
  }

  @Test func aTrackMayBeAboutTheWholeValue() {
    struct Shaken: View {
      var body: some View {
        Text("a").keyframeAnimator(initialValue: 1.0) { content, value in
          content
          Text("at \(Int(value))")
        } keyframes: { _ in
          KeyframeTrack {
            CubicKeyframe(30, duration: 0.1)
            CubicKeyframe(4, duration: 0.1)
          }
        }
      }
    }
    #expect(ModelDOM(ViewPage(Shaken())).text == "a at 4")
  }

  @Test func fieldsWithASelectionAreFields() throws {
    struct Fields: View {
      @State private var text = "abc"
      @State private var selection: TextSelection?
      var body: some View {
        VStack {
          TextField("Name", text: $text, selection: $selection)
          TextEditor(text: $text, selection: $selection)
        }
      }
    }
    let dom = ModelDOM(ViewPage(Fields()))
    #expect(dom.all(.textField).map { $0.attribute(.value) } == ["abc", "abc"])
    let text = "abc"
    #expect(TextSelection(insertionPoint: text.startIndex).isInsertion)
    #expect(!TextSelection(range: text.startIndex..<text.endIndex).isInsertion)
    #expect(!Diagnostics.noteOnce("'TextSelection' is not followed in a browser: it is neither set nor told."))
  }

  @Test func theAppearanceOfBarsIsKept() {
    let look = UITabBarAppearance()
    look.configureWithOpaqueBackground()
    look.stackedLayoutAppearance.selected.iconColor = .systemBlue
    UITabBar.appearance().scrollEdgeAppearance = look
    #expect(UITabBar.appearance().scrollEdgeAppearance === look)
    UINavigationBar.appearance().largeTitleTextAttributes = [.foregroundColor: UIColor.red]
    #expect(UINavigationBar.appearance().largeTitleTextAttributes?.count == 1)
    UITextField.appearance(whenContainedInInstancesOf: [UISearchBar.self]).clearButtonMode = .whileEditing
    #expect(!Diagnostics.noteOnce("'UITabBar.appearance()' has no effect in a browser."))
    #expect(UIWindow().safeAreaInsets == .zero)
  }

  @Test func otherSpellingsAreAccepted() {
    struct Spelled: View {
      var body: some View {
        NavigationView {
          Text("a")
            .contentTransition(.symbolEffect(.replace.offUp))
            .onLongPressGesture(minimumDuration: 0.2, pressing: { _ in }) {}
            .onGeometryChange(for: CGFloat.self) {
              $0.frame(in: .scrollView(axis: .horizontal)).minX
            } action: { _ in
            }
        }
        .navigationViewStyle(StackNavigationViewStyle())
      }
    }
    #expect(ModelDOM(ViewPage(Spelled())).text == "a")
    #expect(UIImage().pngData()?.isEmpty == true)
    #expect(UIImage(systemName: "trash")?.withTintColor(.red, renderingMode: .alwaysOriginal).symbol == "trash")
    NSCursor.pointingHand.push()
    NSCursor.pop()
    #expect(!Diagnostics.noteOnce("'NSCursor' has no effect in a browser."))
  }

  @Test func nobodyIsFoundToBeTheOwner() async throws {
    let context = LAContext()
    var error: NSError?
    #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error))
    #expect(error?.code == LAError.Code.biometryNotAvailable.rawValue && error?.domain == LAError.errorDomain)
    #expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) && context.biometryType == .none)
    let refused = await withCheckedContinuation { continuation in
      context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "test") { isOwner, error in
        continuation.resume(returning: !isOwner && (error as? LAError)?.code == .passcodeNotSet)
      }
    }
    #expect(refused)
    await #expect(throws: LAError(.biometryNotAvailable)) {
      try await LAContext().evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "test")
    }
  }
}
