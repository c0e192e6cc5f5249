// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Declares the colours and pictures of a target's asset catalogs, as Xcode does: `Color.brand`, `Image(.logo)`. Where
/// there is no bundle of the app, its resources are what `Bundle.main` has.
@main struct AssetSymbols: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let files = Self.files(below: target.directoryURL)
    let contents = files.filter { $0.lastPathComponent == "Contents.json" && $0.path.contains(".xcassets/") }
    let sources = files.filter { $0.pathExtension == "swift" }
    let output = context.pluginWorkDirectoryURL.appending(path: "GeneratedAssetSymbols.swift")
    return [
      .buildCommand(
        displayName: "Declaring the assets of \(target.name)",
        executable: try context.tool(named: "AssetSymbolsTool").url,
        arguments: [
          target.directoryURL.path, output.path, target.name, "\(context.package.displayName)_\(target.name).resources",
        ],
        inputFiles: contents + sources, outputFiles: [output])
    ]
  }

  private static func files(below folder: URL) -> [URL] {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    return (found ?? []).sorted { $0.path < $1.path }
  }
}
