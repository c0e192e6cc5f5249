// SPDX-License-Identifier: Apache-2.0

/// The location and the options of a store, and its type.
///
/// ```swift
/// struct ArchiveConfiguration: DataStoreConfiguration {
///   typealias Store = ArchiveStore
///   var name: String
///   var schema: Schema?
///   var file: URL
/// }
/// ```
public protocol DataStoreConfiguration: Hashable {
  /// The store that is opened with it.
  associatedtype Store: DataStore where Self == Store.Configuration

  /// Tells the configurations of a container apart.
  var name: String { get }
  /// The models in the store; `nil` for all of the container's.
  var schema: Schema? { get set }

  /// Checks the configuration, before the store is created. By default it is valid.
  ///
  /// - Throws: What is wrong with it.
  func validate() throws
}

extension DataStoreConfiguration {
  /// Accepts every configuration.
  public func validate() throws {}
}
