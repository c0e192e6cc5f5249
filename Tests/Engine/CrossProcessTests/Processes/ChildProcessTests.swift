// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import Testing

/// The programs that tests start.
@Suite struct ChildProcessTests {
  private let shell = URL(fileURLWithPath: "/bin/sh")

  @Test func itLeavesItsStatusAndWhatItWrote() throws {
    let result = try ChildProcess.run(shell, ["-c", "echo one; echo two >&2; exit 3"], limit: 600)
    #expect(result.status == 3 && result.output == "one\n" && result.errors == "two\n")
    #expect(try ChildProcess.run(shell, ["-c", "kill -15 $$"]).status == -SIGTERM)
  }

  /// One that never ends fails its test instead of stopping the run.
  @Test func whatNeverEndsIsKilled() throws {
    #expect(try ChildProcess.run(shell, ["-c", "exec tail -f /dev/null"], limit: 1).status == -SIGKILL)
  }
}
