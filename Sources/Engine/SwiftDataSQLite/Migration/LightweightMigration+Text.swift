// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

extension LightweightMigration.Step {
  /// What the step does, for people; `nil` for what only concerns speed or bookkeeping.
  var text: String? {
    func name(_ property: _Property) -> String { "\(property.entity.name).\(property.name)" }
    switch self {
    case .createTable(let table): return "The table \(table.name) is made for \(table.root.name)."
    case .createJoinTable(let table): return "The table \(table.name) is made for pairs."
    case .addColumn(let table, let column): return "The column \(column.name) is added to \(table)."
    case .fill(let property, _):
      return property.isOptional ? nil : "\(name(property)) gets its default value in existing rows."
    case .fillParts(let fill): return "Parts of \(name(fill.property)) get their default values in existing rows."
    case .spreadPayloads: return "Associated values of enums get columns of their own."
    case .checkValues(let check):
      return "Each value of \(name(check.property)) must fit its new type, or the migration fails."
    case .copy(let copy): return "The values of \(name(copy.property)) move to other columns."
    case .fillEntities: return nil
    case .moveLinks: return "Links move to where the relationship has them now."
    case .requireDestinations(let property):
      return "Each \(name(property)) must lead to an object, or the migration fails."
    case .moveExternalData(_, let column):
      return "Values of the column \(column.name) move \(column.isExternal ? "into files" : "out of files")."
    case .requireNoRows(let entity, _, _): return "There must be no \(entity.name), or the migration fails."
    case .moveHistory: return "The values that the history keeps of deleted rows move."
    case .renumber: return "Entities get other numbers."
    case .renameTable(let old, let new): return "The table \(old) is renamed to \(new)."
    case .renameColumn(let table, let old, let new): return "The column \(old) of \(table) is renamed to \(new)."
    case .replacePairs(let old, _, let table): return "The pairs of \(old) move to \(table.name)."
    case .addEntity(_, let name, _): return "The entity \(name) is added."
    case .dropIndex, .createIndex, .setSuperentity: return nil
    }
  }
}
