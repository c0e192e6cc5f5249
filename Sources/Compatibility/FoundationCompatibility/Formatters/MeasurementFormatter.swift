// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// Writes measurements, such as "3.1 mi": Foundation's class, which Foundation lacks on this platform.
  ///
  /// ```swift
  /// let formatter = MeasurementFormatter()
  /// formatter.unitOptions = .providedUnit
  /// formatter.string(from: Measurement(value: 12.5, unit: UnitLength.kilometers))  // "12.5 km"
  /// ```
  ///
  /// Numbers are written in the user's language. Units are written by their symbols, in English with
  /// `unitStyle = .long` also by their names: the library has no names in other languages.
  open class MeasurementFormatter: Formatter {
    /// Which unit a measurement is written in.
    public struct UnitOptions: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// That of the measurement, rather than the one that the user's region prefers.
      public static let providedUnit = UnitOptions(rawValue: 1)
      /// The one in which the number is neither very large nor very small.
      public static let naturalScale = UnitOptions(rawValue: 2)
      /// Temperatures without the letter of their unit.
      public static let temperatureWithoutUnit = UnitOptions(rawValue: 4)
    }

    /// Which unit a measurement is written in: the one that the user's region prefers, unless set.
    open var unitOptions: UnitOptions = []
    /// How long the unit is written; `.medium` unless set.
    open var unitStyle = Formatter.UnitStyle.medium
    /// The language and the region.
    open var locale: Locale! = .autoupdatingCurrent {
      didSet { numberFormatter.locale = locale ?? .autoupdatingCurrent }
    }
    /// What writes the numbers.
    open var numberFormatter: NumberFormatter! = MeasurementFormatter.defaultNumberFormatter()

    /// A formatter for the user's region.
    public override init() { super.init() }

    /// A formatter for the user's region: its settings are not coded.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The measurement in the unit that the options ask for.
    open func string(from measurement: Measurement<Unit>) -> String {
      let shown = MeasurementScale(
        options: unitOptions, system: (locale ?? .autoupdatingCurrent).measurementSystem
      ).shown(measurement)
      let formatter = numberFormatter ?? Self.defaultNumberFormatter()
      let number = formatter.string(from: NSNumber(value: shown.value)) ?? "\(shown.value)"
      if shown.unit is UnitTemperature, unitOptions.contains(.temperatureWithoutUnit) { return number + "°" }
      let isOne = shown.value == 1
      if unitStyle == .long, let name = name(of: shown.unit, isOne: isOne) { return "\(number) \(name)" }
      let isTight = unitStyle == .short || shown.unit is UnitTemperature || shown.unit.symbol == "°"
      return number + (isTight ? "" : " ") + shown.unit.symbol
    }

    /// The measurement in the unit that the options ask for.
    public func string<UnitType: Unit>(from measurement: Measurement<UnitType>) -> String {
      string(from: Measurement<Unit>(value: measurement.value, unit: measurement.unit))
    }

    /// The unit alone.
    open func string(from unit: Unit) -> String {
      (unitStyle == .long ? name(of: unit, isOne: false) : nil) ?? unit.symbol
    }

    /// A measurement's text; `nil` for anything else.
    open override func string(for obj: Any?) -> String? {
      (obj as? Measurement<Unit>).map { string(from: $0) }
    }

    /// A copy with the same settings.
    open override func copy(with zone: NSZone? = nil) -> Any {
      let copy = MeasurementFormatter()
      copy.unitOptions = unitOptions
      copy.unitStyle = unitStyle
      copy.locale = locale
      copy.numberFormatter = numberFormatter
      return copy
    }

    private static func defaultNumberFormatter() -> NumberFormatter {
      let formatter = NumberFormatter()
      formatter.numberStyle = .decimal
      formatter.maximumFractionDigits = 3
      return formatter
    }

    private func name(of unit: Unit, isOne: Bool) -> String? {
      let language = (locale ?? .autoupdatingCurrent).language.languageCode?.identifier
      guard language == "en", let names = Self.names[unit.symbol] else { return nil }
      return isOne ? names.one : names.many
    }

    private static let names: [String: (one: String, many: String)] = [
      "km": ("kilometer", "kilometers"), "m": ("meter", "meters"), "cm": ("centimeter", "centimeters"),
      "mm": ("millimeter", "millimeters"), "mi": ("mile", "miles"), "yd": ("yard", "yards"),
      "ft": ("foot", "feet"), "in": ("inch", "inches"), "kg": ("kilogram", "kilograms"), "g": ("gram", "grams"),
      "mg": ("milligram", "milligrams"), "t": ("metric ton", "metric tons"), "lb": ("pound", "pounds"),
      "oz": ("ounce", "ounces"), "st": ("stone", "stones"), "°C": ("degree Celsius", "degrees Celsius"),
      "°F": ("degree Fahrenheit", "degrees Fahrenheit"), "K": ("kelvin", "kelvins"),
      "m/s": ("meter per second", "meters per second"),
      "km/h": ("kilometer per hour", "kilometers per hour"), "mph": ("mile per hour", "miles per hour"),
      "kn": ("knot", "knots"), "s": ("second", "seconds"), "min": ("minute", "minutes"), "hr": ("hour", "hours"),
      "L": ("liter", "liters"), "mL": ("milliliter", "milliliters"), "gal": ("gallon", "gallons"),
      "cup": ("cup", "cups"), "J": ("joule", "joules"), "kJ": ("kilojoule", "kilojoules"),
      "cal": ("calorie", "calories"), "kCal": ("kilocalorie", "kilocalories"), "W": ("watt", "watts"),
      "kW": ("kilowatt", "kilowatts"), "°": ("degree", "degrees"),
    ]
  }

  /// Chooses the unit in which a measurement is shown.
  private struct MeasurementScale {
    let options: MeasurementFormatter.UnitOptions
    let system: Locale.MeasurementSystem

    func shown(_ measurement: Measurement<Unit>) -> (value: Double, unit: Unit) {
      guard let unit = measurement.unit as? Dimension else { return (measurement.value, measurement.unit) }
      let base = unit.converter.baseUnitValue(fromValue: measurement.value)
      if options.contains(.naturalScale) {
        let candidates = options.contains(.providedUnit) ? sameSystem(as: unit) : scale(of: unit)
        if let best = natural(base, candidates) { return value(base, best) }
      }
      guard !options.contains(.providedUnit), let preferred = preferred(for: unit) else {
        return (measurement.value, unit)
      }
      return value(base, preferred)
    }

    private func value(_ base: Double, _ unit: Dimension) -> (value: Double, unit: Unit) {
      (unit.converter.value(fromBaseUnitValue: base), unit)
    }

    /// The largest unit of which there is at least one; else the smallest.
    private func natural(_ base: Double, _ units: [Dimension]) -> Dimension? {
      units.last { abs($0.converter.value(fromBaseUnitValue: base)) >= 1 } ?? units.first
    }

    /// What the region counts in.
    private func preferred(for unit: Dimension) -> Dimension? {
      switch unit {
      case is UnitLength: system == .metric ? UnitLength.kilometers : UnitLength.miles
      case is UnitMass: system == .us ? UnitMass.pounds : UnitMass.kilograms
      case is UnitTemperature: system == .us ? UnitTemperature.fahrenheit : UnitTemperature.celsius
      case is UnitSpeed: system == .metric ? UnitSpeed.kilometersPerHour : UnitSpeed.milesPerHour
      default: nil
      }
    }

    /// The region's units of one dimension, from small to large.
    private func scale(of unit: Dimension) -> [Dimension] {
      switch unit {
      case is UnitLength: system == .metric ? Self.metricLengths : Self.imperialLengths
      case is UnitMass: system == .us ? Self.imperialMasses : Self.metricMasses
      case is UnitTemperature, is UnitSpeed: preferred(for: unit).map { [$0] } ?? []
      default: []
      }
    }

    /// The units of the measurement's own system, from small to large.
    private func sameSystem(as unit: Dimension) -> [Dimension] {
      [Self.metricLengths, Self.imperialLengths, Self.metricMasses, Self.imperialMasses]
        .first { $0.contains(unit) } ?? []
    }

    private static var metricLengths: [Dimension] {
      [UnitLength.millimeters, UnitLength.centimeters, UnitLength.meters, UnitLength.kilometers]
    }
    private static var imperialLengths: [Dimension] { [UnitLength.inches, UnitLength.feet, UnitLength.miles] }
    private static var metricMasses: [Dimension] {
      [UnitMass.milligrams, UnitMass.grams, UnitMass.kilograms, UnitMass.metricTons]
    }
    private static var imperialMasses: [Dimension] { [UnitMass.ounces, UnitMass.pounds] }
  }
#endif
