// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

/// Property lists that somebody has written as text.
@Suite struct XMLPropertyListTests {
  private func read(_ text: String) throws -> PropertyListValue {
    try PropertyListValue(propertyList: Data(text.utf8))
  }

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    """

  @Test func everyElementIsRead() throws {
    let text = """
      \(Self.head)
      <plist version="1.0">
      <!-- a comment -->
      <dict>
        <key>text</key><string>a &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos; &#233;&#x1F642; <![CDATA[<raw>&]]></string>
        <key>empty</key><string/>
        <key>data</key><data>
          AAEC
          /w==
        </data>
        <key>date</key><date>2024-07-08T12:00:01Z</date>
        <key>old</key><date>1999-02-28T23:59:59Z</date>
        <key>number</key><integer>-42</integer>
        <key>hex</key><integer>0xFF</integer>
        <key>large</key><integer>18446744073709551615</integer>
        <key>real</key><real>1.5e3</real>
        <key>yes</key><true/>
        <key>no</key><false></false>
        <key>list</key><array><string>a</string><array/><dict/></array>
      </dict>
      </plist>
      """
    let list = try read(text)
    #expect(list["text"] == .string("a <b> & \"c\" 'd' é🙂 <raw>&"))
    #expect(list["empty"] == .string("") && list["data"] == .data(Data([0, 1, 2, 255])))
    #expect(list["date"] == .date(Date(timeIntervalSinceReferenceDate: 742_132_801)))
    #expect(list["old"] == .date(Date(timeIntervalSince1970: 920_246_399)))
    #expect(list["number"] == .integer(-42) && list["hex"] == .integer(255))
    #expect(list["large"] == .unsigned(.max) && list["real"] == .real(1500))
    #expect(list["yes"] == .bool(true) && list["no"] == .bool(false))
    #expect(list["list"] == .array([.string("a"), .array([]), .dictionary([:])]))
    // Either kind of list.
    #expect(try PropertyListValue(propertyList: list.binary()) == list)
    #expect(try read("<true/>") == .bool(true))
  }

  @Test func foundationsListsAreRead() throws {
    let dictionary: [String: Any] = [
      "a": ["x", 1, 2.5, true], "b": Data([1, 2]), "c": Date(timeIntervalSinceReferenceDate: 5),
      "d": ["<&>": "ü\n\t"],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: dictionary, format: .xml, options: 0)
    let list = try PropertyListValue(propertyList: data)
    #expect(
      list
        == .dictionary([
          "a": .array([.string("x"), .integer(1), .real(2.5), .bool(true)]),
          "b": .data(Data([1, 2])), "c": .date(Date(timeIntervalSinceReferenceDate: 5)),
          "d": .dictionary(["<&>": .string("ü\n\t")]),
        ]))
  }

  @Test(
    arguments: [
      "", "text", "<", "<plist>", "<plist></plist>", "<plist><dict></plist>", "<dict><true/></dict>",
      "<dict><key>a</key></dict>", "<array><string>a</array>", "<string>&nothing;</string>",
      "<string>&#xD800;</string>", "<string>&#99999999;</string>", "<integer>1.5</integer>",
      "<integer>99999999999999999999</integer>", "<integer>--1</integer>", "<integer></integer>",
      "<date>2024-13-01T00:00:00Z</date>", "<date>now</date>", "<data>?</data>", "<real>x</real>",
      "<unknown/>", "</string>", "<!-- never ends", "<string>\u{0}", "< >",
    ])
  func whatIsNoListIsAnError(text: String) {
    #expect(throws: PropertyListError.self) { try read(text) }
  }

  @Test func bytesThatAreNoUTF8AreAnError() {
    #expect(throws: PropertyListError.self) {
      try PropertyListValue(propertyList: Data("<string>".utf8) + [0xFF] + Data("</string>".utf8))
    }
  }

  @Test func depthIsLimited() {
    let text = String(repeating: "<array>", count: 5000) + String(repeating: "</array>", count: 5000)
    #expect(throws: PropertyListError.self) { try read(text) }
  }

  /// Damaged bytes are errors or other values, never the end of the program.
  @Test func damagedListsDoNotEndTheProgram() {
    let text = Array(
      "\(Self.head)<plist><dict><key>k</key><array><integer>1</integer><data>AA==</data></array></dict></plist>".utf8)
    for position in text.indices {
      for byte: UInt8 in [0, 0x3C, 0x3E, 0x26, 0x2F, 0xFF] {
        var damaged = text
        damaged[position] = byte
        _ = try? PropertyListValue(propertyList: Data(damaged))
        _ = try? PropertyListValue(propertyList: Data(text[..<position]))
      }
    }
  }
}
