// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SwiftDataCloudKitWeb
  import SwiftDataSyncCore
  import Testing

  /// A client that others have written for Apple's servers, in the mode in which it refuses what they do not send.
  @Suite struct PyicloudTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Python")

    /// Python with pyicloud, in an environment of the build folder; nil: pip cannot install it.
    static let python: String? = {
      let root = folder.pathComponents.dropLast(4)
      let environment = NSString.path(withComponents: root + [".build-pyicloud"])
      let python = environment + "/bin/python"
      func run(_ words: String...) -> Bool {
        guard
          let process = try? SecondProcess(
            executable: URL(fileURLWithPath: words[0]), arguments: Array(words.dropFirst()))
        else { return false }
        while process.line() != nil {}
        return process.end() == 0
      }
      if run(python, "-c", "import pyicloud.common.cloudkit") { return python }
      let known = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
      guard let system = known.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return nil }
      let isInstalled =
        run(system, "-m", "venv", environment)
        && run(
          python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r",
          folder.appendingPathComponent("requirements.txt").path)
      return isInstalled ? python : nil
    }()

    @Test(.enabled(if: python != nil, "pip cannot install pyicloud"), arguments: [1, 2, 3])
    func itWorksInStrictMode(seed: Int) throws {
      let server = try CloudServer(options: ["--cloudkit-url", "https://cloud.test"])
      let client = try SecondProcess(
        executable: URL(fileURLWithPath: try #require(Self.python)),
        arguments: [
          "-B", Self.folder.appendingPathComponent("pyicloud_client.py").path, server.address, "iCloud.com.example.app",
          "api", "secret", "\(seed)",
        ], saysErrors: true)
      var lines: [String] = []
      while let line = client.line() { lines.append(line) }
      #expect(client.end() == 0 && lines.last == "done", "seed \(seed):\n\(lines.joined(separator: "\n"))")
      print("seed \(seed): \(lines.joined(separator: "; "))")
      #expect(server.end() == 0)
    }
  }
#endif
