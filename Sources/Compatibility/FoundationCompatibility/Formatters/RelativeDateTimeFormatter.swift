// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// Writes a distance in time, such as "2 hours ago": Foundation's class, which Foundation lacks on this platform.
  ///
  /// ```swift
  /// let formatter = RelativeDateTimeFormatter()
  /// formatter.dateTimeStyle = .named
  /// formatter.localizedString(for: trip.startDate, relativeTo: Date())  // "yesterday"
  /// ```
  open class RelativeDateTimeFormatter: Formatter {
    /// Whether distances with a name are written by it.
    public enum DateTimeStyle: Int, Sendable {
      /// "1 day ago"
      case numeric = 0
      /// "yesterday"
      case named
    }

    /// How units are written.
    public enum UnitsStyle: Int, Sendable {
      /// "2 months ago"
      case full = 0
      /// "two months ago"
      case spellOut
      /// "2 mo. ago"
      case short
      /// "2mo ago"
      case abbreviated
    }

    /// Whether distances with a name are written by it; `.numeric` unless set.
    open var dateTimeStyle = DateTimeStyle.numeric
    /// How units are written; `.full` unless set.
    open var unitsStyle = UnitsStyle.full
    /// What surrounds the text, which decides on its first letter.
    open var formattingContext = Formatter.Context.unknown
    /// What the units of two dates are counted by.
    open var calendar: Calendar! = .autoupdatingCurrent
    /// The language.
    open var locale: Locale! = .autoupdatingCurrent

    /// A formatter with the language and the calendar of the user.
    public override init() { super.init() }

    /// A formatter with the language and the calendar of the user: its settings are not coded.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The greatest unit of the components that is not zero: "in 3 weeks".
    open func localizedString(from dateComponents: DateComponents) -> String {
      for (unit, field) in Self.units {
        if let amount = dateComponents.value(for: unit), amount != 0 {
          return text(amount, unit, field)
        }
      }
      return text(0, .second, .second)
    }

    /// The distance of so many seconds from now; negative ones are in the past.
    open func localizedString(fromTimeInterval timeInterval: TimeInterval) -> String {
      let now = Date()
      return localizedString(for: now.addingTimeInterval(timeInterval), relativeTo: now)
    }

    /// The distance of `date`, seen from `referenceDate`.
    open func localizedString(for date: Date, relativeTo referenceDate: Date) -> String {
      let units = Set(Self.units.map(\.unit))
      return localizedString(from: usedCalendar.dateComponents(units, from: referenceDate, to: date))
    }

    /// The distance of a `Date` from now; `nil` for anything else.
    open override func string(for obj: Any?) -> String? {
      (obj as? Date).map { localizedString(for: $0, relativeTo: Date()) }
    }

    /// A copy with the same settings.
    open override func copy(with zone: NSZone? = nil) -> Any {
      let copy = RelativeDateTimeFormatter()
      copy.dateTimeStyle = dateTimeStyle
      copy.unitsStyle = unitsStyle
      copy.formattingContext = formattingContext
      copy.calendar = calendar
      copy.locale = locale
      return copy
    }

    private static let units: [(unit: Calendar.Component, field: Date.ComponentsFormatStyle.Field)] = [
      (.year, .year), (.month, .month), (.weekOfMonth, .week), (.day, .day), (.hour, .hour),
      (.minute, .minute), (.second, .second),
    ]

    private var usedCalendar: Calendar { calendar ?? .autoupdatingCurrent }

    /// The text of one unit. The style of the library chooses and rounds units by itself: it is given a date that is
    /// exactly so far away, and one unit.
    private func text(
      _ amount: Int, _ unit: Calendar.Component, _ field: Date.ComponentsFormatStyle.Field
    ) -> String {
      // A date without leap days and changes of the clock near it.
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
      let reference = Date(timeIntervalSinceReferenceDate: 13 * 86400)
      guard let date = calendar.date(byAdding: unit, value: amount, to: reference) else { return "" }
      var style = Date.AnchoredRelativeFormatStyle(
        anchor: date, presentation: dateTimeStyle == .named ? .named : .numeric,
        unitsStyle: libraryUnits, locale: locale ?? .autoupdatingCurrent, calendar: calendar,
        capitalizationContext: capitalization)
      style.allowedFields = [field]
      return style.format(reference)
    }

    private var libraryUnits: Date.RelativeFormatStyle.UnitsStyle {
      switch unitsStyle {
      case .full: .wide
      case .spellOut: .spellOut
      case .short: .abbreviated
      case .abbreviated: .narrow
      }
    }

    private var capitalization: FormatStyleCapitalizationContext {
      switch formattingContext {
      case .standalone: .standalone
      case .listItem: .listItem
      case .beginningOfSentence: .beginningOfSentence
      case .middleOfSentence: .middleOfSentence
      default: .unknown
      }
    }
  }
#endif
