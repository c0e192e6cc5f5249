// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation
  import ProcessSupport
  import Testing

  /// User defaults reach their file, whoever sets them.
  @Suite struct DefaultsTests {
    private let home = FileManager.default.temporaryDirectory.appendingPathComponent("defaults-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true) }

    private var file: URL { home.appendingPathComponent(".config/DefaultsProcess.plist") }

    private func values(_ file: URL) -> [String: Any] {
      guard let data = try? Data(contentsOf: file) else { return [:] }
      return (try? PropertyListSerialization.propertyList(from: data, format: nil)) as? [String: Any] ?? [:]
    }

    /// Waits for another process; a test that would hang ends.
    private func wait(until isThere: () -> Bool) -> Bool {
      for _ in 0..<6_000 {
        if isThere() { return true }
        usleep(10_000)
      }
      return false
    }

    @Test func aProgramWithoutViewsKeepsItsDefaults() throws {
      defer { try? FileManager.default.removeItem(at: home) }
      #expect(try SecondProcess("DefaultsProcess", home.path, "set", "name", "Ada").end() == 0)
      #expect(values(file)["name"] as? String == "Ada")
      #expect(try SecondProcess("DefaultsProcess", home.path, "print", "name").line() == "Ada")
    }

    @Test func aChangeIsWrittenSoonAndSurvivesAKill() throws {
      defer { try? FileManager.default.removeItem(at: home) }
      let process = try SecondProcess("DefaultsProcess", home.path, "stay", "name", "Ada")
      #expect(process.line() == "set")
      #expect(wait { values(file)["name"] as? String == "Ada" })
      #expect(process.ask("Grace") == "set")
      #expect(wait { values(file)["name"] as? String == "Grace" })
      process.kill()
      #expect(try SecondProcess("DefaultsProcess", home.path, "print", "name").line() == "Grace")
    }

    /// Nothing is watched, locked or written for a program that has nothing to write.
    @Test func whoChangesNothingTouchesNothing() throws {
      defer { try? FileManager.default.removeItem(at: home) }
      let idle = try SecondProcess("DefaultsProcess", home.path, "idle")
      #expect(idle.line() == "timer false, writes 0")
      #expect(idle.ask("again") == "timer false, writes 0")
      #expect(idle.finish() == 0)
      #expect(try SecondProcess("DefaultsProcess", home.path, "print", "name").line() == "nil")
      #expect(!FileManager.default.fileExists(atPath: home.appendingPathComponent(".config").path))

      let process = try SecondProcess("DefaultsProcess", home.path, "stay", "name", "Ada")
      #expect(process.line() == "set")
      #expect(wait { values(file)["name"] as? String == "Ada" })
      #expect(process.ask("account") == "timer false, writes 1")
      #expect(process.finish() == 0)
      let lock = home.appendingPathComponent(".config/.swiftdata-defaults.lock")
      try FileManager.default.removeItem(at: lock)
      // There is a file now; to read it is to lock nothing.
      #expect(try SecondProcess("DefaultsProcess", home.path, "print", "name").line() == "Ada")
      #expect(!FileManager.default.fileExists(atPath: lock.path))
    }

    /// A change is being written, and waits for another process, when the program ends.
    @Test func theEndWaitsForWhatIsBeingWritten() throws {
      defer { try? FileManager.default.removeItem(at: home) }
      let folder = home.appendingPathComponent(".config")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let lock = open(folder.appendingPathComponent(".swiftdata-defaults.lock").path, O_RDWR | O_CREAT, 0o600)
      #expect(lock >= 0 && flock(lock, LOCK_EX) == 0)
      defer { close(lock) }
      let process = try SecondProcess("DefaultsProcess", home.path, "stay", "name", "Ada")
      #expect(process.line() == "set")
      #expect(wait { process.ask("account") == "timer false, writes 1" })
      #expect(process.finish() == 0)
      #expect(values(file)["name"] as? String == "Ada")
    }

    /// Nobody tells of a suite's changes: they are looked for, and written at the end.
    @Test func suitesOfAProgramAreWritten() throws {
      defer { try? FileManager.default.removeItem(at: home) }
      let file = home.appendingPathComponent(".config/SuiteProcess.suite.plist")
      #expect(try SecondProcess("SuiteProcess", home.path, "Ada").finish() == 0)
      #expect(values(file)["name"] as? String == "Ada")
      let process = try SecondProcess("SuiteProcess", home.path, "Grace")
      #expect(process.line()?.hasPrefix("timer true") == true)
      #expect(wait { values(file)["name"] as? String == "Grace" })
      #expect(process.ask("Edith") == "set")
      #expect(wait { values(file)["name"] as? String == "Edith" })
      process.kill()
      #expect(values(file)["name"] as? String == "Edith")
    }

    @Test func processesOverOneFileLoseNothing() throws {
      defer { try? FileManager.default.removeItem(at: home) }
      let processes = try ["a", "b", "c"].map { try SecondProcess("DefaultsProcess", home.path, "many", $0) }
      for process in processes { #expect(process.line() == "ready") }
      for process in processes { process.say("go") }
      for process in processes { #expect(process.end() == 0) }
      let values = values(file)
      for name in ["a", "b", "c"] {
        #expect((0..<100).filter { values["\(name) \($0)"] as? Int != $0 } == [], "of \(name)")
      }
    }

    @Test func aFileThatIsNotWholeIsRestored() throws {
      defer { try? FileManager.default.removeItem(at: home) }
      #expect(try SecondProcess("DefaultsProcess", home.path, "set", "name", "Ada").end() == 0)
      // As a process leaves it that is killed between emptying and writing.
      try Data().write(to: file)
      #expect(try SecondProcess("DefaultsProcess", home.path, "print", "name").line() == "Ada")
      // A file that was removed stays so: somebody wanted to start again.
      try FileManager.default.removeItem(at: file)
      #expect(try SecondProcess("DefaultsProcess", home.path, "print", "name").line() == "nil")
    }
  }
#endif
