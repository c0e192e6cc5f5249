// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// The bytes are those of the page of the protocol: another program has computed the expected ones, from the page alone. They
/// never change, or nobody could read what was uploaded.
@Suite struct FormatTests {
  private let secret = Data(0..<32)
  private let accountKey = Data(100..<132)
  private let key = UniqueNumber(high: 1, low: 2)
  private let code = RecoveryCode(secret: Data(0..<20))
  private let account = "0e5281e25f033af0d11012948dda5e8a"

  private func hex(_ value: SyncValue?) -> String? {
    guard case .bytes(let data)? = value else { return nil }
    return hex(data)
  }

  private func hex(_ data: Data) -> String {
    data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private func field(_ value: SyncValue) throws -> SyncValue {
    let context = SealContext.field("secret", of: RecordID("Note", "n"), zone: "main", key: key)
    let plain = try #require(PlainValue.bytes(value))
    let (nonce, body) = try #require(Cipher(secret, purpose: "data key").seal(plain, context))
    #expect(Cipher(secret, purpose: "data key").open(nonce: nonce, body: body, context) == plain)
    return SealedValue(key: key, nonce: nonce, body: body).value
  }

  @Test func aValue() throws {
    #expect(
      try hex(field(.text("h\u{e9}llo")))
        == "9553447365616c01000000000000000100000000000000023cf0ae2b76b1abcac2b2129c1d6534f9a8bfd247f3d0721d6aa5ffd1"
        + "6c2ebe7f5b996b02afa3c80768e11fa8c10f1cf75fa855ebeddbb0046a86b7df")
    guard case .bytes(let long) = try field(.bytes(Data(count: 1_000))) else { throw CancellationError() }
    #expect(long.count == 1_076)
  }

  @Test func aLargeValue() throws {
    let (plain, bytes) = (try #require(PlainValue.bytes(.text("h\u{e9}llo"))), Data("h\u{e9}llo".utf8))
    let cipher = Cipher(secret, purpose: "data key")
    let note = RecordID("Note", "n")
    let content = LargeContent(
      reference: try #require(BlobReference(sha256: SHA2.sha256(Array(bytes)), size: bytes.count, isText: true)),
      key: cipher.contentKey(.largeValue("secret", of: note, zone: "main", key: key), plain))
    let sealed = try #require(content.seal(plain))
    #expect(
      hex(sealed)
        == "5c04c5c8a8a1ad8dc4ee0e9a15c21915920ea978005406f165a1f7602f2196a56aef343a3cf0eb75ed22c8ba5d0a47a1e6bd0e921dc9"
        + "03443407e20a")
    #expect(
      hex(Data(SHA2.sha256(Array(sealed)))) == "771173dff3ecb2a2854fa119c19e877f226e94a9bdde0a187cf2d16379e65f0e")
    let context = SealContext.field("secret", of: note, zone: "main", key: key)
    let (nonce, body) = try #require(cipher.seal(PlainValue.bytes(content), context))
    #expect(
      hex(SealedValue(key: key, nonce: nonce, body: body).value)
        == "9553447365616c0100000000000000010000000000000002013ed4c178af646ad89b5b2d828948a5076bf3fba5baea9ad61c15b3b0d1"
        + "4b645795ff5a0e2292184c39bad0c79004b0316ce423f4234ee0d839215b0ecbec8a5efc8737b4f9a935d611ca4f63da8dcf8d184fca"
        + "e4f17d078d1220be9d4f7e9481b5feaf3d632e294b209305")
  }

  @Test func wrappedKeys() {
    #expect(KeyRecords.identifier(ofAccountKey: accountKey) == account)
    let fields = KeyRecords.accountFields(account, accountKey: accountKey, number: 1, zone: "main", code)
    #expect(hex(fields["proof"]) == "b8a50ff76c9e43f2c5c4f71720ae63444d8664ac1aa18f58fc0c69ecb9c082ee")
    #expect(
      hex(fields["wrapped"])
        == "773ba44e6427d26ee78e319760393a0bf866d59e9c94dfd36a3c7b6755caf75fb45abbe584d0081d24f1fd84101b04cbd766be3a7f90"
        + "9a58a254fa00")
    let keys = KeyRecords.keyFields(key, secret, number: 1, account: account, accountKey: accountKey, zone: "main")
    #expect(
      hex(keys["wrapped"])
        == "953db8e4d0054fa80c40f4382553115418542f1dbb86ca2298cb88004108e6415196ca25c337b4d0aef15deb2161a24a45d86bd3e9f4"
        + "e1a77bbfccc7")
  }

  @Test func aRecoveryCode() {
    #expect(code.text == "000G-40R4-0M30-E209-185G-R38E-1W81-24GK-1FK3")
  }
}
