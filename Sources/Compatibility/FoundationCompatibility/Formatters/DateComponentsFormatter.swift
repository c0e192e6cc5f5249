// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// Writes a length of time, such as "1 hour, 30 minutes": Foundation's class, which Foundation lacks on this platform.
  /// Names of units are in English.
  ///
  /// ```swift
  /// let formatter = DateComponentsFormatter()
  /// formatter.allowedUnits = [.hour, .minute]
  /// formatter.string(from: 5_400)  // "1:30"
  /// ```
  open class DateComponentsFormatter: Formatter {
    /// How units are written.
    public enum UnitsStyle: Int, Sendable {
      /// "1:30:05"
      case positional = 0
      /// "1h 30m"
      case abbreviated
      /// "1 hr, 30 min"
      case short
      /// "1 hour, 30 minutes"
      case full
      /// "one hour, thirty minutes", with digits here
      case spellOut
      /// "1hr 30min"
      case brief
    }

    /// Which units that are zero are left out.
    public struct ZeroFormattingBehavior: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }
      /// The usual behavior of the style.
      public static let `default` = ZeroFormattingBehavior(rawValue: 1)
      /// Zeros before the first other unit are left out.
      public static let dropLeading = ZeroFormattingBehavior(rawValue: 2)
      /// Zeros between other units are left out.
      public static let dropMiddle = ZeroFormattingBehavior(rawValue: 4)
      /// Zeros after the last other unit are left out.
      public static let dropTrailing = ZeroFormattingBehavior(rawValue: 8)
      /// All zeros are left out.
      public static let dropAll: ZeroFormattingBehavior = [.dropLeading, .dropMiddle, .dropTrailing]
      /// Units are padded with zeros.
      public static let pad = ZeroFormattingBehavior(rawValue: 65536)
    }

    /// How units are written; `.positional` unless set.
    open var unitsStyle = UnitsStyle.positional
    /// The units that may be written; those from years to seconds unless set.
    open var allowedUnits: NSCalendar.Unit = [.year, .month, .day, .hour, .minute, .second]
    /// Which units that are zero are left out.
    open var zeroFormattingBehavior = ZeroFormattingBehavior.default
    /// How many units are written at most; all, if it is zero.
    open var maximumUnitCount = 0
    /// The calendar that counts the units.
    open var calendar: Calendar? = .autoupdatingCurrent
    /// Has no effect here.
    open var allowsFractionalUnits = false
    /// Has no effect here.
    open var collapsesLargestUnit = false
    /// Whether "about" is written before the length.
    open var includesApproximationPhrase = false
    /// Whether "remaining" is written after the length.
    open var includesTimeRemainingPhrase = false
    /// Has no effect here.
    open var formattingContext = Formatter.Context.unknown

    /// A formatter with the calendar of the user.
    public override init() { super.init() }
    /// A formatter with the calendar of the user: its settings are not coded.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The length of so many seconds; nil if it is no number or too large.
    open func string(from timeInterval: TimeInterval) -> String? {
      guard timeInterval.isFinite, abs(timeInterval) < 1e11 else { return nil }
      let start = Date(timeIntervalSinceReferenceDate: 0)
      let text = string(from: start, to: start.addingTimeInterval(abs(timeInterval).rounded()))
      return timeInterval <= -0.5 ? text.map { "-" + $0 } : text
    }

    /// The time between two dates.
    open func string(from startDate: Date, to endDate: Date) -> String? {
      var calendar = calendar ?? .autoupdatingCurrent
      // Days are days, also where clocks are changed between the dates.
      calendar.timeZone = TimeZone(identifier: "UTC") ?? calendar.timeZone
      let components = Set(units.map(\.component))
      return string(from: calendar.dateComponents(components, from: startDate, to: endDate))
    }

    /// The length that components say, in the units that are allowed.
    open func string(from components: DateComponents) -> String? {
      var amounts = units.map { (unit: $0, value: components.value(for: $0.component) ?? 0) }
      guard !amounts.isEmpty else { return nil }
      let isPositional = unitsStyle == .positional
      if !zeroFormattingBehavior.contains(.pad) {
        let dropsAll = zeroFormattingBehavior.contains(.default) && !isPositional
        if dropsAll || zeroFormattingBehavior.contains(.dropLeading) || zeroFormattingBehavior.contains(.default) {
          let last = isPositional ? 2 : 1
          while amounts.count > last, amounts[0].value == 0 { amounts.removeFirst() }
        }
        if dropsAll || zeroFormattingBehavior.contains(.dropTrailing) {
          while amounts.count > 1, amounts[amounts.count - 1].value == 0 { amounts.removeLast() }
        }
        if dropsAll || zeroFormattingBehavior.contains(.dropMiddle), amounts.count > 2 {
          let (first, last) = (amounts.removeFirst(), amounts.removeLast())
          amounts = [first] + amounts.filter { $0.value != 0 } + [last]
        }
      }
      if maximumUnitCount > 0 { amounts = Array(amounts.prefix(maximumUnitCount)) }
      let pads = zeroFormattingBehavior.contains(.pad)
      let text = amounts.enumerated().map { index, amount in
        written(amount.value, amount.unit, padded: isPositional && (index > 0 || pads))
      }.joined(separator: separator)
      return (includesApproximationPhrase ? "About " : "") + text + (includesTimeRemainingPhrase ? " remaining" : "")
    }

    /// The length that an object says: components, or nil for anything else.
    open override func string(for obj: Any?) -> String? { (obj as? DateComponents).flatMap(string(from:)) }

    private struct Unit {
      let component: Calendar.Component
      let option: NSCalendar.Unit
      let letter: String
      let short: String
      let full: String
    }

    private static let all = [
      Unit(component: .year, option: .year, letter: "y", short: "yr", full: "year"),
      Unit(component: .month, option: .month, letter: "mo", short: "mth", full: "month"),
      Unit(component: .weekOfMonth, option: .weekOfMonth, letter: "w", short: "wk", full: "week"),
      Unit(component: .day, option: .day, letter: "d", short: "day", full: "day"),
      Unit(component: .hour, option: .hour, letter: "h", short: "hr", full: "hour"),
      Unit(component: .minute, option: .minute, letter: "m", short: "min", full: "minute"),
      Unit(component: .second, option: .second, letter: "s", short: "sec", full: "second"),
    ]

    private var units: [Unit] { Self.all.filter { allowedUnits.contains($0.option) } }

    private var separator: String {
      switch unitsStyle {
      case .positional: ":"
      case .abbreviated, .brief: " "
      default: ", "
      }
    }

    private func written(_ value: Int, _ unit: Unit, padded: Bool) -> String {
      switch unitsStyle {
      case .positional: padded && (0..<10).contains(value) ? "0\(value)" : "\(value)"
      case .abbreviated: "\(value)\(unit.letter)"
      case .brief: "\(value)\(unit.short)"
      case .short: "\(value) \(unit.short)\(unit.short == "day" && value != 1 ? "s" : "")"
      case .full, .spellOut: "\(value) \(unit.full)\(value == 1 ? "" : "s")"
      }
    }
  }
#endif
