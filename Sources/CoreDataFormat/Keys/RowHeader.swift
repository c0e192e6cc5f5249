/// The columns with which each row of an entity begins.
public enum RowHeader {
  /// The primary key, which is the key of SQLite's row as well.
  public static let key = "Z_PK"
  /// The number of the row's entity, which may be below the root that the table is named by.
  public static let entity = "Z_ENT"
  /// How often the row has been written: 1 in a new one.
  public static let version = "Z_OPT"

  /// All three, in their order.
  public static let columns = [key, entity, version]
  /// As the CREATE TABLE statement has them.
  public static let declarations = [
    "\(key) INTEGER PRIMARY KEY", "\(entity) INTEGER", "\(version) INTEGER",
  ]
}
