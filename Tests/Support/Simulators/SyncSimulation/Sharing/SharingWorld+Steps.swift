// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

extension SharingWorld {
  mutating func step() {
    if isStrict, random.chance(30) { return overstepSomewhere() }
    let index = random.below(devices.count)
    switch random.below(100) {
    case 0..<42: edit(index)
    case 42..<48: overstep(index)
    case 48..<72: if devices[index].isOnline { round(index) }
    case 72..<78: shareList(index)
    case 78..<84: invite()
    case 84..<91: accept(index)
    case 91..<93: changeRight()
    case 93, 94: remove(index)
    case 95: end(index)
    case 96: devices[index].isOnline.toggle()
    case 97: crash(index)
    case 98: devices[index].clockOffset = [-3_600_000, 3_600_000, 0][random.below(3)]
    default: if devices[index].isOnline { round(index) }
    }
  }

  /// What each user begins with.
  mutating func furnish(_ index: Int) {
    for _ in 0..<2 {
      let list = name("List", index)
      save([.insert(list, ["name": value(), "favorite": .null])], index)
      for _ in 0..<2 {
        let fields: [String: SyncValue] = [
          "title": value(), "score": .integer(0), "list": .reference(list), "other": .null,
        ]
        save([.insert(name("Item", index), fields)], index)
      }
    }
    save([.insert(name("Tag", index), ["name": value()])], index)
    round(index)
  }

  // MARK: The user

  private mutating func some(_ type: String, _ index: Int) -> RecordID? {
    let space = space(index)
    let all = space.allRecords.filter { $0.type == type && space.isAlive($0) }.sorted()
    return all.isEmpty ? nil : all[random.below(all.count)]
  }

  private mutating func name(_ type: String, _ index: Int) -> RecordID {
    counter += 1
    return RecordID(type, "\(type.first.map(String.init) ?? "")\(index).\(counter)")
  }

  private mutating func value() -> SyncValue {
    counter += 1
    return .text("v\(counter)")
  }

  private mutating func edit(_ index: Int) {
    var edits: [LocalEdit] = []
    switch random.below(16) {
    case 0, 1: edits = [.insert(name("List", index), ["name": value(), "favorite": .null])]
    case 2, 3, 4, 5:
      let list = some("List", index)
      let item = name("Item", index)
      edits = [
        .insert(
          item,
          ["title": value(), "score": .integer(0), "list": list.map { .reference($0) } ?? .null, "other": .null])
      ]
    case 6: edits = [.insert(name("Tag", index), ["name": value()])]
    case 7, 8: if let item = some("Item", index) { edits = [.set(item, field: "title", value())] }
    case 9:
      if let list = some("List", index) {
        let item = some("Item", index)
        edits = [.set(list, field: "favorite", item.map { .reference($0) } ?? .null)]
      }
    case 10, 11:
      if let item = some("Item", index), let list = some("List", index) {
        edits = [.set(item, field: "list", .reference(list))]
      }
    case 12:
      if let item = some("Item", index) {
        let other = random.chance(70) ? some("Item", index) : nil
        edits = [.set(item, field: "other", other.map { .reference($0) } ?? .null)]
      }
    case 13, 14:
      if let item = some("Item", index), let tag = some("Tag", index) {
        let isMember = space(index).record(item)?.links["tags"]?.targets.contains(tag) == true
        edits = [isMember ? .unlink(item, relationship: "tags", tag) : .link(item, relationship: "tags", tag)]
      }
    default:
      let type = ["Item", "Item", "Tag", "List"][random.below(4)]
      if let id = some(type, index) { edits = delete(space(index).closure(of: id).sorted(), index) }
    }
    save(edits, index)
  }

  private mutating func save(_ edits: [LocalEdit], _ index: Int) {
    guard !edits.isEmpty else { return }
    note("device \(index) saves \(edits.map(World.summary))")
    let space = space(index)
    chronicle.note(edits, by: devices[index].account) { space.record($0) }
    handle(index, .save(edits))
  }

  /// In a quarter of the runs most members may only read, and try to write nevertheless.
  private var isStrict: Bool { seed % 4 == 3 }

  private mutating func overstepSomewhere() {
    let all = devices.indices.filter { !readOnly($0).isEmpty }
    if !all.isEmpty { overstep(all[random.below(all.count)]) }
  }

  /// What the account may only read.
  private func readOnly(_ index: Int) -> [RecordID] {
    let space = space(index)
    return space.allRecords.filter { id in
      guard !ShareRecords.isShareRecord(id), let home = space.home(of: id) else { return false }
      return !space.mayWrite(home)
    }.sorted()
  }

  /// Changes what the account may only read, if there is such a thing; otherwise anything.
  private mutating func overstep(_ index: Int) {
    let space = space(index)
    let all = readOnly(index)
    guard !all.isEmpty else { return edit(index) }
    let id = all[random.below(all.count)]
    count("forbidden")
    switch random.below(4) {
    case 0: save(delete(space.closure(of: id).sorted(), index), index)
    case 1:
      if id.type == "Item", let list = some("List", index) {
        save([.set(id, field: "list", .reference(list))], index)
      }
    default: save([.set(id, field: id.type == "Item" ? "title" : "name", value())], index)
    }
  }

  /// As the engine deletes: what refers to the objects no longer does.
  private mutating func delete(_ ids: [RecordID], _ index: Int) -> [LocalEdit] {
    let space = space(index)
    var edits: [LocalEdit] = []
    for id in ids {
      for other in space.referrers(of: id) where !ids.contains(other) {
        guard let record = space.record(other) else { continue }
        for (field, register) in record.fields.sorted(by: { $0.key < $1.key }) where register.value == .reference(id) {
          edits.append(.set(other, field: field, .null))
        }
        for (field, set) in record.links.sorted(by: { $0.key < $1.key }) where set.targets.contains(id) {
          edits.append(.unlink(other, relationship: field, id))
        }
      }
      edits.append(.delete(id))
      deleted.insert(id)
    }
    return edits
  }

  // MARK: Shares

  /// What a request about shares does is decided at once; the device hears of it like any other.
  private mutating func perform(_ account: String, _ zone: String, _ command: ShareCommand) -> ShareAnswer? {
    let request = SyncRequest(account: account, token: "t", zone: zone, body: .share(command))
    let reply = server.handle(request, now: now)
    guard case .shared(let answer) = reply.body else { return nil }
    note("\(account) \(zone) \(World.summary(request.body)) → \(Self.summary(reply))")
    return answer
  }

  private mutating func shareList(_ index: Int) {
    guard devices[index].isOnline, let list = some("List", index) else { return }
    let space = space(index)
    guard space.closure(of: list).allSatisfy({ space.destination(of: $0) == Self.main }) else { return }
    let zone = ServerShare.name(UniqueNumber(using: &random))
    guard case .shares? = perform(devices[index].account, zone, .create(root: list, title: "")) else { return }
    rights[zone] = [devices[index].account: .owner]
    guard loadShares(index), devices[index].state.zones[zone] != nil else { return }
    handle(index, .move([list], to: zone))
    count("shared")
  }

  private mutating func invite() {
    let all = rights.keys.sorted()
    guard !all.isEmpty else { return }
    let zone = all[random.below(all.count)]
    guard let owner = rights[zone]?.first(where: { $0.value == .owner })?.key else { return }
    let right: ShareRight = random.chance(isStrict ? 25 : 60) ? .write : .read
    let account = random.chance(30) ? ["ann", "bob", "cho"][random.below(3)] : nil
    let isPublic = account == nil && random.chance(30)
    let secret = String(repeating: "s", count: 32) + "\(random.next())"
    let invitation = ShareInvitation(
      number: UniqueNumber(using: &random), account: account, right: right, expires: nil, isPublic: isPublic)
    guard case .shares? = perform(owner, zone, .invite(invitation, secret: secret)) else { return }
    secrets.append((zone, secret, account, right, isPublic))
  }

  private mutating func accept(_ index: Int) {
    guard !secrets.isEmpty else { return }
    let place = random.below(secrets.count)
    let (zone, secret, whom, right, isPublic) = secrets[place]
    let account = devices[index].account
    let answer = perform(account, Self.main, .accept(secret: secret))
    if let whom, whom != account {
      if answer != .refused(.wrongAccount, ShareFault.wrongAccount.reason) {
        violate("an invitation of \(whom)'s was taken by \(account)")
      }
      return
    }
    guard case .shares? = answer else { return violate("an invitation was refused: \(String(describing: answer))") }
    if rights[zone]?[account] == nil || (rights[zone]?[account] == .read && right == .write) {
      rights[zone, default: [:]][account] = right
      count("joined")
    }
    if !isPublic, rights[zone]?[account] != .owner { secrets.remove(at: place) }
  }

  private mutating func changeRight() {
    guard let (zone, account) = someMember() else { return }
    guard let owner = rights[zone]?.first(where: { $0.value == .owner })?.key else { return }
    let right: ShareRight = random.chance(50) ? .read : .write
    guard case .shares? = perform(owner, zone, .setRight(account: account, right)) else { return }
    rights[zone]?[account] = right
  }

  private mutating func someMember() -> (zone: String, account: String)? {
    let all = rights.keys.sorted().flatMap { zone in
      (rights[zone] ?? [:]).filter { $0.value != .owner }.keys.sorted().map { (zone, $0) }
    }
    return all.isEmpty ? nil : all[random.below(all.count)]
  }

  private mutating func remove(_ index: Int) {
    guard let (zone, account) = someMember() else { return }
    guard let owner = rights[zone]?.first(where: { $0.value == .owner })?.key else { return }
    guard case .shares? = perform(random.chance(50) ? owner : account, zone, .remove(account: account)) else {
      return violate("\(account) cannot leave \(zone)")
    }
    rights[zone]?[account] = nil
    secrets.removeAll { $0.zone == zone && $0.account == account }
    count("removed")
  }

  private mutating func end(_ index: Int) {
    let account = devices[index].account
    guard devices[index].isOnline, let zone = rights.keys.sorted().first(where: { rights[$0]?[account] == .owner })
    else { return }
    guard case .shares? = perform(account, zone, .end) else { return }
    rights[zone] = [account: .owner]
    secrets.removeAll { $0.zone == zone }
    guard loadShares(index), let all = devices[index].state.zones[zone] else { return }
    let ids = all.rows.filter { $0.value.isAlive }.keys.sorted()
    handle(index, .move(ids, to: Self.main))
    count("ended")
  }
}
