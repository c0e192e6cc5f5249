// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import SwiftUI

  /// What is written by the language, the time zone and the appearance of the browser.
  struct RegionCases: View {
    @Environment(\.locale) private var locale
    @Environment(\.timeZone) private var timeZone
    @Environment(\.calendar) private var calendar
    @Environment(\.colorScheme) private var colorScheme
    @State private var amount = 1234.5
    @State private var day = Self.noon

    /// The 4th of July 2026, 12:00 in Greenwich.
    private static let noon = Date(timeIntervalSince1970: 1_783_166_400)

    var body: some View {
      VStack {
        Text(verbatim: "locale \(locale.identifier) zone \(timeZone.identifier) week \(calendar.firstWeekday)")
        Text(verbatim: "scheme \(colorScheme == .dark ? "dark" : "light")")
        Text(1234.5, format: .number).accessibilityIdentifier("number")
        Text("costs \(1234.5, format: .currency(code: "EUR"))").accessibilityIdentifier("price")
        Text(1234.5, format: .number.locale(Locale(identifier: "en_US"))).accessibilityIdentifier("fixed")
        Text(Self.noon, style: .time).accessibilityIdentifier("time")
        Text(Self.noon, format: .dateTime.day().month(.wide).hour().minute()).accessibilityIdentifier("date")
        TextField("amount", value: $amount, format: .number)
        Text(verbatim: "amount \(amount)")
        DatePicker("day", selection: $day)
        Text(verbatim: "day \(Int(day.timeIntervalSince1970))")
      }
    }
  }

  /// A page that runs from right to left.
  struct DirectionCases: View {
    @State private var names = ["a", "b"]
    @State private var done = ""

    var body: some View {
      NavigationStack {
        List {
          ForEach(names, id: \.self) { name in
            NavigationLink("row \(name)") { Text("page of \(name)") }
          }
          .onDelete { names.remove(atOffsets: $0) }
          HStack {
            Text("first")
            Spacer()
            Text("last")
          }
          Text("padded").padding(.leading, 40)
        }
        .navigationTitle("Titles")
        .toolbar { Button("Button") { done = "done" } }
      }
      .environment(\.layoutDirection, .rightToLeft)
    }
  }
#endif
