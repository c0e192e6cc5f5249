// SPDX-License-Identifier: Apache-2.0

@_exported import Foundation

/// See Apple's documentation of `AVAudioPlayerDelegate`.
public protocol AVAudioPlayerDelegate: AnyObject {
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}
extension AVAudioPlayerDelegate {
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}

/// Sound cannot be played: the program does not run where the person is.
public struct AVError: LocalizedError, Sendable {
  public var errorDescription: String? { "Sounds and films cannot be played: the program runs on a server." }
}

/// Plays nothing: making one throws ``AVError``. See Apple's documentation of `AVAudioPlayer`.
open class AVAudioPlayer: NSObject {
  public init(contentsOf url: URL) throws { throw AVError() }
  public init(contentsOf url: URL, fileTypeHint utiString: String?) throws { throw AVError() }
  public init(data: Data) throws { throw AVError() }

  open weak var delegate: (any AVAudioPlayerDelegate)?
  open var volume: Float = 1
  open var rate: Float = 1
  open var numberOfLoops = 0
  open var enableRate = false
  open var currentTime: TimeInterval = 0
  open var duration: TimeInterval { 0 }
  open var isPlaying: Bool { false }
  @discardableResult open func prepareToPlay() -> Bool { false }
  @discardableResult open func play() -> Bool { false }
  /// Has no effect in the browser.
  open func pause() {}
  /// Has no effect in the browser.
  open func stop() {}
}

/// How an app uses sound; has no effect in the browser. See Apple's documentation of `AVAudioSession`.
// Unchecked: it has no state.
/// See Apple's documentation of `AVAudioSession`.
public final class AVAudioSession: NSObject, @unchecked Sendable {
  private static let shared = AVAudioSession()
  public static func sharedInstance() -> AVAudioSession { shared }

  public struct Category: Hashable, Sendable {
    public static let ambient = Category()
    public static let playback = Category()
    public static let record = Category()
    public static let playAndRecord = Category()
    public static let soloAmbient = Category()
  }
  public struct Mode: Hashable, Sendable {
    public static let `default` = Mode()
    public static let spokenAudio = Mode()
    public static let measurement = Mode()
    public static let moviePlayback = Mode()
  }
  public struct CategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let mixWithOthers = Self(rawValue: 1)
    public static let duckOthers = Self(rawValue: 2)
    public static let defaultToSpeaker = Self(rawValue: 8)
  }
  public struct SetActiveOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let notifyOthersOnDeactivation = Self(rawValue: 1)
  }

  /// Has no effect in the browser.
  public func setCategory(_ category: Category, mode: Mode = .default, options: CategoryOptions = []) throws {}
  /// Has no effect in the browser.
  public func setCategory(_ category: Category, options: CategoryOptions) throws {}
  /// Has no effect in the browser.
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}
}

/// Says nothing. See Apple's documentation of `AVSpeechSynthesizer`.
open class AVSpeechSynthesizer: NSObject {
  public override init() { super.init() }
  /// Has no effect in the browser.
  open func speak(_ utterance: AVSpeechUtterance) {}
  @discardableResult open func stopSpeaking(at boundary: AVSpeechBoundary) -> Bool { false }
  open var isSpeaking: Bool { false }
}
/// See Apple's documentation of `AVSpeechBoundary`.
public enum AVSpeechBoundary: Int, Sendable { case immediate, word }
/// See Apple's documentation of `AVSpeechUtterance`.
open class AVSpeechUtterance: NSObject {
  public let speechString: String
  open var rate: Float = 0.5
  open var pitchMultiplier: Float = 1
  open var volume: Float = 1
  open var voice: AVSpeechSynthesisVoice?
  public init(string: String) {
    speechString = string
    super.init()
  }
}
/// See Apple's documentation of `AVSpeechSynthesisVoice`.
public final class AVSpeechSynthesisVoice: NSObject {
  public let language: String
  public init?(language: String?) {
    guard let language else { return nil }
    self.language = language
    super.init()
  }
}
public let AVSpeechUtteranceDefaultSpeechRate: Float = 0.5
