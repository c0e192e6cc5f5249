// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import SwiftDataUI

extension App {
  #if Web
    /// Shows the app in browsers, at an address of this machine that is printed: what `@main` calls, or a program that
    /// chooses one of several apps. It does not return.
    ///
    /// The port is the argument `--port`, or the variable `PORT` of the environment, or 8080; 0 is any free port. Use
    /// ``WebHost`` to listen elsewhere.
    @MainActor
    public static func main() {
      Task { @MainActor in
        await run()
        exit(0)
      }
      dispatchMain()
    }

    @MainActor private static func run() async {
      do {
        let configuration = try WebConfiguration(
          arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)
        let name = String(describing: Self.self)
        try await WebHost(Self.self, configuration: configuration).run { address in
          print("\(name) runs at \(address)")
          fflush(nil)
        }
      } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(1)
      }
    }
  #else
    /// Needs the trait `Web` of the package: `.package(url: …, traits: ["Web"])`, or `swift run --traits Web`.
    @available(
      *, unavailable, message: "Apps run in the browser with the package's trait 'Web': .package(…, traits: [\"Web\"])"
    )
    @MainActor
    public static func main() {}
  #endif
}
