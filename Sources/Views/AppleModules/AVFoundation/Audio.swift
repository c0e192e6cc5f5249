// SPDX-License-Identifier: Apache-2.0

@_exported import Foundation

/// See Apple's documentation of `AVAudioPlayerDelegate`.
public protocol AVAudioPlayerDelegate: AnyObject {
  /// Never called: nothing is played.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
  /// Never called: nothing is decoded.
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}
extension AVAudioPlayerDelegate {
  /// Does nothing.
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  /// Does nothing.
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}

/// Sound cannot be played: the program does not run where the person is.
public struct AVError: LocalizedError, Sendable {
  /// Says that the program runs on a server.
  public var errorDescription: String? { "Sounds and films cannot be played: the program runs on a server." }
}

/// Plays nothing: making one throws ``AVError``. See Apple's documentation of `AVAudioPlayer`.
open class AVAudioPlayer: NSObject {
  /// Throws ``AVError``.
  public init(contentsOf url: URL) throws { throw AVError() }
  /// Throws ``AVError``.
  public init(contentsOf url: URL, fileTypeHint utiString: String?) throws { throw AVError() }
  /// Throws ``AVError``.
  public init(data: Data) throws { throw AVError() }

  /// Never called.
  open weak var delegate: (any AVAudioPlayerDelegate)?
  /// Has no effect in the browser.
  open var volume: Float = 1
  /// Has no effect in the browser.
  open var rate: Float = 1
  /// Has no effect in the browser.
  open var numberOfLoops = 0
  /// Has no effect in the browser.
  open var enableRate = false
  /// Has no effect in the browser.
  open var currentTime: TimeInterval = 0
  /// Always 0.
  open var duration: TimeInterval { 0 }
  /// Always `false`.
  open var isPlaying: Bool { false }
  /// Returns `false`.
  @discardableResult open func prepareToPlay() -> Bool { false }
  /// Returns `false`.
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
  /// The only session.
  public static func sharedInstance() -> AVAudioSession { shared }

  /// Has no effect in the browser.
  public struct Category: Hashable, Sendable {
    /// Has no effect in the browser.
    public static let ambient = Category()
    /// Has no effect in the browser.
    public static let playback = Category()
    /// Has no effect in the browser.
    public static let record = Category()
    /// Has no effect in the browser.
    public static let playAndRecord = Category()
    /// Has no effect in the browser.
    public static let soloAmbient = Category()
  }
  /// Has no effect in the browser.
  public struct Mode: Hashable, Sendable {
    /// Has no effect in the browser.
    public static let `default` = Mode()
    /// Has no effect in the browser.
    public static let spokenAudio = Mode()
    /// Has no effect in the browser.
    public static let measurement = Mode()
    /// Has no effect in the browser.
    public static let moviePlayback = Mode()
  }
  /// Has no effect in the browser.
  public struct CategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Has no effect in the browser.
    public static let mixWithOthers = Self(rawValue: 1)
    /// Has no effect in the browser.
    public static let duckOthers = Self(rawValue: 2)
    /// Has no effect in the browser.
    public static let defaultToSpeaker = Self(rawValue: 8)
  }
  /// Has no effect in the browser.
  public struct SetActiveOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Has no effect in the browser.
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
  /// Returns `false`: there is nothing to stop.
  @discardableResult open func stopSpeaking(at boundary: AVSpeechBoundary) -> Bool { false }
  /// Always `false`.
  open var isSpeaking: Bool { false }
}
/// See Apple's documentation of `AVSpeechBoundary`.
public enum AVSpeechBoundary: Int, Sendable { case immediate, word }
/// See Apple's documentation of `AVSpeechUtterance`.
open class AVSpeechUtterance: NSObject {
  /// The text.
  public let speechString: String
  /// Has no effect in the browser.
  open var rate: Float = 0.5
  /// Has no effect in the browser.
  open var pitchMultiplier: Float = 1
  /// Has no effect in the browser.
  open var volume: Float = 1
  /// Has no effect in the browser.
  open var voice: AVSpeechSynthesisVoice?
  /// A text that is not spoken here.
  public init(string: String) {
    speechString = string
    super.init()
  }
}
/// See Apple's documentation of `AVSpeechSynthesisVoice`.
public final class AVSpeechSynthesisVoice: NSObject {
  /// The code of the language, such as `en-US`.
  public let language: String
  /// A voice for any language; `nil` without one.
  public init?(language: String?) {
    guard let language else { return nil }
    self.language = language
    super.init()
  }
}
/// The usual rate.
public let AVSpeechUtteranceDefaultSpeechRate: Float = 0.5
