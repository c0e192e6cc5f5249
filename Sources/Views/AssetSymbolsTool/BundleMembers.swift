// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Declarations of `Bundle.main` in an app's module, where they go before Foundation's.
struct BundleMembers {
  /// The name of the target, and of its folder of resources.
  let target: String
  let resources: String

  /// Sources that say `Bundle.module` know where their resources are: to them `Bundle.main` is the program's folder.
  static func areWanted(below folder: URL) -> Bool {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return !(found?.compactMap { $0 as? URL } ?? []).contains { url in
      guard url.pathExtension == "swift", let text = try? String(contentsOf: url, encoding: .utf8) else { return false }
      return text.contains("Bundle.module") || text.contains("bundle: .module")
    }
  }

  var source: String {
    """

    #if !canImport(Darwin)
      import Foundation

      extension Bundle {
        nonisolated private static let _app = _AppBundle(
          name: \(String(reflecting: target)), resources: \(String(reflecting: resources)))

        nonisolated static var main: Bundle { _app.bundle }
        nonisolated var bundleIdentifier: String? { Self._app.identifier(of: self) }
        nonisolated var infoDictionary: [String: Any]? { Self._app.information(of: self) }
        nonisolated func object(forInfoDictionaryKey key: String) -> Any? { infoDictionary?[key] }
      }
    #endif

    """
  }
}
