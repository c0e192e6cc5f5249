// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import SwiftData
import Testing

@Suite struct AutosaveAtExitTests {
  /// The model of `StoreProcess`, by the same name.
  enum Written {
    @Model
    final class Memo {
      var text: String
      init(_ text: String) { self.text = text }
    }
  }

  private func texts(_ file: URL) throws -> [String] {
    let container = try ModelContainer(for: Written.Memo.self, configurations: ModelConfiguration(url: file))
    return try ModelContext(container).fetch(FetchDescriptor<Written.Memo>()).map(\.text)
  }

  @Test func changesOfTheMainContextAreSavedAtExit() throws {
    let folder = try TestFolder()
    let process = try SecondProcess("StoreProcess", "exit", folder.file().path)
    #expect(process.end() == 0)
    #expect(try texts(folder.file()) == ["at the end"])
  }

  /// What the transaction had not finished is not saved by halves; what came before it is saved.
  @Test func aTransactionIsNotSavedByHalves() throws {
    let folder = try TestFolder()
    let process = try SecondProcess("StoreProcess", "exit-in-transaction", folder.file().path)
    #expect(process.end() == 0)
    #expect(try texts(folder.file()) == ["before"])
  }

  #if !os(Windows)
    @Test(arguments: [SIGTERM, SIGINT]) func aSignalIsWaitedForIfAsked(signal: Int32) throws {
      let folder = try TestFolder()
      let process = try SecondProcess("StoreProcess", "terminate", folder.file().path, "saving")
      #expect(process.line() == "changed")
      process.signal(signal)
      process.say("go on")
      #expect(process.end() == -signal)
      #expect(try texts(folder.file()) == ["at the end"])
    }

    /// The program's own handling keeps its turn, whoever came first: its last save and its exit status are there.
    @Test(arguments: ["source", "handler"], ["first", "later"])
    func aProgramEndsInItsOwnWay(way: String, order: String) throws {
      let folder = try TestFolder()
      let process = try SecondProcess("StoreProcess", "graceful", folder.file().path, way, order)
      #expect(process.line() == "changed")
      process.signal(SIGTERM)
      process.say("go on")
      #expect(process.line() == "listening")
      #expect(process.line() == "ending")
      #expect(process.end() == 0)
      #expect(try Set(texts(folder.file())) == ["at the end", "last"])
    }

    @Test(arguments: ["first", "later"]) func anIgnoredSignalEndsNothing(order: String) throws {
      let folder = try TestFolder()
      let process = try SecondProcess("StoreProcess", "graceful", folder.file().path, "ignore", order)
      #expect(process.line() == "changed")
      process.signal(SIGTERM)
      process.say("go on")
      #expect(process.line() == "listening")
      process.say("end")
      #expect(process.line() == "ending")
      #expect(process.end() == 0)
      #expect(try Set(texts(folder.file())) == ["at the end", "asked"])
    }

    @Test func aSignalEndsTheProgramAtOnceOtherwise() throws {
      let folder = try TestFolder()
      let process = try SecondProcess("StoreProcess", "terminate", folder.file().path)
      #expect(process.line() == "changed")
      process.signal(SIGTERM)
      #expect(process.end() == -SIGTERM)
      #expect(try texts(folder.file()) == [])
    }
  #endif
}
