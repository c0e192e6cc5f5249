// SPDX-License-Identifier: Apache-2.0

#if Postgres
  @testable import SwiftDataPostgres
  import Testing

  /// What the server reports, and what it is asked with, without a server.
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

    /// Unless the address says otherwise.
    @Test func machinesThatDisappearAreNoticed() throws {
      func values(_ address: String, _ keyword: String) throws -> [String] {
        try PostgresConfiguration(url: address).settings().filter { $0.0 == keyword }.map(\.1)
      }
      #expect(try values("postgres://db.example.com/shop", "tcp_user_timeout") == ["30000"])
      #expect(try values("postgres://db.example.com/shop", "keepalives_idle") == ["30"])
      #expect(try values("postgres://db.example.com/shop?tcp_user_timeout=5000", "tcp_user_timeout") == ["5000"])
    }
  }

  extension PostgresTests {
    @Suite struct AddressTests {
      /// Even one that looks like an address.
      @Test func namesOfDatabasesAreNames() throws {
        var settings = try PostgresConfiguration(url: try #require(TestServer.address)).settings()
        settings.removeAll { $0.0 == "dbname" }
        settings.append(("dbname", "host=elsewhere"))
        let failure = #expect(throws: PostgresFailure.self) { try PostgresConnection(settings: settings) }
        #expect(failure?.message.contains("host=elsewhere") == true)
      }
    }
  }
#endif
