// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

@Suite struct ExternalColumnTests {
  @Test func aColumnSaysWhereTheValueIs() {
    let name = "0E984725-C51C-4BF4-9960-E1C80E27ABA0"
    let reference = Data(ExternalColumn.reference(to: name))
    #expect(reference.count == ExternalColumn.referenceLength)
    #expect(ExternalColumn(reference) == .file(name))
    #expect(ExternalColumn(Data(ExternalColumn.inline([2, 3]))) == .inline(from: 1))
    #expect(ExternalColumn.inlineValue(of: Data([1, 2, 3])) == Data([2, 3]))
    #expect(ExternalColumn(Data()) == .inline(from: 0))
    // Other programs write values without a sign.
    #expect(ExternalColumn(Data([7, 8])) == .inline(from: 0))
  }

  /// A name is never a path to somewhere else.
  @Test(arguments: ["../../../../../../../etc/passwd/aaaaaa", "0E984725/C51C/4BF4/9960/E1C80E27ABA0"])
  func nothingButAUUIDIsAName(name: String) {
    #expect(ExternalColumn(Data(ExternalColumn.reference(to: name))).file == nil)
  }

  @Test func filesLieBesideTheStore() {
    let store = URL(fileURLWithPath: "/data/My App.store")
    #expect(ExternalFolder.url(of: store).path == "/data/.My App_SUPPORT/_EXTERNAL_DATA")
    #expect(ExternalFolder.support(of: store).path == "/data/.My App_SUPPORT")
  }
}
