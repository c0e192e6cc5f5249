// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SyncSimulation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// What goes wrong while devices work, as a seed says.
  struct Nemesis {
    enum Fault: String, CaseIterable, Sendable {
      case killDevice, killDeviceInsideSave, pauseDevice, killServer, pauseServer
      case refuseConnections, silence, loseAnswers
    }

    private struct Ongoing {
      var fault: Fault
      var target: Int
    }

    private var random: SeededRandom
    /// Each kind comes once before any comes again.
    private var deck: [Fault] = []
    private var ongoing: [Ongoing] = []
    private(set) var counts: [Fault: Int] = [:]
    /// How long the next ones last: now and then, until messages have timed out.
    var factor: Int { mutating get { random.chance(25) ? 4 : 1 } }

    init(seed: UInt64) { random = SeededRandom(seed) }

    /// One or two at once, on different targets.
    mutating func begin(_ devices: [RegisterDevice], _ servers: [RunningServer]) throws {
      for _ in 0..<(1 + random.below(2)) {
        if deck.isEmpty { deck = Fault.allCases.shuffled(using: &random) }
        let fault = deck.removeLast()
        let target = random.below(fault.isOfServers ? servers.count : devices.count)
        guard !ongoing.contains(where: { $0.fault.isOfServers == fault.isOfServers && $0.target == target }) else {
          // Its turn comes.
          deck.insert(fault, at: 0)
          continue
        }
        counts[fault, default: 0] += 1
        ongoing.append(Ongoing(fault: fault, target: target))
        switch fault {
        case .killDevice: devices[target].kill()
        case .killDeviceInsideSave: try devices[target].killInsideSave()
        case .pauseDevice: devices[target].signal(SIGSTOP)
        case .killServer: servers[target].kill()
        case .pauseServer: servers[target].signal(SIGSTOP)
        case .refuseConnections: try devices[target].network.become(.refused)
        case .silence: try devices[target].network.become(.silent)
        case .loseAnswers: try devices[target].network.become(.withoutAnswers)
        }
      }
    }

    mutating func end(_ devices: [RegisterDevice], _ servers: [RunningServer]) throws {
      defer { ongoing = [] }
      // Servers first: devices that begin again need none, but may find one.
      for item in ongoing where item.fault.isOfServers {
        if item.fault == .killServer {
          try servers[item.target].restart()
        } else {
          servers[item.target].signal(SIGCONT)
        }
      }
      for item in ongoing where !item.fault.isOfServers {
        let device = devices[item.target]
        switch item.fault {
        case .killDevice, .killDeviceInsideSave: try device.restart()
        case .pauseDevice: device.signal(SIGCONT)
        default: try device.network.become(.whole)
        }
      }
    }
  }

  extension Nemesis.Fault {
    var isOfServers: Bool { self == .killServer || self == .pauseServer }
  }
#endif
