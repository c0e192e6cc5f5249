// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftUI

  /// What is typed, clicked and dragged: each value beside its control.
  struct Fields: App {
    var body: some Scene { WindowGroup("Fields") { FieldsView() } }
  }

  struct FieldsView: View {
    private static let english = Locale(identifier: "en_US")
    private static let start = Date(timeIntervalSince1970: 1_795_000_000)

    @State private var number = 7.0
    @State private var dollars = 0.0
    @State private var free = Self.start
    @State private var bounded = Self.start
    @State private var names = ["b", "c", "d"]
    @State private var chosen = "b"
    @State private var done: [String] = []

    var body: some View {
      NavigationStack {
        List {
          TextField("number", value: $number, format: .number.locale(Self.english))
          TextField("dollars", value: $dollars, format: .currency(code: "USD").locale(Self.english))
          DatePicker("free", selection: $free, displayedComponents: .date)
          DatePicker(
            "bounded", selection: $bounded, in: Self.start.addingTimeInterval(-31_536_000)...Date.distantFuture,
            displayedComponents: .date)
          Picker("choice", selection: $chosen) { ForEach(names, id: \.self) { Text($0) } }
          // As Swift writes it: a key would be formatted.
          Text(
            verbatim:
              "number \(number) dollars \(dollars) free \(day(free)) bounded \(day(bounded)) chosen \(chosen) done \(done.joined(separator: ","))"
          )
          .accessibilityIdentifier("echo")
          Button("Insert above") { names.insert("a", at: 0) }
          Section("Rows") {
            ForEach(names, id: \.self) { name in
              NavigationLink("row \(name)") { Text("page of \(name)") }
                .swipeActions(edge: .leading) { Button("Mark") { done.append("marked \(name)") } }
            }
            .onDelete { for index in $0 { done.append("deleted \(names.remove(at: index))") } }
            .onMove { names.move(fromOffsets: $0, toOffset: $1) }
          }
        }
      }
    }

    private func day(_ date: Date) -> String {
      let parts = Calendar.current.dateComponents([.year, .month, .day], from: date)
      return "\(parts.year ?? 0)-\(parts.month ?? 0)-\(parts.day ?? 0)"
    }
  }
#endif
