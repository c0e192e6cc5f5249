// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs the workload: each line for each contestant in turn, several times.
struct Runner {
  let options: Options
  let catalogue: Catalogue
  let contestants: [any Contestant.Type]

  /// The seconds of every run, by line and contestant's name.
  private(set) var seconds: [Work: [String: [Double]]] = [:]
  /// Bytes per loaded object, by contestant's name.
  private(set) var bytes: [String: Double] = [:]
  /// Milliseconds to open fifty entities.
  private(set) var opening: Double?
  /// What went wrong, in words.
  private(set) var failures: [String] = []

  init(options: Options, contestants: [any Contestant.Type]) {
    self.options = options
    self.contestants = contestants
    catalogue = Catalogue(count: options.count)
  }

  mutating func run() throws {
    if options.measuresOpening {
      note("opening")
      opening = try OpenMeasurement.milliseconds(options.clock)
    }
    for number in 0..<options.runs {
      let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("bench-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: directory) }
      try run(number, in: directory)
      if number == 0, options.measuresMemory { weigh(in: directory) }
    }
  }

  private mutating func run(_ number: Int, in directory: URL) throws {
    // The first goes last in the next run.
    let turn = number % contestants.count
    let order = Array(contestants[turn...] + contestants[..<turn])
    var opened: [String: any Contestant] = [:]
    for type in order {
      do { opened[type.name] = try type.init(directory: directory) } catch {
        fail("\(type.name) does not open its store: \(error)")
      }
    }
    for work in Work.allCases where options.needs(work) {
      var found: [(name: String, digest: Digest)] = []
      for type in order where type.works.contains(work) {
        guard let contestant = opened[type.name] else { continue }
        do {
          note("run \(number + 1): \(work.title), \(type.name)")
          let measurement = try contestant.measure(work, catalogue, options.clock)
          seconds[work, default: [:]][type.name, default: []].append(measurement.seconds)
          found.append((type.name, measurement.digest))
          if work == .insert { try contestant.settle() }
        } catch {
          fail("\(type.name) fails at \(work.title): \(error)")
        }
      }
      compare(found, work)
    }
    for (name, contestant) in opened {
      do { try contestant.finish() } catch { fail("\(name) does not tidy up: \(error)") }
    }
    note(nil)
  }

  private mutating func compare(_ found: [(name: String, digest: Digest)], _ work: Work) {
    guard let expected = found.first(where: { $0.name == contestants[0].name }) else { return }
    for other in found where other.digest != expected.digest {
      fail(
        """
        \(other.name) disagrees at \(work.title): \
        \(other.digest), but \(expected.name) has \(expected.digest)
        """)
    }
  }

  private mutating func weigh(in directory: URL) {
    for type in contestants where type.works == Work.allCases {
      note("memory, \(type.name)")
      bytes[type.name] = Memory.bytesPerObject(of: type, in: directory)
    }
    note(nil)
  }

  private mutating func fail(_ message: String) {
    if !failures.contains(message) { failures.append(message) }
  }

  /// Shows what is being done, where someone is looking.
  private func note(_ text: String?) {
    guard isatty(2) != 0 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text ?? "")".utf8))
  }

  /// The median of a contestant's seconds.
  func seconds(_ work: Work, _ contestant: any Contestant.Type) -> Double? {
    seconds[work]?[contestant.name].flatMap(median)
  }
}
