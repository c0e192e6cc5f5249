// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The words of this library's own controls, in the language of the page: "Back", "Done", "Cancel".
enum OwnWords {
  /// What a table of the app says for a word, or else this library, if the app has texts in that language at all: one
  /// word in another language than all the others would help nobody.
  static func text(_ word: String, _ locale: Locale, _ tables: StringTables = .shared) -> String {
    if !tables.isEmpty, let (translation, language) = tables.translation(word, table: nil, locale) {
      return StringTables.text(translation, language, numbers: [])
    }
    guard let known = words[word] else { return word }
    let language = Locale(identifier: tables.language(for: locale))
    return StringTables.names(of: language).lazy.compactMap { known[$0] }.first ?? word
  }

  /// In the language of the view that is evaluated.
  static func text(_ word: String) -> String { text(word, PageLanguage.current) }

  private static let words: [String: [String: String]] = [
    "Back": [
      "de": "Zurück", "fr": "Retour", "es": "Atrás", "it": "Indietro", "pt": "Voltar", "nl": "Terug",
      "ja": "戻る", "zh-Hans": "返回", "ko": "뒤로", "pl": "Wstecz",
    ],
    "Cancel": [
      "de": "Abbrechen", "fr": "Annuler", "es": "Cancelar", "it": "Annulla", "pt": "Cancelar", "nl": "Annuleer",
      "ja": "キャンセル", "zh-Hans": "取消", "ko": "취소", "pl": "Anuluj",
    ],
    "Close": [
      "de": "Schließen", "fr": "Fermer", "es": "Cerrar", "it": "Chiudi", "pt": "Fechar", "nl": "Sluit",
      "ja": "閉じる", "zh-Hans": "关闭", "ko": "닫기", "pl": "Zamknij",
    ],
    "Delete": [
      "de": "Löschen", "fr": "Supprimer", "es": "Eliminar", "it": "Elimina", "pt": "Apagar", "nl": "Verwijder",
      "ja": "削除", "zh-Hans": "删除", "ko": "삭제", "pl": "Usuń",
    ],
    "Done": [
      "de": "Fertig", "fr": "Terminé", "es": "Listo", "it": "Fine", "pt": "Concluído", "nl": "Gereed",
      "ja": "完了", "zh-Hans": "完成", "ko": "완료", "pl": "Gotowe",
    ],
    "Edit": [
      "de": "Bearbeiten", "fr": "Modifier", "es": "Editar", "it": "Modifica", "pt": "Editar", "nl": "Wijzig",
      "ja": "編集", "zh-Hans": "编辑", "ko": "편집", "pl": "Edytuj",
    ],
    "More": [
      "de": "Mehr", "fr": "Plus", "es": "Más", "it": "Altro", "pt": "Mais", "nl": "Meer",
      "ja": "その他", "zh-Hans": "更多", "ko": "더 보기", "pl": "Więcej",
    ],
    "OK": [
      "de": "OK", "fr": "OK", "es": "OK", "it": "OK", "pt": "OK", "nl": "OK",
      "ja": "OK", "zh-Hans": "好", "ko": "확인", "pl": "OK",
    ],
    "Refresh": [
      "de": "Aktualisieren", "fr": "Actualiser", "es": "Actualizar", "it": "Aggiorna", "pt": "Atualizar",
      "nl": "Vernieuw", "ja": "更新", "zh-Hans": "刷新", "ko": "새로 고침", "pl": "Odśwież",
    ],
    "Search": [
      "de": "Suchen", "fr": "Rechercher", "es": "Buscar", "it": "Cerca", "pt": "Buscar", "nl": "Zoek",
      "ja": "検索", "zh-Hans": "搜索", "ko": "검색", "pl": "Szukaj",
    ],
  ]
}

extension Text {
  /// A word of this library's own.
  init(own word: String) { self.init(verbatim: OwnWords.text(word)) }
}

extension PageSettings {
  /// The language that the page is in, as HTML names it.
  @MainActor package var language: String { StringTables.shared.language(for: locale ?? .current) }
}
