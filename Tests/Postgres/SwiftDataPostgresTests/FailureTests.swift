// SPDX-License-Identifier: Apache-2.0

#if Postgres
  @testable import SwiftDataPostgres
  import Testing

  /// What the server reports, without a server.
  @Suite struct FailureTests {
    /// In whatever language it reports it.
    @Test(arguments: [
      (
        "insert or update on table \"line\" violates foreign key constraint \"line_order_fkey\"",
        "update or delete on table \"order\" violates foreign key constraint \"line_order_fkey\" on table \"line\""
      ),
      (
        "Einfügen oder Aktualisieren in Tabelle »line« verletzt Fremdschlüssel-Constraint »line_order_fkey«",
        "Aktualisieren oder Löschen in Tabelle »order« verletzt Fremdschlüssel-Constraint »line_order_fkey« von Tabelle »line«"
      ),
      (
        "une instruction insert ou update sur la table « line » viole la contrainte de clé étrangère « line_order_fkey »",
        "UPDATE ou DELETE sur la table « order » viole la contrainte de clé étrangère « line_order_fkey » de la table « line »"
      ),
      (
        "テーブル\"line\"への挿入、更新は外部キー制約\"line_order_fkey\"に違反しています",
        "テーブル\"order\"の更新または削除は、テーブル\"line\"の外部キー制約\"line_order_fkey\"に違反します"
      ),
    ])
    func rowsThatAreReferredTo(_ refers: String, _ isReferredTo: String) {
      #expect(!PostgresFailure.namesReferredRow(refers, "line_order_fkey"))
      #expect(PostgresFailure.namesReferredRow(isReferredTo, "line_order_fkey"))
    }
  }
#endif
