// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  /// What the server reports, as errors that say what to do. They have no values and no password; of a connection that
  /// failed, the cause names host, port and user.
  enum PostgresErrors {
    static var closed: SwiftDataError {
      SwiftDataError(
        .storeFailure, "The store has been closed.", advice: "Create a new container to continue.")
    }

    /// - Parameters:
    ///   - entity: Whose rows were to be written; nil if they were those of several entities. Then the server names the table,
    ///     and also if it has refused a row of another one that was sent along.
    ///   - layout: What the names of tables and constraints stand for.
    static func error(_ failure: PostgresFailure, entity: _Entity? = nil, _ layout: (any UniqueNames)? = nil)
      -> SwiftDataError
    {
      let refused = layout?.entity(of: failure)
      let isOther = failure.refusesValues && refused != nil && refused?.root !== entity?.root
      let entity = isOther ? refused : entity ?? refused
      let constraint = failure.constraint.map { ", by the constraint \($0)" } ?? ""
      func make(_ kind: SwiftDataError, _ explanation: String, _ advice: String, property: String? = nil)
        -> SwiftDataError
      {
        SwiftDataError(
          kind, explanation, entity: entity?.name, property: property, advice: advice, underlying: failure)
      }
      guard let code = failure.code else {
        return make(
          .storeFailure, "The connection to the database has failed.",
          "Check that the server runs, and its address; then try again.")
      }
      switch code {
      case "23505":
        let properties = failure.constraint.flatMap { layout?.properties(ofConstraint: $0) }
        return make(
          .uniqueConflict, "Another row has the same unique values\(properties == nil ? constraint : "").",
          "Change the value, or delete the other object first.", property: properties)
      case "23503" where failure.isOfReferredRow, "23001":
        return make(
          .deleteDenied,
          "Other rows still refer to a row that is deleted or gets another key, by the foreign key \(failure.constraint ?? "?").",
          "Delete these rows first, or let them refer to another one.")
      case "23503":
        return make(
          .optimisticLockFailure, "A row that the save refers to has been deleted in the meantime\(constraint).",
          "Fetch the models again, and save again.")
      case "23502":
        return make(
          .modelValidationFailure, "A column that must have a value would have none.",
          "Give the property a value, or make the column optional.", property: failure.column)
      case "23514", "23P01", "44000":
        return make(
          .modelValidationFailure,
          "The database refuses the values of a row\(constraint).",
          "Change the values, or the constraint.")
      // What a trigger says is its program's own, and in the cause.
      case "P0001":
        return make(
          .modelValidationFailure, "A trigger of the database refuses the change.",
          "The text of the cause says why.")
      case "40001", "40P01":
        return make(
          .storeIsBusy, "Other transactions were in the way of this one, again and again.", "Save again.")
      case "55P03":
        return make(
          .storeIsBusy,
          "Another transaction has kept a row or a table locked for longer than the time-out for locks "
            + "(lockTimeout of the configuration, or lock_timeout of the server).",
          "Save again when it has finished; in pg_stat_activity, the server tells who waits for whom. Keep transactions "
            + "short, or raise lockTimeout.")
      case "57014":
        return make(
          .storeIsBusy,
          "The server has cancelled the statement: it took longer than the time-out for statements (statementTimeout of the "
            + "configuration, or statement_timeout of the server), or somebody has cancelled it.",
          "Ask for less at once, look at explain(_:) for a missing index, or raise statementTimeout.")
      case "25006":
        return make(
          .storeIsReadOnly, "The server takes no changes: it is a standby, or the transaction is read-only.",
          "Connect to the primary server.")
      case "53300":
        return make(.storeIsBusy, "The server has no connection left.", "Use fewer connections, or a pooler.")
      case "53100": return make(.storeIsFull, "The server's disk is full.", "Free space on it, then save again.")
      case "54000", "54001", "53400":
        return make(
          .valueOutOfRange, "A value, or a statement, is larger than PostgreSQL allows.",
          "Unique and indexed values have 2,704 bytes at most, after the server has compressed them; the values of a row a "
            + "gigabyte together, and a row of hundreds of short values 8,160 bytes.",
          property: failure.constraint.flatMap { layout?.properties(ofConstraint: $0) })
      case "54011":
        return make(
          .valueOutOfRange, "A table or an index has more columns than PostgreSQL allows.",
          "A table has 1,600 columns at most, those that were dropped and those of former versions included.")
      case "28P01", "28000":
        return make(
          .loadIssueModelContainer, "The server has refused the user or the password.", "Check both.")
      case "3D000": return make(.loadIssueModelContainer, "There is no such database.", "Create it first.")
      case "42501":
        return make(
          .storeIsReadOnly, "The user may not do this in the database.",
          "Grant the user the right, or connect as another one.")
      case "42883" where failure.message.contains("pg_temp"), "42704" where failure.message.contains("pg_temp"),
        "3F000":
        return make(
          .unsupportedPredicate,
          "The predicate or the order needs functions that the connection could not make for itself.",
          "Grant the right TEMPORARY on the database; and do without them behind a pooler.")
      case _ where failure.isOutdated:
        return make(
          .storeIsBusy, "The table was changed by another program again and again, while its statements were prepared.",
          "Try again.")
      case "42P01", "42703":
        return make(
          .storeFailure, "A table or a column of the store is missing.",
          "Another program has changed the database. Open the container again.")
      case "0A000":
        return make(
          .storeFailure, "PostgreSQL does not offer this for the table.",
          "The text of the cause says why. A rule with DO INSTEAD must have a RETURNING list.")
      case let code where code.hasPrefix("22"):
        return make(
          .valueOutOfRange, "A value cannot be stored in PostgreSQL, or a sum overflows.",
          "Check the values, or keep the property as another type.")
      case "25P03":
        return make(
          .storeFailure,
          "The server has ended the transaction, which sent no statement for longer than the time-out for idle transactions "
            + "(idleTransactionTimeout of the configuration, or idle_in_transaction_session_timeout of the server).",
          "Save again, without pauses between what a transaction does; or raise idleTransactionTimeout.")
      case "25P04":
        return make(
          .storeFailure,
          "The server has ended the transaction, which took longer than its time-out for transactions "
            + "(transaction_timeout of the server).",
          "Write less at once, or raise it.")
      // Other errors of constraints and of triggers: they are of these values, whoever writes them.
      case let code where code.hasPrefix("23") || code.hasPrefix("P0") || code.hasPrefix("44"):
        return make(
          .modelValidationFailure,
          "A rule of the database refuses the row\(constraint).",
          "Change the model and save again, or change the rule.", property: failure.column)
      case let code where code.hasPrefix("57P") || code.hasPrefix("08"):
        return make(.storeFailure, "The server has ended the connection.", "Try again.")
      default:
        return make(
          .storeFailure, "The store could not perform the operation.",
          "Please report this, with the text of the cause.")
      }
    }

    /// Whether the same transaction may succeed if it is tried again.
    static func isTransient(_ failure: PostgresFailure) -> Bool {
      failure.code == "40001" || failure.code == "40P01" || failure.isOutdated
    }
  }

  extension PostgresFailure {
    /// Whether the values of a row were refused: then the table that it names is that row's.
    fileprivate var refusesValues: Bool { ["23502", "23505", "23514"].contains(code ?? "") }
  }

  /// Knows which properties an index is about, `#Index` or `#Unique`, and whose rows a table has.
  protocol UniqueNames {
    func properties(ofConstraint name: String) -> String?
    /// Whose row the server has refused; nil if it does not say so.
    func entity(of failure: PostgresFailure) -> _Entity?
  }
#endif
