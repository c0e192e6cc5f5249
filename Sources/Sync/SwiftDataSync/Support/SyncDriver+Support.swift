// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes
import SwiftData
import SwiftDataSyncCore

/// What is told to somebody who helps.
extension SyncDriver {
  /// Also where the state cannot be read: then it says so.
  func supportBundle(schemaVersion: Schema.Version) -> DeviceBundle {
    var failure: DeviceBundle.Failure?
    // A state that is not there any more is not made again for that.
    do { if !isSignedOut { try open() } } catch { failure = DeviceBundle.Failure(error) }
    var unread: DeviceBundle.Failure?
    if failure == nil, !isSignedOut {
      // What was saved since the last round counts, too. A store that cannot be read keeps the rest from nobody.
      do { try drain() } catch {
        unread = DeviceBundle.Failure(error)
        close()
      }
    }
    let status = currentStatus
    var bundle = DeviceBundle(
      made: environment.now(), options: toldOptions(schemaVersion), models: toldModels(),
      state: toldState(failure), status: toldStatus(status))
    // What is left of an earlier reading says nothing of a file that cannot be read.
    guard failure == nil else { return bundle }
    bundle.state.error = unread
    bundle.zones = core.zones.sorted { $0.key < $1.key }.map(toldZone)
    bundle.setAside = (status.setAside + status.reverted).map(toldItem)
    return bundle
  }

  private func toldOptions(_ version: Schema.Version) -> DeviceBundle.Options {
    DeviceBundle.Options(
      schemaVersion: version.description, zone: pseudonyms(options.zone).zone(options.zone),
      seconds: options.interval / .seconds(1), sharing: options.sharing, uploadsSyncedStore: options.uploadsSyncedStore,
      refusesUnencryptedValues: options.refusesUnencryptedValues, hasKeyStore: options.keyStore != nil,
      deletionsWin: options.deletionsWin.sorted(), localProperties: options.localProperties.mapValues { $0.sorted() },
      encryptedProperties: options.encryptedProperties.mapValues { $0.sorted() },
      rules: options.rules.mapValues { "\($0)" }, fieldNames: options.fieldNames,
      carriesLargeValues: transport.carriesLargeValues)
  }

  private func toldModels() -> [DeviceBundle.Model] {
    let context = ModelContext(container)
    return schema.models.values.sorted { $0.name < $1.name }.map { model in
      func field(_ name: String, _ field: String) -> String? { field == name ? nil : field }
      return DeviceBundle.Model(
        model: model.name, objects: try? model.access.count(context),
        attributes: model.attributes.map {
          DeviceBundle.Property(
            name: $0.name, field: field($0.name, $0.field), isEncrypted: $0.isSealed ? true : nil)
        },
        relationships: model.relationships.map {
          DeviceBundle.Property(
            name: $0.name, field: field($0.name, $0.field), isToMany: $0.isToMany, isRequired: $0.isRequired,
            ends: $0.ends.sorted())
        },
        locals: model.locals.map(\.name))
    }
  }

  private func toldState(_ failure: DeviceBundle.Failure?) -> DeviceBundle.State {
    let size = (try? FileManager.default.attributesOfItem(atPath: file.path)[.size]) as? Int
    guard failure == nil else { return DeviceBundle.State(error: failure, fileBytes: size) }
    let header = state.header
    return DeviceBundle.State(
      error: nil, fileBytes: size, device: String(core.node, radix: 16), isImported: header.isImported,
      lastSuccess: header.lastSuccess,
      // Whatever a server has told, until the year 9999.
      serverTime: core.serverTime > 0
        ? Date(timeIntervalSince1970: Double(min(core.serverTime, 253_402_300_799_000)) / 1_000) : nil,
      journal: header.journal?.records.count, identities: state.identities.count,
      refusedByStore: header.refusedByStore.count, held: header.held?.count ?? 0, awaitedValues: large.awaited.count,
      awaitedBytes: large.awaited.keys.reduce(0) { $0 + max($1.size, 0) }, unloadableValues: unloadable.count)
  }

  private func toldStatus(_ status: SyncStatus) -> DeviceBundle.Status {
    DeviceBundle.Status(
      lastError: status.lastError.map(DeviceBundle.Failure.init), isUpdateNeeded: status.isUpdateNeeded,
      isSyncing: status.isSyncing, pendingUploads: status.pendingUploads, pendingDownloads: status.pendingDownloads,
      encryption: "\(status.encryption)", shares: status.shares.count, reverted: status.reverted.count)
  }

  private func toldZone(_ name: String, _ zone: ZoneReplica) -> DeviceBundle.Zone {
    let pseudonyms = pseudonyms(name)
    let lineage = zone.lineage
    let forks = (lineage?.forks ?? []).map { ($0.generation, Optional($0.through)) }
    let generations = forks + (lineage.map { [($0.generation, nil)] } ?? [])
    var types: [String: DeviceBundle.RecordType] = [:]
    for (id, row) in zone.rows {
      var type = types[id.type] ?? DeviceBundle.RecordType(type: id.type)
      if row.isAlive {
        type.records += 1
        if schema.models[id.type] != nil, state.identities[id] == nil { type.withoutObject += 1 }
        for (field, register) in row.local?.fields ?? FieldMap() {
          type.fields[field, default: [:]][register.value.kind, default: 0] += 1
        }
      } else {
        type.deleted += 1
      }
      if zone.dirty.contains(id) { type.waiting += 1 }
      if row.refusal != nil { type.refused += 1 }
      if row.objection != nil { type.notShown += 1 }
      types[id.type] = type
    }
    return DeviceBundle.Zone(
      zone: pseudonyms.zone(name), right: core.shares[name].map { "\($0)" },
      lineage: generations.map { generation, through in
        DeviceBundle.Generation(
          generation: pseudonyms("generation", String(generation, radix: 16)), through: through)
      },
      cursor: zone.cursor, acknowledged: zone.acknowledged,
      checksum: pseudonyms("checksum", String(zone.checksum, radix: 16)),
      checksumOfRecords: pseudonyms("checksum", String(zone.recomputedChecksum, radix: 16)),
      upload: zone.push?.changes.count, arriving: zone.staged?.records.count,
      types: types.values.sorted { $0.type < $1.type })
  }

  private func toldItem(_ item: SetAsideItem) -> DeviceBundle.Item {
    let id = RecordID(item.modelName, item.id)
    let home = followedZones.first { core.zones[$0]?.rows[id] != nil }
    let pseudonyms = pseudonyms(home ?? options.zone)
    return DeviceBundle.Item(
      zone: home.map(pseudonyms.zone), record: pseudonyms("record", id.type, id.name), model: id.type,
      cause: "\(item.cause)", reason: Refusal.kind(of: space.row(id)?.refusal ?? ""))
  }

  /// Of a zone: those of the server, and of its other devices. Before anything was loaded, nobody else's.
  private func pseudonyms(_ zone: String) -> Pseudonyms {
    Pseudonyms(secret: core.zones[zone]?.lineage?.secret ?? supportSecret)
  }
}

extension Pseudonyms {
  /// Names of zones may be an app's, or its user's.
  fileprivate func zone(_ name: String) -> String { name == "main" ? name : self("zone", name) }
}
