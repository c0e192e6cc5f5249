// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Maps the values of one axis to parts of its length.
struct Scale {
  enum Kind: Equatable {
    case number(Double, Double)
    case date(Double, Double)
    case category([String])
  }
  let kind: Kind
  private let places: [String: Int]

  init(_ kind: Kind) {
    self.kind = kind
    if case .category(let names) = kind {
      places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    } else {
      places = [:]
    }
  }

  /// - Parameters:
  ///   - values: what the marks have on the axis.
  ///   - startsAtZero: whether zero belongs to the axis, unless the domain says something else.
  init(_ values: [_ChartValue], domain: ChartSetup.Domain?, startsAtZero: Bool) {
    var given: [_ChartValue] = []
    var zero = startsAtZero
    switch domain {
    case .values(let values): given = values
    case .automatic(let includesZero): zero = includesZero ?? startsAtZero
    case nil: break
    }
    let names = (given + values).compactMap { if case .category(let name) = $0 { name } else { nil } }
    if !names.isEmpty {
      var seen: Set<String> = []
      self.init(.category(names.filter { seen.insert($0).inserted }))
      return
    }
    let isDate = (given + values).contains { if case .date = $0 { true } else { false } }
    let numbers = (given.isEmpty ? values : given).compactMap(\.number)
    var (low, high) = (numbers.min() ?? 0, numbers.max() ?? 1)
    if isDate {
      if high <= low { (low, high) = (low - 43_200, high + 43_200) }
      self.init(.date(low, high))
      return
    }
    if given.isEmpty {
      if zero { (low, high) = (min(0, low), max(0, high)) }
      if high <= low { (low, high) = (low - (zero ? 0 : 1), high + 1) }
      let step = Self.step(high - low, count: 5)
      (low, high) = ((low / step).rounded(.down) * step, (high / step).rounded(.up) * step)
    } else if high <= low {
      high = low + 1
    }
    self.init(.number(low, high))
  }

  /// The part of the axis' length at which a value lies: the middle of a name's band.
  func position(_ value: _ChartValue) -> Double? {
    switch kind {
    case .category(let names):
      guard case .category(let name) = value, let place = places[name] else { return nil }
      return (Double(place) + 0.5) / Double(max(1, names.count))
    case .number(let low, let high), .date(let low, let high):
      return value.number.map { ($0 - low) / (high - low) }
    }
  }

  var zero: Double {
    guard case .number = kind else { return 0 }
    return min(max(position(.number(0)) ?? 0, 0), 1)
  }

  /// A step of 1, 2 or 5 times a power of ten, so that there are about so many.
  static func step(_ length: Double, count: Int) -> Double {
    guard length > 0, length.isFinite else { return 1 }
    let rough = length / Double(max(1, count))
    let power = pow(10, log10(rough).rounded(.down))
    let first = rough / power
    return (first <= 1 ? 1 : first <= 2 ? 2 : first <= 5 ? 5 : 10) * power
  }

  // MARK: Marks of the axis

  /// At most so many marks, whatever the program asks for.
  private static let most = 60

  func ticks(_ values: AxisMarkValues) -> [_ChartValue] {
    switch (values.choice, kind) {
    case (.values(let values), _): return Array(values.prefix(Self.most))
    case (_, .category(let names)): return names.prefix(Self.most).map { .category($0) }
    case (.stride(let step), .number(let low, let high)): return numbers(low, high, step)
    case (.automatic(let count), .number(let low, let high)):
      return numbers(low, high, Self.step(high - low, count: count ?? 5))
    case (.calendar, .number(let low, let high)): return numbers(low, high, Self.step(high - low, count: 5))
    case (.calendar(let component, let count), .date(let low, let high)): return dates(low, high, component, count)
    case (.stride(let step), .date(let low, let high)): return numbers(low, high, step).map(Self.date)
    case (.automatic(let count), .date(let low, let high)):
      let (component, step) = Self.calendarStep((high - low) / Double(max(1, count ?? 6)))
      return dates(low, high, component, step)
    }
  }

  private static func date(_ value: _ChartValue) -> _ChartValue {
    .date(Date(timeIntervalSinceReferenceDate: value.number ?? 0))
  }

  private func numbers(_ low: Double, _ high: Double, _ step: Double) -> [_ChartValue] {
    let step = (high - low) / step > Double(Self.most) ? Self.step(high - low, count: 10) : step
    let first = (low / step).rounded(.up)
    guard first.isFinite, step > 0 else { return [] }
    return (0...Self.most).map { (first + Double($0)) * step }.prefix { $0 <= high + step / 1e6 }.map { .number($0) }
  }

  private func dates(_ low: Double, _ high: Double, _ component: Calendar.Component, _ count: Int) -> [_ChartValue] {
    let calendar = Calendar.current
    let start = Date(timeIntervalSinceReferenceDate: low)
    guard var date = calendar.dateInterval(of: component, for: start)?.start else { return [] }
    var result: [_ChartValue] = []
    while date.timeIntervalSinceReferenceDate <= high, result.count < Self.most {
      if date >= start { result.append(.date(date)) }
      guard let next = calendar.date(byAdding: component, value: count, to: date), next > date else { break }
      date = next
    }
    return result
  }

  private static func calendarStep(_ seconds: Double) -> (Calendar.Component, Int) {
    let day = 86_400.0
    let steps: [(Double, Calendar.Component, Int)] = [
      (60, .minute, 1), (600, .minute, 10), (3600, .hour, 1), (6 * 3600, .hour, 6), (day, .day, 1), (2 * day, .day, 2),
      (7 * day, .weekOfYear, 1), (31 * day, .month, 1), (92 * day, .month, 3), (366 * day, .year, 1),
      (5 * 366 * day, .year, 5),
    ]
    let step = steps.first { seconds <= $0.0 } ?? (0, .year, 10)
    return (step.1, step.2)
  }

  /// What stands at a mark unless the program says so.
  func label(_ value: _ChartValue) -> String {
    guard case .date(let date) = value, case .date(let low, let high) = kind else { return value.text }
    let days = (high - low) / 86_400
    if days <= 2 { return date.formatted(.dateTime.hour().minute()) }
    if days <= 62 { return date.formatted(.dateTime.month(.abbreviated).day()) }
    return days <= 800 ? date.formatted(.dateTime.month(.abbreviated)) : date.formatted(.dateTime.year())
  }
}
