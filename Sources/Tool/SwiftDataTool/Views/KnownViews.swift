// SPDX-License-Identifier: Apache-2.0

/// What this package has of SwiftUI and the modules beside it.
enum KnownViews {
  private static func set(_ names: String) -> Set<String> {
    Set(names.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  static let names = set(KnownViewNames.all)
  static let types = set(KnownViewNames.types)
  static let withoutEffect = set(KnownViewNames.withoutEffect)
  static let inPart = set(KnownViewNames.inPart)
  static let placeholders = set(KnownViewNames.placeholders)

  /// Modules that a target finds which depends on this package's products, and those of the toolchain.
  static let modules = set(
    """
    AVFoundation AVKit AudioToolbox Charts Cocoa Combine CoreGraphics CoreLocation Dispatch Distributed Foundation \
    FoundationEssentials FoundationNetworking FoundationXML Glibc LocalAuthentication MapKit Observation OSLog \
    PhotosUI RegexBuilder StoreKit Swift SwiftData SwiftUI Synchronization Testing TipKit UIKit \
    UniformTypeIdentifiers UserNotifications WidgetKit XCTest os _AVKit_SwiftUI _Concurrency _MapKit_SwiftUI \
    _PhotosUI_SwiftUI _StringProcessing _SwiftData_SwiftUI
    """)

  /// Apple's modules that have no like here. Others that are not known may be of a package that the app depends on.
  static let missingModules = set(
    """
    ActivityKit AdServices AppIntents AppTrackingTransparency ARKit AuthenticationServices BackgroundTasks CallKit \
    CloudKit Contacts ContactsUI CoreBluetooth CoreData CoreHaptics CoreImage CoreML CoreMedia CoreMotion CoreNFC \
    CoreSpotlight CoreTelephony CoreText CoreTransferable CoreVideo CryptoKit DeviceCheck EventKit EventKitUI \
    FamilyControls FoundationModels GameKit HealthKit HomeKit ImageIO ImagePlayground Intents IntentsUI LinkPresentation \
    MediaPlayer MessageUI Metal MetalKit MetricKit MultipeerConnectivity MusicKit NaturalLanguage \
    Network NetworkExtension PDFKit PassKit PencilKit Photos QuartzCore QuickLook RealityKit SafariServices SceneKit \
    Security ServiceManagement SoundAnalysis Speech SpriteKit SwiftUICore Translation VideoToolbox Vision VisionKit \
    WatchConnectivity WatchKit WeatherKit WebKit
    """)

  /// Names of Swift and Foundation that stand where a view could.
  static let others: Set<String> = ["Task", "Timer", "DispatchQueue", "NotificationCenter"]
}
