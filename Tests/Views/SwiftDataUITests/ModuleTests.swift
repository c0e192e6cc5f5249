// SPDX-License-Identifier: Apache-2.0

import AVKit
import AudioToolbox
import Combine
import MapKit
import OSCompatibility
import PhotosUI
import StoreKit
import SwiftUI
import Testing
import TipKit
import UniformTypeIdentifiers
import UserNotifications
import WidgetKit

@testable import SwiftDataUI

private class Delegate: NSObject, UIApplicationDelegate {
  var launches = 0
  let names = ["one", "two"]
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    launches += 1
    return true
  }
}

private class DelegateWithInitializer: NSObject, UIApplicationDelegate {
  let name: String
  override init() {
    name = "made"
    super.init()
  }
}

private struct Places: View {
  @State private var position = MapCameraPosition.automatic
  @State private var chosen: Int?
  var body: some View {
    Text(chosen.map { "chosen \($0)" } ?? "none")
    Map(position: $position, selection: $chosen) {
      Marker("Rome", coordinate: CLLocationCoordinate2D(latitude: 41.9, longitude: 12.5)).tag(7)
      ForEach([1.0, 2.0], id: \.self) { degrees in
        Annotation("", coordinate: CLLocationCoordinate2D(latitude: degrees, longitude: 0)) {
          Text(verbatim: "at \(degrees)")
        }
      }
      UserAnnotation()
    }
    .mapStyle(.standard)
  }
}

private struct Hint: Tip {
  var title: Text { Text("Swipe to delete") }
  var message: Text? { Text("Or press Delete") }
}

/// Modules that apps import besides SwiftUI: found by their names, and frank about what there is not.
@MainActor @Suite struct ModuleTests {
  @Test func aDelegateIsMadeWithoutARequiredInitializer() {
    let made = UIApplicationDelegateAdaptor(Delegate.self).wrappedValue
    #expect(type(of: made) == Delegate.self)
    #expect(made.launches == 1)
    #expect(made.names == ["one", "two"])
    #expect(UIApplicationDelegateAdaptor(DelegateWithInitializer.self).wrappedValue.name == "made")
  }

  @Test func aMapListsItsPlaces() throws {
    let dom = ModelDOM(ViewPage(Places()))
    let links = dom.all.filter { $0.kind == .link }.compactMap { $0.attribute(.destination) }
    #expect(links.count == 3)
    #expect(links.first == "https://www.openstreetmap.org/?mlat=41.9&mlon=12.5#map=14/41.9/12.5")
    #expect(dom.text.contains("at 2.0"))
    try dom.click("Rome")
    #expect(dom.text.contains("chosen 7"))
  }

  @Test func notificationsAreRefused() async throws {
    let center = UNUserNotificationCenter.current()
    #expect(try await center.requestAuthorization(options: [.alert, .sound]) == false)
    #expect(await center.notificationSettings().authorizationStatus == .denied)
    let content = UNMutableNotificationContent()
    content.title = "Title"
    content.sound = .default
    let request = UNNotificationRequest(
      identifier: "one", content: content, trigger: UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false))
    #expect(request.content.title == "Title")
    await #expect(throws: UNError.self) { try await center.add(request) }
  }

  @Test func theDevicesPlaceIsNotKnown() async {
    final class Listener: CLLocationManagerDelegate {
      var errors: [any Error] = []
      func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) { errors.append(error) }
    }
    let manager = CLLocationManager()
    let listener = Listener()
    manager.delegate = listener
    manager.requestLocation()
    #expect(manager.authorizationStatus == .denied)
    #expect(listener.errors.compactMap { ($0 as? CLError)?.code } == [.denied])
    let (paris, london) = (
      CLLocation(latitude: 48.8566, longitude: 2.3522), CLLocation(latitude: 51.5074, longitude: -0.1278)
    )
    #expect(abs(paris.distance(from: london) - 343_556) < 100)
    await #expect(throws: CLError.self) { try await CLGeocoder().geocodeAddressString("Paris") }
  }

  @Test func aTipCanBeClosed() throws {
    let dom = ModelDOM(ViewPage(TipView(Hint())))
    #expect(dom.text.contains("Or press Delete"))
    try dom.click("Close")
    #expect(!dom.text.contains("Swipe"))
  }

  @Test func soundsAreRefused() {
    #expect(throws: AVError.self) { try AVAudioPlayer(data: Data()) }
    AudioServicesPlaySystemSound(1104)
    WidgetCenter.shared.reloadAllTimelines()
    Logger(subsystem: "test", category: "test").debug("nothing")
  }

  @Test func textsAreComparedByFormats() {
    func holds(_ format: String, _ operand: String, _ text: Any?) -> Bool {
      NSPredicate(format: format, operand).evaluate(with: text)
    }
    #expect(holds("SELF MATCHES %@", "[A-Z]+@[A-Z]+", "ME@HOME"))
    #expect(!holds("SELF MATCHES %@", "[A-Z]+", "ME@HOME"), "all of the text must match")
    #expect(!holds("SELF MATCHES %@", "a|b", "ab"))
    #expect(holds("SELF MATCHES[c] %@", "me", "ME"))
    #expect(!holds("SELF MATCHES %@", "[", "["), "no expression")
    #expect(holds("SELF CONTAINS[cd] %@", "eclair", "Éclairs"))
    #expect(holds("SELF BEGINSWITH %@", "a", "ab"))
    #expect(holds("self endswith %@", "b", "ab"))
    #expect(holds("SELF == %@", "ab", "ab"))
    #expect(!holds("name == %@", "ab", "ab"))
    #expect(!holds("SELF MATCHES %@", ".*", 5))
  }

  @Test func lengthsOfTimeAreWritten() {
    let formatter = DateComponentsFormatter()
    formatter.allowedUnits = [.hour, .minute]
    #expect(formatter.string(from: 5_400) == "1:30")
    formatter.unitsStyle = .abbreviated
    #expect(formatter.string(from: 5_400) == "1h 30m")
    #expect(formatter.string(from: 3_600) == "1h")
    formatter.unitsStyle = .full
    #expect(formatter.string(from: 90_061) == "25 hours, 1 minute")
    formatter.allowedUnits = [.minute, .second]
    formatter.unitsStyle = .positional
    #expect(formatter.string(from: 65) == "1:05")
    #expect(formatter.string(from: 5) == "0:05")
    formatter.zeroFormattingBehavior = .pad
    #expect(formatter.string(from: 65) == "01:05")
    #expect(formatter.string(from: .nan) == nil)
  }
}

private struct Pressed: View {
  @State private var said = "nothing"
  var body: some View {
    Text(said)
    Text("Card").onTapGesture { said = "tapped" }.onLongPressGesture(minimumDuration: 1) { said = "held" }
    Text("Gestures").gesture(LongPressGesture(minimumDuration: 0.2).onEnded { _ in said = "held by gesture" })
    Text("Drag").gesture(DragGesture().onChanged { _ in }.onEnded { said = "\($0.translation.width)" })
    Circle().trim(from: 0, to: 0.5).rotation(.degrees(-90)).stroke(.blue, lineWidth: 4)
  }
}

@MainActor @Suite struct GestureTests {
  @Test func whatIsHeldIsNotTapped() throws {
    let dom = ModelDOM(ViewPage(Pressed()))
    let card = try #require(dom.all.last { ModelDOM.text($0) == "Card" && $0.events.contains(.longPress) })
    #expect(card.attributes.contains(.init(.pressDuration, "1000")))
    #expect(dom.page.handle(Event(card.id, .longPress)))
    #expect(dom.text.hasPrefix("held "))
    #expect(dom.page.handle(Event(card.id, .click)))
    #expect(dom.text.hasPrefix("tapped "))
    let other = try #require(dom.all.last { ModelDOM.text($0) == "Gestures" && $0.events.contains(.longPress) })
    #expect(other.attributes.contains(.init(.pressDuration, "200")))
    #expect(dom.page.handle(Event(other.id, .longPress)))
    #expect(dom.text.hasPrefix("held by gesture "))
  }

  @Test func aShapeIsTurnedWhereItIsDrawn() {
    let dom = ModelDOM(ViewPage(Pressed()))
    let drawing = dom.all.first { $0.kind == .drawing }
    #expect(drawing?.attributes.contains { $0.name == .style && $0.text.contains("rotate(-90deg)") } == true)
  }
}
