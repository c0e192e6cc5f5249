// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One or more lines of text. See Apple's documentation of `Text`.
public struct Text: Equatable, Sendable {
  private let content: Content

  /// Most texts are one string that looks like the text around it, which needs no array.
  private enum Content: Equatable, Sendable {
    case plain(String)
    /// Anything else, so that equal texts are equal contents.
    case runs([Run])
  }

  var runs: [Run] {
    switch content {
    case .plain(let text): [Run(text)]
    case .runs(let runs): runs
    }
  }

  /// A part of a text that looks the same throughout.
  struct Run: Hashable, Sendable {
    var text: String
    var styles: [Element.Style] = []
    /// Texts are kept as long as they are shown: what few have does not take room in all.
    private var more: More?

    private final class More: Hashable, Sendable {
      let values: Values
      init(_ values: Values) { self.values = values }
      static func == (lhs: More, rhs: More) -> Bool { lhs.values == rhs.values }
      func hash(into hasher: inout Hasher) { values.hash(into: &hasher) }
    }

    private struct Values: Hashable, Sendable {
      var symbol: String?
      var link: String?
      var isNotBold = false
      var isNotItalic = false
      var regional: RegionalText?
    }

    private mutating func change(_ change: (inout Values) -> Void) {
      var values = more?.values ?? Values()
      change(&values)
      more = values == Values() ? nil : More(values)
    }

    var symbol: String? {
      get { more?.values.symbol }
      set { change { $0.symbol = newValue } }
    }
    var link: String? {
      get { more?.values.link }
      set { change { $0.link = newValue } }
    }
    /// What is said against views around the text.
    var isNotBold: Bool {
      get { more?.values.isNotBold ?? false }
      set { change { $0.isNotBold = newValue } }
    }
    var isNotItalic: Bool {
      get { more?.values.isNotItalic ?? false }
      set { change { $0.isNotItalic = newValue } }
    }
    /// Set if the text depends on language, region or time zone.
    var regional: RegionalText? {
      get { more?.values.regional }
      set { change { $0.regional = newValue } }
    }

    init(_ text: String) { self.text = text }

    /// Whether it is nothing but its text.
    var isPlain: Bool { styles.isEmpty && more == nil }

    init(_ regional: RegionalText) {
      text = regional.text
      self.regional = regional
    }
  }

  init(runs: [Run]) {
    content = runs.count == 1 && runs[0].isPlain ? .plain(runs[0].text) : .runs(runs)
  }

  /// Creates a text that shows a key, with its Markdown, or what a table of the app's bundles has for it; the bundle and
  /// the comment are not used.
  public init(_ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil)
  {
    self.init(runs: key.runs(table: tableName))
  }

  /// Creates a text that shows a string as it is, without Markdown.
  public init(verbatim content: String) { self.content = .plain(content) }

  /// Creates a text that shows a string as it is, without Markdown.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ content: S) { self.content = .plain(String(content)) }

  /// Creates a text that shows the string of a resource, which the tables of its bundle may translate.
  @_disfavoredOverload
  public init(_ resource: LocalizedStringResource) {
    let text = String(localized: resource)
    // Foundation knows no string catalogs; those of values in a text are looked up by their keys alone.
    let isPlain = !resource.key.contains("%")
    let found =
      isPlain ? StringTables.shared.translation(resource.key, table: resource.table, PageLanguage.current) : nil
    self.init(runs: [Run(found.map { StringTables.text($0.0, $0.language, numbers: []) } ?? text)])
  }

  /// Creates a text of an attributed string: with its links, and the attributes of
  /// ``Foundation/AttributeScopes/SwiftUIAttributes``, such as `font` and `foregroundColor`. Images and blocks, such as
  /// lists, are left out.
  // Otherwise it would take literals, whose Markdown is a key's to read.
  @_disfavoredOverload
  public init(_ attributed: AttributedString) {
    let runs = attributed.runs.map { run in
      var made = Run(String(attributed[run.range].characters))
      if let link = run.link?.absoluteString, SafeAddress.mayBeOpened(link) { made.link = link }
      made.styles = run.styles
      return made
    }
    self.init(runs: runs)
  }

  /// Creates a text of a value as a format writes it.
  public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    self.init(runs: [Run(RegionalText(input, format))])
  }

  /// Creates a text of a value of Foundation as a formatter writes it, or of its description.
  public init<Subject: ReferenceConvertible>(_ subject: Subject, formatter: Formatter) {
    self.init(runs: [Run(formatter.string(for: subject) ?? "\(subject)")])
  }
  /// Creates a text of an object as a formatter writes it, or of its description.
  public init<Subject: NSObject>(_ subject: Subject, formatter: Formatter) {
    self.init(runs: [Run(formatter.string(for: subject) ?? "\(subject)")])
  }

  /// Creates a text of a date in a style. What would run, such as a timer, is written as of now, and anew only when the
  /// view is evaluated.
  public init(_ date: Date, style: DateStyle) { self.init(runs: [Run(RegionalText(date, style))]) }
  /// Creates a text of two dates with a dash between them, each with an abbreviated date and a short time.
  public init(_ dates: ClosedRange<Date>) { self.init(runs: [Run(RegionalText(dates))]) }
  /// Creates a text of the beginning and the end of an interval, each with an abbreviated date and a short time.
  public init(_ interval: DateInterval) { self.init(runs: [Run(RegionalText(interval.start...interval.end))]) }
  /// Creates a text of the time to the end of an interval, or since its beginning, as of now. It does not run, and
  /// counts up after the end. `pauseTime` and `showsHours` are not used: hours are shown if there are any.
  public init(
    timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
  ) {
    self.init(runs: [Run(DateStyle.timer.string(countsDown ? timerInterval.upperBound : timerInterval.lowerBound))])
  }
  /// Creates a text of an image, if it is a symbol: other images are left out.
  public init(_ image: Image) { self.init(runs: [image.run]) }

  /// Returns one text after another, each with its own styles.
  public static func + (lhs: Text, rhs: Text) -> Text { Text(runs: lhs.runs + rhs.runs) }

  /// Without its styles, as it is written on the page whose views are evaluated.
  package var plain: String {
    guard runs.contains(where: { $0.regional != nil }) else { return plain(in: EnvironmentValues()) }
    return plain(in: PageLanguage.environment)
  }

  /// Without its styles, as it is written in an environment.
  func plain(in environment: EnvironmentValues) -> String {
    switch content {
    case .plain(let text): text
    case .runs(let runs): runs.map { $0.regional?.text(in: environment) ?? $0.text }.joined()
    }
  }

  /// Where a text that is too long is cut: see ``View/truncationMode(_:)``.
  public enum TruncationMode: Hashable, Sendable { case head, tail, middle }
  /// Letters that a text is shown in.
  public enum Case: Hashable, Sendable { case uppercase, lowercase }
  /// How large a text is, compared with the text around it.
  public struct Scale: Hashable, Sendable {
    let factor: Double
    /// As large as the text around it.
    public static let `default` = Scale(factor: 1)
    /// Four fifths of the text around it.
    public static let secondary = Scale(factor: 0.8)
  }
  /// How a line under or through text looks, for attributed strings. Modifiers take a ``Pattern``.
  public struct LineStyle: Hashable, Sendable {
    let pattern: Pattern
    let color: Color?
    /// A continuous line.
    public static let single = LineStyle()
    /// Whether a line is interrupted, and how.
    public struct Pattern: Hashable, Sendable {
      package enum Kind: Hashable, Sendable { case solid, dotted, dashed }
      package let kind: Kind
      /// A continuous line.
      public static let solid = Pattern(kind: .solid)
      /// Dots.
      public static let dot = Pattern(kind: .dotted)
      /// Dashes.
      public static let dash = Pattern(kind: .dashed)
      /// Dashes and dots; drawn as dashes in a browser.
      public static let dashDot = Pattern(kind: .dashed)
      /// Dashes and two dots; drawn as dashes in a browser.
      public static let dashDotDot = Pattern(kind: .dashed)
    }
    /// Creates a style of line from a pattern, in a colour or in that of the text.
    public init(pattern: Pattern = .solid, color: Color? = nil) {
      self.pattern = pattern
      self.color = color
    }
  }
}

extension RegionalText {
  init<F: FormatStyle>(_ input: F.FormatInput, _ format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    self.init(input, "\(F.self) \(format.hashValue)") { format.adapted(to: $0).format(input) }
  }
}

extension Text: View, PrimitiveView {
  public typealias Body = Never

  func update(_ node: Node) {}

  func assemble(_ node: Node) -> Output {
    let runs = joinedRuns(in: node.environment)
    let element: Rendered
    if runs.count <= 1, runs.first?.symbol == nil, runs.first?.link == nil {
      element = node.element(.text, [.text], text: runs.first?.text ?? "")
      for style in runs.first?.styles ?? [] { element.style(style) }
    } else {
      element = node.element(.text, [.text], children: runs.enumerated().map { part($1, node, $0 + 1) })
    }
    if let limit = node.environment.lineLimit {
      element.style(.lineLimit(limit))
      element.add(.lineLimit)
    }
    element.plainText = plain(in: node.environment)
    return Output(element)
  }

  /// As they look in an environment. Neighbours that look the same are one run: mostly there is one.
  private func joinedRuns(in environment: EnvironmentValues) -> [Run] {
    runs.reduce(into: []) { joined, run in
      var run = run
      if let regional = run.regional { run.text = regional.text(in: environment) }
      if run.isNotBold, environment.isBold { run.styles.add(.fontWeight(400)) }
      if run.isNotItalic, environment.isItalic { run.styles.add(.isItalic(false)) }
      // Nobody opens it.
      if let link = run.link, !SafeAddress.isSafe(link), environment.ownOpenURL == nil { run.link = nil }
      if let last = joined.last, last.styles == run.styles, last.link == run.link, last.symbol == nil, run.symbol == nil
      {
        joined[joined.count - 1].text += run.text
      } else {
        joined.append(run)
      }
    }
  }

  @MainActor private func part(_ run: Run, _ node: Node, _ index: Int) -> Rendered {
    let part: Rendered
    if let symbol = run.symbol {
      part = node.element(.text, [.symbol], key: index)
      part.attribute(.symbol, symbol)
    } else if let link = run.link {
      part = node.element(.link, [.link], key: index, text: run.text)
      part.lead(to: link, inNewWindow: false, node.environment)
    } else {
      part = node.element(.text, [.run], key: index, text: run.text)
    }
    for style in run.styles { part.style(style) }
    return part
  }
}
