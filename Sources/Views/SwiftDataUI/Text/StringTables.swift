// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The translations that lie beside the program: string catalogs (`Localizable.xcstrings`) and strings files
/// (`de.lproj/Localizable.strings`) of its bundles.
struct StringTables: Sendable {
  /// What a language says for a key.
  indirect enum Translation: Equatable, Sendable {
    case text(String)
    /// By the category of a number: "one", "few", "other", …
    case plural([String: Translation])
    /// A text with names in `%#@name@`, each of which is a text by the number of an argument.
    case substituted(String, [String: Substitution])
  }

  struct Substitution: Equatable, Sendable {
    /// The number of the argument, from 1.
    var argument: Int
    var specifier: String
    var forms: [String: Translation]
  }

  /// By table, key and language.
  private(set) var tables: [String: [String: [String: Translation]]] = [:]
  /// The languages that have a text.
  private(set) var languages: Set<String> = []
  /// The language of the keys themselves.
  private(set) var sourceLanguage = "en"

  var isEmpty: Bool { tables.isEmpty }

  /// Those of this program.
  static let shared = StringTables(bundlesIn: Bundle.main.bundleURL)

  init() {}

  init(bundlesIn folder: URL) {
    for entry in Self.entries(folder) where ["resources", "bundle"].contains(entry.pathExtension) {
      read(entry, depth: 0)
    }
  }

  private static func entries(_ folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appendingPathComponent($0) }
  }

  private mutating func read(_ folder: URL, depth: Int) {
    for entry in Self.entries(folder) {
      let name = entry.deletingPathExtension().lastPathComponent
      switch entry.pathExtension {
      case "xcstrings": if let data = try? Data(contentsOf: entry) { addCatalog(data, table: name) }
      case "lproj":
        for file in Self.entries(entry) where file.pathExtension == "strings" {
          if let data = try? Data(contentsOf: file) {
            addStrings(data, table: file.deletingPathExtension().lastPathComponent, language: name)
          }
        }
      case "" where depth < 4: read(entry, depth: depth + 1)
      default: continue
      }
    }
  }

  // MARK: Reading

  private mutating func add(_ translation: Translation, _ key: String, _ table: String, _ language: String) {
    let language = Self.normal(language)
    tables[table, default: [:]][key, default: [:]][language] = translation
    languages.insert(language)
  }

  /// A file of "key" = "value"; pairs.
  mutating func addStrings(_ data: Data, table: String, language: String) {
    guard let strings = StringsFile.pairs(data) else {
      return Diagnostics.note("The strings file '\(table)' of '\(language)' cannot be read.")
    }
    for (key, value) in strings { add(.text(value), key, table, language) }
  }

  mutating func addCatalog(_ data: Data, table: String) {
    guard let catalog = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any],
      let strings = catalog["strings"] as? [String: Any]
    else { return Diagnostics.note("The string catalog '\(table)' cannot be read.") }
    if let source = catalog["sourceLanguage"] as? String { sourceLanguage = Self.normal(source) }
    for (key, value) in strings {
      let localizations = (value as? [String: Any])?["localizations"] as? [String: Any] ?? [:]
      for (language, said) in localizations {
        if let translation = Self.translation(said) { add(translation, key, table, language) }
      }
    }
  }

  private static func translation(_ said: Any) -> Translation? {
    guard let said = said as? [String: Any] else { return nil }
    let unit = said["stringUnit"] as? [String: Any]
    if let text = unit?["value"] as? String {
      // What nobody has translated yet is as good as missing.
      if unit?["state"] as? String == "new", text.isEmpty { return nil }
      guard let named = said["substitutions"] as? [String: Any] else { return .text(text) }
      let substitutions = named.compactMapValues { value -> Substitution? in
        guard let value = value as? [String: Any], let forms = forms(value) else { return nil }
        return Substitution(
          argument: value["argNum"] as? Int ?? 1, specifier: value["formatSpecifier"] as? String ?? "lld", forms: forms)
      }
      return .substituted(text, substitutions)
    }
    if let forms = forms(said) { return .plural(forms) }
    let variations = said["variations"] as? [String: Any]
    let devices = variations?["device"] as? [String: Any]
    return devices.flatMap { $0["other"] ?? $0["iphone"] ?? $0["mac"] }.flatMap { translation($0) }
  }

  private static func forms(_ said: [String: Any]) -> [String: Translation]? {
    ((said["variations"] as? [String: Any])?["plural"] as? [String: Any])?.compactMapValues { translation($0) }
  }

  // MARK: Finding

  private static func normal(_ language: String) -> String { language.replacingOccurrences(of: "_", with: "-") }

  /// What a language says for a key: that of the place, then the language anywhere; nil if the key is what is shown.
  func translation(_ key: String, table: String?, _ locale: Locale) -> (Translation, language: String)? {
    guard let said = tables[table ?? "Localizable"]?[key] else { return nil }
    for name in Self.names(of: locale) { if let found = said[name] { return (found, name) } }
    // In the language of the keys, a key is its own text unless the table has another one.
    return said[sourceLanguage].map { ($0, sourceLanguage) }
  }

  /// In which of the languages that have a text somebody reads: that of the place, or the language anywhere; the
  /// language of the keys if they have none of it.
  func language(for locale: Locale) -> String {
    Self.names(of: locale).first { languages.contains($0) } ?? sourceLanguage
  }

  /// By which a language may be known, the nearest one first: `de-CH` and `de`. Browsers name Chinese by the place,
  /// tables by the script.
  static func names(of locale: Locale) -> [String] {
    var name = normal(String(locale.identifier.prefix { $0 != "@" }))
    var names = [name]
    while let dash = name.lastIndex(of: "-") {
      name = String(name[..<dash])
      names.append(name)
    }
    if name == "zh" {
      let isTraditional = ["TW", "HK", "MO", "Hant"].contains { names[0].split(separator: "-").contains(Substring($0)) }
      names.insert(isTraditional ? "zh-Hant" : "zh-Hans", at: names.count - 1)
    }
    return names
  }

  /// The form for a number, where a translation has several: its text with specifiers.
  static func text(_ translation: Translation, _ language: String, numbers: [Double?], first: Int = 0) -> String {
    func form(_ forms: [String: Translation], _ number: Double?) -> Translation? {
      let category = number.map { PluralCategory.of($0, language) } ?? "other"
      // A text for zero may be given in any language.
      return (number == 0 ? forms["zero"] : nil) ?? forms[category] ?? forms["other"]
    }
    switch translation {
    case .text(let text): return text
    case .plural(let forms):
      let number = numbers.compactMap(\.self).first
      return form(forms, number).map { text($0, language, numbers: numbers) } ?? ""
    case .substituted(var result, let substitutions):
      for (name, substitution) in substitutions {
        let index = substitution.argument - 1
        let chosen = form(substitution.forms, numbers.indices.contains(index) ? numbers[index] : nil)
        let text = chosen.map { self.text($0, language, numbers: numbers) } ?? ""
        let argument = "%\(substitution.argument)$\(substitution.specifier)"
        result = result.replacingOccurrences(
          of: "%#@\(name)@", with: text.replacingOccurrences(of: "%arg", with: argument))
      }
      return result
    }
  }
}

/// Which form of a word goes with a number, by the rules of Unicode's CLDR for the languages that apps come in.
enum PluralCategory {
  private static let withoutForms = "ja ko zh th vi id ms".split(separator: " ")
  private static let southSlavic = "sr hr bs".split(separator: " ")

  static func of(_ number: Double, _ language: String) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return "other" }
    let isWhole = number == number.rounded()
    let whole = Int(abs(number))
    let (ten, hundred) = (whole % 10, whole % 100)
    switch language.prefix(while: { $0 != "-" }) {
    case let code where withoutForms.contains(code): return "other"
    case "fr", "pt", "hy": return abs(number) < 2 ? "one" : "other"
    case "hi", "bn", "fa", "gu", "kn": return number == 0 || number == 1 ? "one" : "other"
    case "ru", "uk", "be":
      guard isWhole else { return "other" }
      if ten == 1, hundred != 11 { return "one" }
      return (2...4).contains(ten) && !(12...14).contains(hundred) ? "few" : "many"
    case let code where southSlavic.contains(code):
      guard isWhole else { return "other" }
      if ten == 1, hundred != 11 { return "one" }
      return (2...4).contains(ten) && !(12...14).contains(hundred) ? "few" : "other"
    case "pl":
      guard isWhole else { return "other" }
      if whole == 1 { return "one" }
      return (2...4).contains(ten) && !(12...14).contains(hundred) ? "few" : "many"
    case "cs", "sk":
      guard isWhole else { return "many" }
      return whole == 1 ? "one" : (2...4).contains(whole) ? "few" : "other"
    case "ro":
      guard isWhole else { return "few" }
      if whole == 1 { return "one" }
      return whole == 0 || (1...19).contains(hundred) ? "few" : "other"
    case "sl":
      guard isWhole else { return "few" }
      return hundred == 1 ? "one" : hundred == 2 ? "two" : hundred == 3 || hundred == 4 ? "few" : "other"
    case "lt":
      guard isWhole else { return "many" }
      if ten == 1, !(11...19).contains(hundred) { return "one" }
      return (2...9).contains(ten) && !(11...19).contains(hundred) ? "few" : "other"
    case "he": return isWhole && whole == 1 ? "one" : isWhole && whole == 2 ? "two" : "other"
    case "ar":
      guard isWhole else { return "other" }
      if whole < 3 { return ["zero", "one", "two"][whole] }
      return (3...10).contains(hundred) ? "few" : (11...99).contains(hundred) ? "many" : "other"
    default: return isWhole && whole == 1 ? "one" : "other"
    }
  }
}
