// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes a source file that declares the colors and pictures of the asset catalogs below a folder, and the app's bundle.
///
/// `AssetSymbolsTool FOLDER OUTPUT TARGET RESOURCES`
@main struct AssetSymbolsTool {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5 else {
      FileHandle.standardError.write(Data("usage: AssetSymbolsTool FOLDER OUTPUT TARGET RESOURCES\n".utf8))
      exit(64)
    }
    let folder = URL(fileURLWithPath: arguments[1])
    var source = AssetNames(below: folder).source
    if BundleMembers.areWanted(below: folder) {
      source += BundleMembers(target: arguments[3], resources: arguments[4]).source
    }
    try Data(source.utf8).write(to: URL(fileURLWithPath: arguments[2]))
  }
}
