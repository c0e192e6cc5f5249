// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads what Foundation knows of languages and of their variants.
enum LanguageReader {
  /// Parents come before their variants.
  static func entries() -> [Catalogue.LanguageEntry] {
    let available = Set(Locale.availableIdentifiers)
    var codes = Set(Locale.LanguageCode.isoLanguageCodes.map(\.identifier))
    for identifier in available { codes.insert(String(base(of: identifier))) }
    codes.formUnion(available)
    return codes.map { entry($0, among: codes, isLocale: available.contains($0)) }.sorted {
      ($0.code.count, $0.code) < ($1.code.count, $1.code)
    }
  }

  private static func entry(
    _ code: String, among codes: Set<String>, isLocale: Bool
  ) -> Catalogue.LanguageEntry {
    let language = Locale.Language(identifier: code)
    let own = isLocale ? Locale(identifier: code).localizedString(forIdentifier: code) : nil
    return Catalogue.LanguageEntry(
      code: code, parent: parent(of: code, among: codes), name: name(of: code),
      ownName: own,
      script: language.script.flatMap {
        Catalogue.english.localizedString(forScriptCode: $0.identifier)
      },
      isWrittenRightToLeft: language.characterDirection == .rightToLeft)
  }

  private static func name(of code: String) -> String {
    Catalogue.english.localizedString(forIdentifier: code) ?? code
  }

  private static func base(of code: String) -> Substring {
    code.prefix { $0 != "_" }
  }

  /// `zh_Hant` for `zh_Hant_HK`, or `zh` if there is no such locale.
  private static func parent(of code: String, among codes: Set<String>) -> String? {
    var rest = code
    while let separator = rest.lastIndex(of: "_") {
      rest = String(rest[..<separator])
      if codes.contains(rest) { return rest }
    }
    return nil
  }
}
