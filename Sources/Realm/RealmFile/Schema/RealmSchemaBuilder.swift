// SPDX-License-Identifier: Apache-2.0

/// Describes tables for those who use the reader.
struct RealmSchemaBuilder {
  let format: RealmFormat
  let layouts: [RealmTableLayout]
  /// The primary keys by name of class, formats below 10.
  let primaryKeys: [String: String]
  let version: UInt64?

  var schema: RealmSchema {
    let places = Dictionary(layouts.map { ($0.key, $0) }) { first, _ in first }
    return RealmSchema(
      format: format.number, version: version, classes: layouts.map { entity($0, places) })
  }

  private func entity(
    _ layout: RealmTableLayout, _ places: [RealmTableKey: RealmTableLayout]
  ) -> RealmClass {
    let name = RealmTableNames.className(layout.name)
    let properties = layout.columns.indices.map { property(layout, $0, places) }
    let backlinks = layout.backlinks.compactMap { backlink -> RealmBacklink? in
      guard let origin = places[backlink.origin],
        let column = origin.columnKeys.firstIndex(of: backlink.originColumn)
      else { return nil }
      return RealmBacklink(
        origin: RealmTableNames.className(origin.name), property: origin.names[column])
    }
    return RealmClass(
      name: name, tableName: layout.name, key: layout.key, kind: layout.kind,
      properties: properties,
      primaryKey: layout.primaryKey.map { layout.names[$0] } ?? primaryKeys[name],
      backlinks: backlinks, isInternal: RealmTableNames.isInternal(layout.name))
  }

  private func property(
    _ layout: RealmTableLayout, _ index: Int, _ places: [RealmTableKey: RealmTableLayout]
  ) -> RealmProperty {
    let column = layout.columns[index]
    let attributes = layout.attributes[index]
    var form = column.form
    var type = ValueTypes.type(form.type)
    if form.type == .subtable {
      // A list of values is a subtable of one column.
      if column.rows.count == 1, let only = column.rows.first {
        form = only.form
        type = ValueTypes.type(form.type)
      }
    }
    if form.type == .mixed {
      type = form.isOld ? .unsupported : .mixed
      form.isNullable = true
    }
    let isLink = form.type == .link || form.type == .linkList
    let target = isLink ? form.target.flatMap { places[$0] } : nil
    return RealmProperty(
      name: layout.names[index], type: type, collection: collection(column.collection),
      // Elements of lists and sets of links are never null.
      isOptional: isLink
        ? column.collection == nil || column.collection == .dictionary
        : form.isNullable,
      isIndexed: column.isIndexed, isFullTextIndexed: attributes.contains(.fullText),
      target: target.map { RealmTableNames.className($0.name) })
  }

  private func collection(_ kind: CollectionKind?) -> RealmProperty.Collection? {
    switch kind {
    case .list: .list
    case .set: .set
    case .dictionary: .dictionary
    case nil: nil
    }
  }
}

/// The public names of stored types.
enum ValueTypes {
  static func type(_ type: StorageType) -> RealmProperty.ValueType {
    switch type {
    case .int: .int
    case .bool: .bool
    case .string, .enumeratedString: .string
    case .binary: .data
    case .dateTime, .timestamp: .timestamp
    case .float: .float
    case .double: .double
    case .decimal: .decimal
    case .objectID: .objectID
    case .uuid: .uuid
    case .mixed: .mixed
    case .link, .linkList: .link
    case .typedLink: .anyLink
    case .subtable: .rows
    case .backlink: .unsupported
    }
  }
}
