// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

@testable import SwiftDataUI

@Suite struct StringTableTests {
  private let tables: StringTables = {
    var tables = StringTables()
    tables.addCatalog(
      Data(
        """
        {"sourceLanguage": "en", "version": "1.0", "strings": {
          "Hello": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Hallo"}},
            "de-CH": {"stringUnit": {"state": "translated", "value": "Grüezi"}}}},
          "%lld trips": {"localizations": {
            "en": {"variations": {"plural": {"one": {"stringUnit": {"state": "translated", "value": "%lld trip"}},
              "other": {"stringUnit": {"state": "translated", "value": "%lld trips"}}}}},
            "ru": {"variations": {"plural": {"one": {"stringUnit": {"value": "%lld поездка"}},
              "few": {"stringUnit": {"value": "%lld поездки"}}, "many": {"stringUnit": {"value": "%lld поездок"}},
              "other": {"stringUnit": {"value": "%lld поездки"}}}}}}},
          "%@ of %@": {"localizations": {"de": {"stringUnit": {"value": "von %2$@: **%1$@**"}}}},
          "%lld rows in %lld tables": {"localizations": {"en": {"stringUnit": {"value": "%#@rows@ in %#@tables@"},
            "substitutions": {
              "rows": {"argNum": 1, "formatSpecifier": "lld", "variations": {"plural": {"one": {"stringUnit": {"value": "%arg row"}},
                "other": {"stringUnit": {"value": "%arg rows"}}}}},
              "tables": {"argNum": 2, "formatSpecifier": "lld", "variations": {"plural": {"one": {"stringUnit": {"value": "one table"}},
                "other": {"stringUnit": {"value": "%arg tables"}}}}}}}}},
          "untranslated": {}, "broken": {"localizations": {"de": 7}}
        }}
        """.utf8), table: "Localizable")
    tables.addStrings(
      Data("\"Save\" = \"Sichern\"; /* a comment */ \"a \\\"b\\\"\" = \"c\";".utf8), table: "Other", language: "de")
    return tables
  }()

  private func text(_ key: String, _ language: String, table: String? = nil, numbers: [Double?] = []) -> String? {
    tables.translation(key, table: table, Locale(identifier: language)).map {
      StringTables.text($0.0, $0.language, numbers: numbers)
    }
  }

  @Test func aPageIsInALanguageThatTheAppHas() {
    func language(_ locale: String) -> String { tables.language(for: Locale(identifier: locale)) }
    #expect(language("de_CH") == "de-CH" && language("de_AT") == "de" && language("ru_RU") == "ru")
    #expect(language("fr_FR") == "en")
    var chinese = StringTables()
    chinese.addStrings(Data("\"Hello\" = \"x\";".utf8), table: "Localizable", language: "zh-Hans")
    #expect(chinese.language(for: Locale(identifier: "zh_CN")) == "zh-Hans")
    #expect(chinese.language(for: Locale(identifier: "zh_TW")) == "en")
  }

  @Test func ownWordsAreInTheLanguageOfThePage() {
    func word(_ word: String, _ locale: String) -> String {
      OwnWords.text(word, Locale(identifier: locale), tables)
    }
    #expect(word("Back", "de_CH") == "Zurück" && word("Cancel", "de_DE") == "Abbrechen")
    // The app has no French: one word of it would stand alone.
    #expect(word("Back", "fr_FR") == "Back" && word("Back", "en_US") == "Back")
    #expect(OwnWords.text("Back", Locale(identifier: "de_DE"), StringTables()) == "Back")
    // What the app itself says goes first.
    var own = tables
    own.addStrings(Data("\"Back\" = \"Heim\";".utf8), table: "Localizable", language: "de")
    #expect(OwnWords.text("Back", Locale(identifier: "de_DE"), own) == "Heim")
  }

  @Test func thePlaceThenTheLanguageThenTheKey() {
    #expect(text("Hello", "de_CH") == "Grüezi")
    #expect(text("Hello", "de_AT") == "Hallo")
    #expect(text("Hello", "fr") == nil)
    #expect(text("untranslated", "de") == nil && text("broken", "de") == nil && text("unknown", "de") == nil)
    #expect(text("Save", "de", table: "Other") == "Sichern" && text("Save", "de") == nil)
    #expect(text("a \"b\"", "de_DE", table: "Other") == "c")
  }

  @Test func stringsFilesAreReadAsPeopleWriteThem() {
    let text = #"""
      // One line; "not" = "a pair";
      /* Several
         lines */
      "a\tb" = "c\n\"d\" \U00e9 \351 \\ \q";
      plain.key_1 = "ü – 🎈";
      "alone"; "empty" = "";
      """#
    let expected = [
      "a\tb": "c\n\"d\" é é \\ q", "plain.key_1": "ü – 🎈", "alone": "alone", "empty": "",
    ]
    #expect(StringsFile.pairs(Data(text.utf8)) == expected)
    #expect(StringsFile.pairs(Data([0xEF, 0xBB, 0xBF] + text.utf8)) == expected)
    for isBigEndian in [false, true] {
      var data = Data(isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE])
      for unit in text.utf16 {
        let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        data.append(contentsOf: isBigEndian ? bytes.reversed() : bytes)
      }
      #expect(StringsFile.pairs(data) == expected)
    }
    #expect(StringsFile.pairs(Data()) == [:])
  }

  @Test(arguments: [
    "\"a\" = \"b\"", "\"a\" = ;", "\"a\" \"b\";", "\"a", "\"a\" = \"b\\", "/* no end", "= \"b\";", "{ a = b; }",
    "\"a\" = \"\\U\";",
  ])
  func aFileThatIsNoneIsRefused(_ text: String) {
    #expect(StringsFile.pairs(Data(text.utf8)) == nil)
    // Each beginning of a file, and bytes that are no text.
    for length in 0..<text.utf8.count { _ = StringsFile.pairs(Data(text.utf8.prefix(length))) }
    #expect(StringsFile.pairs(Data([0xFF, 0xFE, 0x00])) == nil && StringsFile.pairs(Data([0x22, 0xC3, 0x22])) == nil)
  }

  @Test func formsGoByTheNumber() {
    #expect(text("%lld trips", "en", numbers: [1]) == "%lld trip")
    #expect(text("%lld trips", "en", numbers: [0]) == "%lld trips")
    // A language without the key has that of the keys.
    #expect(text("%lld trips", "fr", numbers: [1]) == "%lld trip")
    for (number, form) in [
      (1.0, "поездка"), (2, "поездки"), (5, "поездок"), (11, "поездок"), (21, "поездка"), (112, "поездок"),
    ] {
      #expect(text("%lld trips", "ru", numbers: [number]) == "%lld " + form)
    }
    #expect(text("%lld rows in %lld tables", "en", numbers: [1, 1]) == "%1$lld row in one table")
    #expect(text("%lld rows in %lld tables", "en", numbers: [2, 3]) == "%1$lld rows in %2$lld tables")
  }

  @Test func categoriesOfLanguages() {
    let expected: [(String, [Double], [String])] = [
      ("en", [0, 1, 1.5, 2], ["other", "one", "other", "other"]), ("ja", [1], ["other"]),
      ("fr", [0, 1, 1.5, 2], ["one", "one", "one", "other"]),
      ("pl", [1, 2, 5, 12, 22], ["one", "few", "many", "many", "few"]),
      ("cs", [1, 3, 5], ["one", "few", "other"]),
      ("ar", [0, 1, 2, 3, 11, 100], ["zero", "one", "two", "few", "many", "other"]),
      ("de-AT", [1, 2], ["one", "other"]), ("en", [.infinity, .nan, 1e300], ["other", "other", "other"]),
    ]
    for (language, numbers, categories) in expected {
      #expect(numbers.map { PluralCategory.of($0, language) } == categories, "\(language)")
    }
  }

  @Test func whatCannotBeReadIsLeftOut() {
    var tables = StringTables()
    tables.addCatalog(Data("{".utf8), table: "Localizable")
    tables.addCatalog(Data("[]".utf8), table: "Localizable")
    tables.addStrings(Data("= ;".utf8), table: "Localizable", language: "de")
    #expect(tables.isEmpty)
  }
}
