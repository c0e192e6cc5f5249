// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// What `Bundle.main` says in an app's sources.
  ///
  /// On Apple's platforms an app's resources lie in its main bundle. SwiftPM puts them into a bundle beside the program,
  /// and there is no file that says how the app is called. The plug-in `AssetSymbols` declares `Bundle.main` and what apps
  /// ask it for in the module of the app, where that goes before Foundation's.
  public struct _AppBundle: Sendable {
    /// The folder with the app's resources; Foundation's main bundle if there is none.
    public let bundle: Bundle
    let name: String

    /// The name of the app's target, and of its folder of resources, which is beside the program.
    public init(name: String, resources: String) {
      self.init(name: name, resources: resources, beside: Bundle.main.bundleURL)
    }

    init(name: String, resources: String, beside folder: URL) {
      self.name = name
      bundle = Bundle(path: folder.appendingPathComponent(resources).path) ?? .main
    }

    private func isApp(_ other: Bundle) -> Bool { other == bundle || other == .main }

    /// The app's name if the bundle is the app's and has no identifier.
    public func identifier(of other: Bundle) -> String? {
      other.bundleIdentifier ?? (isApp(other) ? name : nil)
    }

    /// The information dictionary of the bundle; without one, the app's names and a version.
    public func information(of other: Bundle) -> [String: Any]? {
      guard isApp(other) else { return other.infoDictionary }
      let usual: [String: Any] = [
        "CFBundleIdentifier": name, "CFBundleName": name, "CFBundleDisplayName": name, "CFBundleExecutable": name,
        "CFBundleShortVersionString": "1.0", "CFBundleVersion": "1",
      ]
      return (other.infoDictionary ?? [:]).merging(usual) { own, _ in own }
    }
  }
#endif
