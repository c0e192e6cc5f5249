// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Formatters and collections that Foundation lacks on some platforms, as Apple's work.
@Suite struct FormatterTests {
  private func relative(_ style: RelativeDateTimeFormatter.DateTimeStyle = .numeric, _ locale: String = "en_US")
    -> RelativeDateTimeFormatter
  {
    let formatter = RelativeDateTimeFormatter()
    formatter.dateTimeStyle = style
    formatter.locale = Locale(identifier: locale)
    return formatter
  }

  @Test func relativeDatesTakeTheGreatestUnit() {
    let formatter = relative()
    let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
    #expect(formatter.localizedString(fromTimeInterval: -90 * 60) == "1 hour ago")
    #expect(formatter.localizedString(fromTimeInterval: 59) == "in 59 seconds")
    #expect(formatter.localizedString(for: now.addingTimeInterval(-3 * 86400), relativeTo: now) == "3 days ago")
    #expect(formatter.localizedString(for: now.addingTimeInterval(8 * 86400), relativeTo: now) == "in 1 week")
    #expect(formatter.localizedString(from: DateComponents(month: 25)) == "in 25 months")
    #expect(formatter.localizedString(from: DateComponents(day: 0, hour: -2)) == "2 hours ago")
    #expect(formatter.localizedString(from: DateComponents()) == "in 0 seconds")
    #expect(formatter.string(for: "text") == nil && formatter.string(for: Date()) != nil)
  }

  @Test func relativeDatesHaveNamesAndStyles() {
    #expect(relative(.named).localizedString(from: DateComponents(day: -1)) == "yesterday")
    #expect(relative(.named, "de_DE").localizedString(from: DateComponents(day: 1)) == "morgen")
    #expect(relative(.numeric, "fr_FR").localizedString(from: DateComponents(hour: 2)) == "dans 2 heures")
    let formatter = relative()
    formatter.unitsStyle = .spellOut
    #expect(formatter.localizedString(from: DateComponents(month: -2)) == "two months ago")
    formatter.unitsStyle = .short
    #expect(
      (formatter.copy() as? RelativeDateTimeFormatter)?.localizedString(from: DateComponents(month: -2))
        == "2 mo. ago")
  }

  private func measurement(_ locale: String, _ options: MeasurementFormatter.UnitOptions = [])
    -> MeasurementFormatter
  {
    let formatter = MeasurementFormatter()
    formatter.locale = Locale(identifier: locale)
    formatter.unitOptions = options
    return formatter
  }

  @Test func measurementsAreConverted() {
    let length = Measurement(value: 5, unit: UnitLength.kilometers)
    #expect(measurement("en_US").string(from: length) == "3.107 mi")
    #expect(measurement("de_DE").string(from: Measurement(value: 1, unit: UnitLength.miles)) == "1,609 km")
    #expect(measurement("en_US", .providedUnit).string(from: length) == "5 km")
    #expect(
      measurement("de_DE", .naturalScale).string(from: Measurement(value: 250, unit: UnitLength.meters)) == "250 m")
    #expect(measurement("en_US").string(from: Measurement(value: 20, unit: UnitTemperature.celsius)) == "68°F")
    #expect(
      measurement("de_DE", .temperatureWithoutUnit).string(from: Measurement(value: 20, unit: UnitTemperature.celsius))
        == "20°")
    let long = measurement("en_US", .providedUnit)
    long.unitStyle = .long
    #expect(long.string(from: Measurement(value: 1, unit: UnitLength.feet)) == "1 foot")
    #expect(long.string(from: UnitMass.pounds) == "pounds")
  }

  @Test func elementsMove() {
    var letters = ["a", "b", "c", "d", "e"]
    letters.move(fromOffsets: IndexSet([0, 2]), toOffset: 4)
    #expect(letters == ["b", "d", "a", "c", "e"])
    letters.move(fromOffsets: IndexSet([4, 99]), toOffset: 0)
    #expect(letters == ["e", "b", "d", "a", "c"])
    letters.remove(atOffsets: IndexSet([1, 4, 7]))
    #expect(letters == ["e", "d", "a"])
    letters.move(fromOffsets: IndexSet(integer: 0), toOffset: 3)
    #expect(letters == ["d", "a", "e"])
  }

  @Test func formattersHaveOneBehavior() {
    let formatter = DateFormatter()
    formatter.formatterBehavior = .default
    #expect(formatter.formatterBehavior == .behavior10_4)
    let numbers = NumberFormatter()
    numbers.formatterBehavior = .behavior10_4
    #expect(numbers.formatterBehavior == .behavior10_4)
  }

  @Test func notificationsArriveInOrder() async {
    let center = NotificationCenter()
    let name = Notification.Name("FormatterTests.posted")
    var iterator = center.notifications(named: name).makeAsyncIterator()
    for number in 0..<3 { center.post(name: name, object: nil, userInfo: ["number": number]) }
    center.post(name: Notification.Name("another"), object: nil)
    var numbers: [Int] = []
    while numbers.count < 3, let notification = await iterator.next() {
      numbers.append(notification.userInfo?["number"] as? Int ?? -1)
    }
    #expect(numbers == [0, 1, 2])
  }

  @Test func aCancelledLoopEnds() async {
    let center = NotificationCenter()
    let task = Task { @Sendable in
      var count = 0
      for await _ in center.notifications(named: Notification.Name("never")) { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
  }
}

/// Items joined to a list.
@Suite struct ListFormatterTests {
  @Test func itemsAreJoined() {
    let formatter = ListFormatter()
    formatter.locale = Locale(identifier: "en_US")
    #expect(formatter.string(from: ["ham", "eggs"]) == "ham and eggs")
    #expect(formatter.string(from: ["ham", "eggs", "tea"]) == "ham, eggs, and tea")
    #expect(formatter.string(from: []) == "" && formatter.string(from: [1]) == "1")
    #expect(formatter.string(for: ["ham"]) == "ham" && formatter.string(for: "ham") == nil)
    formatter.locale = Locale(identifier: "de_DE")
    #expect(formatter.string(from: ["Ei", "Brot"]) == "Ei und Brot")
    #expect(ListFormatter.localizedString(byJoining: ["ham"]) == "ham")
  }

  @Test func itemsAreWrittenByTheirFormatter() {
    let formatter = ListFormatter()
    formatter.locale = Locale(identifier: "en_US")
    let numbers = NumberFormatter()
    numbers.minimumFractionDigits = 1
    numbers.locale = formatter.locale
    formatter.itemFormatter = numbers
    #expect(formatter.string(from: [NSNumber(value: 1), NSNumber(value: 2)]) == "1.0 and 2.0")
    #expect(formatter.string(from: [UUID()]) == nil)
  }
}

/// Archives in a property, in the direction that Core Data's own transformer has.
@Suite struct SecureUnarchiveTests {
  final class NamesTransformer: NSSecureUnarchiveFromDataTransformer {
    override class var allowedTopLevelClasses: [AnyClass] { [NSArray.self, NSString.self] }
  }

  @Model final class Roster {
    @Attribute(.transformable(by: NamesTransformer.self)) var names: [String]
    init(names: [String]) { self.names = names }
  }

  @Test func valuesComeBack() throws {
    let container = try ModelContainer(
      for: Roster.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Roster(names: ["Ada", "Grace"]))
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Roster>()).first?.names == ["Ada", "Grace"])
  }

  @Test func otherClassesAreRefused() throws {
    let transformer = NamesTransformer()
    let data = try NSKeyedArchiver.archivedData(withRootObject: ["a": 1], requiringSecureCoding: true)
    #expect(transformer.transformedValue(data) == nil)
    #expect(transformer.transformedValue(Data([1, 2])) == nil)
    #expect(transformer.transformedValue(transformer.reverseTransformedValue(["a"])) as? [String] == ["a"])
  }
}
