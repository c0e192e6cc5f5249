// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The permissions of a file: what is made of a store is for the same people.
///
/// SQLite and Foundation give new files those of the process, which may let more people read.
struct FileMode {
  /// `nil` where the file or the system has none.
  private let bits: Int?

  init(of file: URL) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    bits = (attributes?[.posixPermissions] as? NSNumber).map { $0.intValue & 0o777 }
  }

  /// Makes an empty file that nobody else may read.
  ///
  /// - Returns: whether it could be made.
  static func createPrivateFile(_ file: URL) -> Bool {
    FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
  }

  static func createPrivateFolder(_ folder: URL) throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Gives a file these permissions; its owner may always write to it. Where that fails, it stays as it is.
  func apply(to file: URL) {
    guard let bits else { return }
    let own = FileManager.default.isFolder(file) ? 0o700 : 0o600
    try? FileManager.default.setAttributes([.posixPermissions: bits | own], ofItemAtPath: file.path)
  }

  /// Takes from a file what these permissions do not give. On disks that keep no permissions, it has no effect.
  func restrict(_ file: URL) {
    guard let bits, let present = FileMode(of: file).bits, present & ~(bits | 0o600) != 0 else { return }
    try? FileManager.default.setAttributes([.posixPermissions: present & (bits | 0o600)], ofItemAtPath: file.path)
  }

  /// Gives a copy of a store, and of its large values, the permissions of the original.
  static func carry(from store: URL, to copy: URL) {
    FileMode(of: store).apply(to: copy)
    carryFiles(from: LargeValueFiles(of: store), to: LargeValueFiles(of: copy))
  }

  /// Gives copies of the files of large values, and their folders, the permissions of the originals.
  static func carryFiles(from files: LargeValueFiles, to copies: LargeValueFiles) {
    for name in copies.all() {
      FileMode(of: files.folder.appendingPathComponent(name)).apply(to: copies.folder.appendingPathComponent(name))
    }
    // Now that the files are as they should be, the folders may be entered.
    FileMode(of: files.folder).apply(to: copies.folder)
    FileMode(of: files.folder.deletingLastPathComponent()).apply(to: copies.folder.deletingLastPathComponent())
  }
}

extension FileManager {
  fileprivate func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
