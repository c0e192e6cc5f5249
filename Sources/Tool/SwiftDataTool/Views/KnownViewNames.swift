// SPDX-License-Identifier: Apache-2.0

/// Names of the modules that apps made of views import. Scripts/supported-views writes this file, and a test compares it.
enum KnownViewNames {
  /// Types, modifiers and all other public declarations.
  static let all = """
    AVAudioPlayer AVAudioPlayerDelegate AVAudioSession AVError AVPlayer AVPlayerItem AVSpeechBoundary
    AVSpeechSynthesisVoice AVSpeechSynthesizer AVSpeechUtterance AVSpeechUtteranceDefaultSpeechRate AccessibilityActionKind
    AccessibilityAdjustmentDirection AccessibilityChildBehavior AccessibilityCustomContentImportance
    AccessibilityFocusState AccessibilityHeadingLevel AccessibilityLabeledPairRole AccessibilityRotorContent
    AccessibilityRotorContentBuilder AccessibilityRotorEntry AccessibilitySystemRotor AccessibilityTextContentType
    AccessibilityTraits AccessoryBarActionButtonStyle AccessoryBarButtonStyle AccessoryCircularCapacityGaugeStyle
    AccessoryCircularGaugeStyle AccessoryLinearCapacityGaugeStyle AccessoryLinearGaugeStyle ActionSheet ActivationPolicy
    ActivationState ActivityType Aggregate AggregateCondition AggregateOrder Alert Alignment AlignmentID
    AlternatingRowBackgroundBehavior Anchor Angle AngularGradient Animatable AnimatableModifier AnimatablePair Animation
    AnimationCompletionCriteria AnimationTimelineSchedule Annotation AnnotationContext AnnotationOverflowResolution
    AnnotationPosition AnyCancellable AnyChartContent AnyGesture AnyGradient AnyLayout AnyPublisher AnyShape AnyShapeStyle
    AnyTransition AnyView App AppStorage AreaMark AsymmetricTransition AsyncImage AsyncImagePhase Attribute
    AudioServicesPlayAlertSound AudioServicesPlaySystemSound AudioServicesPlaySystemSoundWithCompletion Autoconnect
    AutomaticDisclosureGroupStyle AutomaticLabeledContentStyle AutomaticScaleDomain AutosaveFailure Axis AxisContent
    AxisContentBuilder AxisGridLine AxisLook AxisMark AxisMarkBuilder AxisMarkPosition AxisMarkPreset AxisMarkValues
    AxisMarks AxisTick AxisValue AxisValueLabel AxisValueLabelCollisionResolution AxisValueLabelOrientation
    BackgroundColorAttribute BackgroundStyle BackingData BadgeProminence BarMark BaselineOffsetAttribute
    BasicChartSymbolShape Behavior Bindable Binding BlendMode BlurReplaceTransition Body BookmarkCreationOptions
    BookmarkResolutionOptions BorderedButtonStyle BorderedProminentButtonStyle BorderlessButtonStyle Boundary BulkRow
    BundleDescription Button ButtonBorderShape ButtonRepeatBehavior ButtonRole ButtonStyle ButtonStyleConfiguration
    ButtonToggleStyle CGAffineTransform CGColor CGLineCap CGLineJoin CGMutablePath CGPath CLAuthorizationStatus CLError
    CLGeocoder CLLocation CLLocationAccuracy CLLocationCoordinate2D CLLocationCoordinate2DIsValid CLLocationDegrees
    CLLocationDirection CLLocationDistance CLLocationManager CLLocationManagerDelegate CLLocationSpeed CLPlacemark Cadence
    Cancellable Canvas Capsule CapturedExpression CapturedIdentifier CapturedPredicate CareProgress Case Category
    CategoryOptions ChangeIdentifier Chart ChartContent ChartContentBuilder ChartPlotContent ChartProxy
    ChartScrollTargetBehavior ChartSymbolShape CheckboxToggleStyle CheckedArithmetic CheckedDivision Circle
    CircularProgressViewStyle CloudKitDatabase CodableRepresentation Code CodingKeys Color ColorPicker ColorResource
    ColorScheme ColorSchemeContrast ColumnNavigationViewStyle ColumnsFormStyle CombineLatest CombineLatest3 CommandGroup
    CommandGroupPlacement CommandMenu Commands CommandsBuilder CompactDatePickerStyle Completion Components
    CompositeAttribute Configuration ConfigurationOption ConflictActivity ConnectablePublisher ContainerBackgroundPlacement
    ContainerRelativeShape ContainerValueKey ContainerValues Content ContentMarginPlacement ContentMode ContentShapeKinds
    ContentTransition ContentUnavailableView Context ControlActiveState ControlGroup ControlSize CoordinateSpace
    CoordinateSpaceProtocol CubicKeyframe CurrentValueLabel CurrentValueSubject CustomLocalizedStringResourceConvertible
    CustomizableToolbarContent DataRepresentation DataStore DataStoreBatchDeleteRequest DataStoreBatching DataStoreCare
    DataStoreConfiguration DataStoreError DataStoreFetchRequest DataStoreFetchResult DataStoreSaveChangesRequest
    DataStoreSaveChangesResult DataStoreSnapshot DataStoreSnapshotCodingKey DataStoreSnapshotValue DatastoreLocation
    DateComponentsFormatter DatePicker DatePickerComponents DatePickerStyleName DateStyle DateTimeStyle DefaultButtonStyle
    DefaultDatePickerStyle DefaultGaugeStyle DefaultGroupBoxStyle DefaultHistoryDelete DefaultHistoryInsert
    DefaultHistoryToken DefaultHistoryTransaction DefaultHistoryUpdate DefaultLabelStyle DefaultListStyle
    DefaultNavigationViewStyle DefaultPickerStyle DefaultProgressViewStyle DefaultSerialModelExecutor DefaultSnapshot
    DefaultStore DefaultTabViewStyle DefaultTextFieldStyle DefaultToggleStyle DeleteRule Design DialogSeverity
    DisabledTextSelectability DisclosureGroup DisclosureGroupStyle DisclosureGroupStyleConfiguration DismissAction
    DismissSearchAction DismissWindowAction Divider DocumentGroup DoubleColumnNavigationViewStyle DragGesture Durability
    DynamicProperty DynamicRange DynamicTypeSize DynamicViewContent Edge EdgeInsets EditActions EditButton EditMode
    EditingState Element Elevation Ellipse EllipticalGradient Empty EmptyAnimatableData EmptyCommands EmptyLiteral
    EmptyModifier EmptyView EmptyVisualEffect EnabledTextSelectability EncodingDisambiguationPolicy Entity Entry
    Environment EnvironmentKey EnvironmentObject EnvironmentValues EquatableView Event EventModifiers
    EveryMinuteTimelineSchedule ExclusiveGesture ExplicitTimelineSchedule Fail Failure FaultEvent FeedbackStyle
    FeedbackType FetchCursor FetchDescriptor FetchExplanation FetchPage FetchResultsCollection FieldDatePickerStyle
    FileDocument FileDocumentReadConfiguration FileDocumentWriteConfiguration FileRepresentation FileWrapper FillShapeStyle
    FillStyle FocusState FocusedBinding FocusedObject FocusedValue FocusedValueKey FocusedValues Font FontAttribute ForEach
    ForEachSectionCollection ForEachSubviewCollection ForegroundColorAttribute ForegroundStyle Form FormStyleName Frequency
    Future Gauge GaugeStyle GaugeStyleConfiguration GeometryEffect GeometryProxy GeometryReader Gesture GestureMask
    GestureState Glass GlassButtonStyle GlassEffectContainer GlassProminentButtonStyle Gradient GraphicalDatePickerStyle
    GraphicsContext Grid GridItem GridLayout GridRow Group GroupBox GroupBoxStyle GroupBoxStyleConfiguration GroupContainer
    GroupElementsOfContent GroupSectionsOfContent GroupedFormStyle GroupedListStyle HSplitView HStack HStackLayout
    HierarchicalShapeStyle HistoryChange HistoryDelete HistoryDescriptor HistoryInsert HistoryObserver HistoryProviding
    HistoryToken HistoryTombstone HistoryTransaction HistoryType HistoryUpdate HorizontalAlignment HorizontalEdge
    HoverEffect ID Icon IconOnlyLabelStyle IdentifierScope IdentityTransition IgnoresDisplayFrequency Image ImageRenderer
    ImageResource ImmediateScheduler Index IndexDisplayMode IndexedBinding Indices InfoKey InlinePickerStyle
    InsetGroupedListStyle InsetListStyle InsettableShape IntegrityReport InterfaceOrientation Interpolation
    InterpolationMethod InvalidationReason IsolationViolation Item Iterator Just KerningAttribute KeyEquivalent KeyPress
    KeyboardShortcut KeyframeAnimator KeyframeTrack KeyframeTrackContent KeyframeTrackContentBuilder Keyframes
    KeyframesBuilder Kind LABiometryType LAContext LAError LAPolicy Label LabelStyle LabelStyleConfiguration LabeledContent
    LabeledContentStyle LabeledContentStyleConfiguration LagActivity LaunchOptionsKey Layout LayoutDirection
    LayoutProperties LayoutSubview LayoutSubviews LayoutValueKey LazyHGrid LazyHStack LazyVGrid LazyVStack Leading
    LegibilityWeight Length LineMark LineStyle LinearCapacityGaugeStyle LinearGaugeStyle LinearGradient LinearKeyframe
    LinearProgressViewStyle Link LinkButtonStyle LinkShapeStyle List ListFormatter ListSectionSpacing ListStyle LiveValues
    LocalizationValue LocalizedStringKey LocalizedStringResource Logger LongPressGesture MKCoordinateRegion
    MKCoordinateSpan MKLocalSearch MKMapItem MKPlacemark MagnificationGesture MagnifyGesture Map MapAnnotation MapCamera
    MapCameraBounds MapCameraPosition MapCameraUpdateContext MapCameraUpdateFrequency MapCircle MapCompass MapContent
    MapContentBuilder MapInteractionModes MapMarker MapPin MapPitchToggle MapPolyline MapProxy MapReader MapScaleView
    MapStyle MapUserLocationButton MarkDimension MarkStackingMethod Marker Mask MatchedGeometryProperties Material
    MaxDisplayCount MaximumValueLabel MeasurementFormatter Menu MenuActionDismissBehavior MenuBarExtra
    MenuBarExtraStyleName MenuPickerStyle MenuStyleName Merge MergeMany MergePolicy MigrationStage MinimumValueLabel Mode
    Model ModelActor ModelChange ModelConfiguration ModelContainer ModelContext ModelDocument ModelExecutor ModelIdentity
    ModifiedContent Move MoveKeyframe MoveTransition MultiDatePicker NSApp NSApplication NSApplicationDelegate
    NSApplicationDelegateAdaptor NSColor NSCursor NSImage NSItemProvider NSPasteboard NSSecureUnarchiveFromDataTransformer
    NSTextContentType NSUndoManagerDidCloseUndoGroup NSUndoManagerDidOpenUndoGroup NSUndoManagerDidRedoChange
    NSUndoManagerDidUndoChange NSUndoManagerWillCloseUndoGroup NSUndoManagerWillRedoChange NSUndoManagerWillUndoChange
    NSValueTransformerName NSView NSViewRepresentable NSViewRepresentableContext NSWindow NSWorkspace NamedCoordinateSpace
    NamedValueTransformer Namespace NavigationBarDrawerDisplayMode NavigationBarItem NavigationLink
    NavigationLinkPickerStyle NavigationPath NavigationSplitView NavigationSplitViewColumn NavigationSplitViewStyleName
    NavigationSplitViewVisibility NavigationStack NavigationTransitionName NavigationView NavigationViewStyleName
    NewDocumentAction Notification NotificationKey Notifications OSAllocatedUnfairLock OSLog OSLogBoolFormat
    OSLogFloatFormatting OSLogIntegerFormatting OSLogInterpolation OSLogMessage OSLogPrivacy OSLogStringAlignment OSLogType
    ObservableObject ObservableObjectPublisher ObservationTracking ObservedObject OffsetTransition OpacityTransition
    OpenDocumentAction OpenExternalURLOptionsKey OpenSettingsAction OpenURLAction OpenWindowAction Operation Option
    OptionalPromotion Options Orientation OutlineGroup Output PHPhotoLibrary PHPickerFilter PageIndexViewStyle
    PageTabViewStyle PageUser PalettePickerStyle PassthroughSubject PasteButton PasteboardType Path Pattern
    PeriodicTimelineSchedule PersistentElement PersistentIdentifier PersistentModel PhaseAnimator PhotosPicker
    PhotosPickerItem PhotosPickerSelectionBehavior Picker PickerStyle PinnedScrollableViews PlaceholderContentView
    PlaceholderTextShapeStyle PlainButtonStyle PlainListStyle PlainTextFieldStyle PlatformImage Plot
    PlotDimensionScaleRange Plottable PlottableValue PointMark PointOfInterestCategories PointerStyle
    PopoverAttachmentAnchor Predicate PredicateCodableKeyPathProviding PredicateEvaluate PreferenceKey
    PresentationAdaptation PresentationBackgroundInteraction PresentationContentInteraction PresentationDetent
    PresentationMode PresentationSizingName PresentedWindowContent Preview PreviewDevice PreviewLayout PreviewModifier
    PreviewProvider PreviewTrait Previewable PrimitiveButtonStyle PrimitiveButtonStyleConfiguration
    PrimitivePlottableProtocol Problem ProgressView ProgressViewStyle ProgressViewStyleConfiguration ProjectionTransform
    Prominence Promise PropertyMetadata PropertyUpdate ProposedViewSize ProxyRepresentation Published Publisher Publishers
    PushTransition Query QueryGeneration RGBColorSpace RadialGradient RadioGroupPickerStyle ReadConfiguration
    ReadingOptionKey ReceivedTransferredFile Rectangle RectangleCornerRadii RectangleMark RedactionReasons RefreshAction
    Relationship RelationshipCollection RelationshipPath RelativeDateTimeFormatter RenderingMode Request
    RequestReviewAction ResizingMode Resolved Response Result ResultType ResultsDifference ResultsDifferences
    ResultsObserver ResultsSection ResultsUpdates RetryActivity RotateGesture RotationGesture RoundedBorderTextFieldStyle
    RoundedCornerStyle RoundedRectangle RuleMark SafeAreaRegions SaveActivity SaveHook SavedChanges Scale ScaleDomain
    ScaleTransition ScaleType ScaledMetric Scene SceneBuilder ScenePhase SceneStorage Scheduler SchedulerTimeInterval
    Schema SchemaMigrationPlan SchemaProperty ScrollBounceBehavior ScrollDismissesKeyboardMode ScrollEdgeEffectStyle
    ScrollGeometry ScrollIndicatorVisibility ScrollInputBehavior ScrollInputKind ScrollPhase ScrollPosition
    ScrollTargetBehaviorName ScrollTransitionConfiguration ScrollTransitionPhase ScrollView ScrollViewProxy
    ScrollViewReader SearchFieldPlacement SearchResult SearchScopeActivation SearchText SearchToolbarBehavior Section
    SectionCollection SectionConfiguration SectionedResults SectorMark SecureField SegmentedPickerStyle SelectionShapeStyle
    Selector SensoryFeedback SentTransferredFile SeparatorShapeStyle SequenceGesture SerialModelExecutor Set
    SetActiveOptions Settings SettingsLink Shading Shape ShapeStyle ShareLink SharePreview SidebarCommands SidebarListStyle
    SimultaneousGesture Size SlideTransition Slider Snapshot Source SourceType Spacer SpacerSizing SpatialTapGesture Spring
    SpringKeyframe SpringLoadingBehavior StackNavigationViewStyle StandardEmphasis StandardStringComparator Start State
    StateObject StatementActivity Stepper StepperFieldDatePickerStyle Stop Store StoreActivityObserver StoreBackup StoreSQL
    StoreStatistics Strategy StrikethroughStyleAttribute StringCaseInsensitiveCompare StringContainsPattern StringHasPrefix
    StringHasSuffix StringInterpolation StringLocalizedCompare StringLocalizedStandardContains StringLowercased
    StringTrimmingCharacters StringUppercased StrokeStyle SubSequence Subject SubmitLabel SubmitTriggers Subscribers
    Subview Subviews SubviewsCollection SubviewsCollectionSlice SummableAttribute SwiftDataError SwiftUIAttributes
    SwitchToggleStyle SymbolEffectName SymbolEffectOptions SymbolRenderingMode SymbolVariants SystemColor SystemShapeStyle
    SystemSoundID Tab TabBarMinimizeBehavior TabRole TabSection TabView TabViewStyleName Table TableColumn
    TableColumnBuilder TableRow TableRowBuilder TableRowContent TableStyleName TapGesture TemplateRenderingMode
    TerminateReply Text TextAlignment TextEditingCommands TextEditor TextEditorStyleName TextField TextFieldStyle
    TextInputAutocapitalization TextSelectability TextSelection TextSelectionAffinity TextStyle Threshold TimelineSchedule
    TimelineScheduleMode TimelineView TimelineViewDefaultContext TimerPublisher TintShapeStyle Tip TipOption TipView Tips
    Title TitleAndIconLabelStyle TitleDisplayMode TitleOnlyLabelStyle Toggle ToggleStyle ToggleStyleConfiguration Token
    TokenType ToolbarCommands ToolbarContent ToolbarContentBuilder ToolbarItem ToolbarItemGroup ToolbarItemPlacement
    ToolbarPlacement ToolbarRole ToolbarSpacer ToolbarTitleDisplayMode Total TrackingAttribute Transaction
    TransactionIdentifier TransferError TransferRepresentation TransferRepresentationBuilder
    TransferRepresentationVisibility Transferable Transient Transition TransitionPhase TransitionProperties TruncationMode
    TupleView Types UIAccessibility UIActivityViewController UIApplication UIApplicationDelegate
    UIApplicationDelegateAdaptor UIBackgroundTaskIdentifier UIBarAppearance UIBarMetrics UIBezierPath UIColor UIControl
    UIDevice UIDeviceOrientation UIDocumentPickerDelegate UIDocumentPickerViewController UIEdgeInsets UIFont UIFontMetrics
    UIImage UIImagePickerController UIImagePickerControllerDelegate UIImpactFeedbackGenerator UIKeyboardType
    UINavigationBar UINavigationBarAppearance UINavigationController UINavigationControllerDelegate
    UINotificationFeedbackGenerator UIPageControl UIPasteboard UIPopoverPresentationController UIRectCorner UIResponder
    UIScene UIScreen UISearchBar UISegmentedControl UISelectionFeedbackGenerator UITabBar UITabBarAppearance
    UITabBarItemAppearance UITabBarItemStateAppearance UITableView UITableViewCell UITextAutocapitalizationType
    UITextContentType UITextField UITraitCollection UIUserInterfaceIdiom UIUserInterfaceStyle UIView UIViewController
    UIViewControllerRepresentable UIViewControllerRepresentableContext UIViewRepresentable UIViewRepresentableContext
    UIWindow UIWindowScene UNAuthorizationOptions UNAuthorizationStatus UNCalendarNotificationTrigger UNError
    UNMutableNotificationContent UNNotification UNNotificationAction UNNotificationActionOptions UNNotificationAttachment
    UNNotificationCategory UNNotificationCategoryOptions UNNotificationContent UNNotificationDefaultActionIdentifier
    UNNotificationDismissActionIdentifier UNNotificationInterruptionLevel UNNotificationPresentationOptions
    UNNotificationRequest UNNotificationResponse UNNotificationSetting UNNotificationSettings UNNotificationSound
    UNNotificationSoundName UNNotificationTrigger UNTimeIntervalNotificationTrigger UNUserNotificationCenter
    UNUserNotificationCenterDelegate URL UTType UnderlineStyleAttribute UndoManager UnevenRoundedRectangle Unique
    UniqueConflictPolicy UnitOptions UnitPoint UnitsStyle UserAnnotation UserInterfaceSizeClass VSplitView VStack
    VStackLayout Value ValueArchive ValueTransformer VectorArithmetic Version VersionedSchema VerticalAlignment
    VerticalEdge VideoPlayer View ViewBuilder ViewDimensions ViewMode ViewModifier ViewSpacing ViewThatFits ViewTraits
    Visibility VisualEffect WaitActivity WebAuthorization WebConfiguration WebHost WebHostError WebLimits WebRequest Weight
    WheelDatePickerStyle WheelPickerStyle WidgetCenter Width Window WindowGroup WindowInteractionBehavior WindowStyleName
    Wrapper WriteConfiguration WritingToolsBehavior ZStack ZStackLayout ZeroFormattingBehavior a abbreviated absent accent
    accentColor accessibility accessibility1 accessibility2 accessibility3 accessibility4 accessibility5
    accessibilityAction accessibilityActions accessibilityActivationPoint accessibilityAddTraits
    accessibilityAdjustableAction accessibilityChildren accessibilityCustomContent accessibilityDifferentiateWithoutColor
    accessibilityDirectTouch accessibilityElement accessibilityFocused accessibilityHeading accessibilityHidden
    accessibilityHint accessibilityIdentifier accessibilityIgnoresInvertColors accessibilityInputLabels
    accessibilityInvertColors accessibilityLabel accessibilityLabeledPair accessibilityLinkedGroup
    accessibilityReduceMotion accessibilityReduceTransparency accessibilityRemoveTraits accessibilityRepresentation
    accessibilityRespondsToUserInteraction accessibilityRotor accessibilityRotorEntry accessibilityScrollAction
    accessibilityShowsLargeContentViewer accessibilitySortPriority accessibilityTextContentType accessibilityValue
    accessibilityVoiceOverEnabled accessory accessoryBar accessoryBarAction accessoryCircular accessoryCircularCapacity
    accessoryLinear accessoryLinearCapacity actionIdentifier actionPerformed actionSheet actions activate
    activateFileViewerSelecting activationState active activityObservers actual adaptive add addArc addCurve addEllipse
    addLine addLines addPath addQuadCurve addRect addRoundedRect addSubview address addressCity addressState
    administrativeArea advice affinity afterSave aggregate alert alertSetting aligned alignment alignmentGuide
    alignsMarkStylesWithPlotArea all allCharacters allCorners allWords allowInCarPlay allowed allowedDynamicRange
    allowedUnits allowsBackgroundLocationUpdates allowsCloudEncryption allowsDirectInteraction allowsEditing
    allowsFractionalUnits allowsHitTesting allowsMultipleSelection allowsSave allowsTightening alpha alphaValue
    alternatingRowBackgrounds altitude always alwaysOriginal alwaysTemplate ambient anchorPreference angularGradient
    animatableData animated animating animation annotation annotationSubtitles annotationTitles announceChanges
    announcement answer antialiased any anyWord appCancel appInfo appSettings appTermination appVisibility appear
    appearance append appendInterpolation appendLiteral application applicationDefault applicationDidFinishLaunching
    applicationIconBadgeNumber applicationState applicationSupportDirectory applicationWillFinishLaunching applied archive
    arrow as asUnownedSerialExecutor ascending asciiCapable asciiCapableNumberPad aspectRatio assign asterisk asymmetric
    atURL attachments attempt attempts attribute attributes attributesByName audio audioPlayerDecodeErrorDidOccur
    audioPlayerDidFinishPlaying authenticationFailed authenticationRequired author authorizationStatus authorize authorized
    authorizedAlways authorizedWhenInUse authors auto autocapitalization autoconnect autocorrectionDisabled automatic
    autoreleasepool autosaveEnabled autosaveError average b backUp background backgroundColor backgroundExtensionEffect
    backgroundImage backgroundPreferenceValue backgroundStyle backup backwardMigration badPort badWorkers badge
    badgeBackgroundColor badgeProminence badgeSetting balanced banner bar barTintColor basedOnSize baselineOffset
    beforeSave beginBackgroundTask beginUndoGrouping behavior10_0 behavior10_4 bevel binary bind bindNull biometryLockout
    biometryNotAvailable biometryNotEnrolled biometryType birthdate black blendMode blue blur blurReplace body bold
    boldSystemFont boldText bookmarkData boolean border bordered borderedProminent borderless borderlessButton bothChanged
    bottom bottomBar bottomLeading bottomLeft bottomOrnament bottomRight bottomTrailing bounce bouncy boundingRegion bounds
    breathe brief brightness brokenInverse brown browser buildBlock buildEither buildExpression buildIf
    buildLimitedAvailability buildOptional build_caseInsensitiveCompare build_contains build_evaluate build_hasPrefix
    build_hasSuffix build_localizedCompare build_localizedStandardContains build_lowercased build_trimmingCharacters
    build_uppercased bundle bundleIdentifier butt button buttonBorderShape buttonRepeatBehavior buttonSizing buttonStyle
    byLayer c cachedSnapshots cachesDirectory cadence calendar callAsFunction callout camera canEvaluatePolicy canOpenURL
    canRedo canUndo cancel cancelAction cancelGeocode cancellationAction cannotListen capHeight capsLock capsule caption
    caption1 caption2 carPlay cardinal carousel cascade catch category categoryIdentifier catmullRom causesPageTurn center
    centerCoordinate centerFirstTextBaseline centerLastTextBaseline centered cgColor cgPath changeCount changeIdentifier
    changedElsewhere changedModelsArray changedPersistentIdentifier changes character characters chart chartAngleSelection
    chartBackground chartForegroundStyleScale chartLegend chartLineStyleScale chartOverlay chartPlotStyle
    chartScrollPosition chartScrollTargetBehavior chartScrollableAxes chartSymbolScale chartXAxis chartXAxisLabel
    chartXScale chartXSelection chartXVisibleDomain chartYAxis chartYAxisLabel chartYScale chartYSelection
    chartYVisibleDomain checkForChanges checkbox circle circular clear clearButtonMode clearContents clipShape clipped
    close closeSubpath closedHand cloudKitContainerIdentifier cloudKitDatabase codable code collapsesLargestUnit collect
    color colorBurn colorDodge colorInvert colorMultiply colorScheme colorSchemeContrast columnResize columns combine
    combineLatest combined commaSeparatedText command commands compact compactAppearance compactInlineLayoutAppearance
    compactMap compactPrompt compare compatible complete completeImmediately completedBytes completionWithItemsHandler
    components compositingGroup compressed concat concatenating condensed configuration
    configurationFileNameContainsInvalidCharacters configurationFileNameTooLong configurationName
    configurationSchemaNotFoundInContainerSchema configurations configure configureWithDefaultBackground
    configureWithOpaqueBackground configureWithTransparentBackground confirm confirmationAction confirmationDialog conforms
    conicGradient connect connectedScenes connections console constant constrainedHigh constraints contain container
    containerBackground containerRelative containerRelativeFrame containerShape containerSize containerURL containerValue
    containerValues contains content contentInsets contentMargins contentMinSize contentOffset contentShape contentSize
    contentTransition contentType contextMenu contextMenuPreview continue continuous continuousAndOrdered contrast control
    controlAccentColor controlActiveState controlBackgroundColor controlGroupStyle controlSize convert cookie coordinate
    coordinateSpace coordinator copy copyable cornerRadii cornerRadius cornerSize count countDistinct country countryName
    course createBackingData created creditCardNumber critical criticalAlert cross crosshair cumulative current currentItem
    currentPageIndicatorTintColor currentPoint currentTime currentValueLabel custom customDismissAction cuttable cyan d
    daily damagedFile dark darkGray darkText darken dash dashDot dashDotDot dashPhase data database datastoreLocation date
    dateComponents datePickerStyle dateTimeStyle debounce debug debugDescription debugPrint decelerating decimal decimalPad
    declareTypes decode decrease decreased decrement default defaultAction defaultAppStorage defaultCritical defaultFocus
    defaultHoverEffect defaultLayout defaultMinListRowHeight defaultPosition defaultPrompt defaultRingtone
    defaultScrollAnchor defaultSize defaultToSpeaker defaultValue defersSystemGestures degrees deinit delay delegate delete
    deleteAllData deleteDenied deleteDisabled deleteForward deleteHistory deleteRule deleted deletedElsewhere
    deletedIdentifiers deletedModelsArray deletions deliveredNotifications denied deny descending description descriptor
    desiredAccuracy desktopDirectory destination destinationOut destinationOver destructive destructiveAction detail
    detailOnly device deviceOwnerAuthentication deviceOwnerAuthenticationWithBiometrics dialogIcon dialogSeverity diamond
    didBecomeActiveNotification didConflict didDisappear didEnterBackgroundNotification didFinishLaunchingNotification
    didLag didLoadLazily didResignActiveNotification didRetry didRun didSave didSet didWait difference differences
    digitalCrownRotation dimensions directory disableAutocorrection disableUndoRegistration disabled disablesAnimations
    disappear discarded disclosureGroupStyle disconnectedTime disk dismiss dismissSearch dismissWindow displayCountExceeded
    displayDurationExceeded displayFrequency displayP3 displayScale distance distanceFilter documentFolder documentPicker
    documentPickerWasCancelled documentsDirectory done dot double doubleColumn down downArrow downUp downloadsDirectory
    downstream dragPreview draggable drawingGroup dropAll dropDestination dropFirst dropLeading dropMiddle dropTrailing
    duckOthers duplicateConfiguration durability duration dynamicTypeSize dynamicallyCall easeIn easeInOut easeOut
    edgesIgnoringSafeArea editMode editedImage editingState editor effectValue element ellipse ellipticalGradient
    emailAddress empty enableRate enableUndoRegistration enabled encode encodingVersion endBackgroundTask endEvent endIndex
    endUndoGrouping enqueue entities entitiesByName entity entityName entries enumerate environment environmentObject
    ephemeral equatable erase eraseToAnyPublisher error errorCode errorDescription errorDomain escape evaluate
    evaluatePolicy evaluatedPolicyDomainState eventBurst eventCounter eventsPerSecond everyMinute excludedActivityTypes
    excludingAll exclusion exclusively existingFile expanded expected expires explain explanation explicit exponential
    exportingCondition expression extended externalStorage extraLarge faceDown faceID faceUp fail failure failureReason
    familyName fault fetch fetchCount fetchCountInTurn fetchDescriptor fetchError fetchGroups fetchHistory fetchIdentifiers
    fetchInTurn fetchLimit fetchOffset fetchPage fetchPageInTurn fetchTogether fetchTogetherInTurn fetchValues
    fetchedSnapshots field file fileDialogConfirmationLabel fileDialogMessage fileExporter fileExporterFilenameLabel
    fileImporter fileSystem fileURL fileWrapper fill filter filterBy findNavigator findProblems finished first
    firstTextBaseline fit fitted fixed fixedLayout fixedSize flat flatMap flexible flipsForRightToLeftLayoutDirection float
    focusEffect focusScope focusSection focusable focused focusedObject focusedSceneObject focusedSceneValue focusedValue
    folder font fontDesign fontName fontWeight fontWidth footer footnote forClass foreground foregroundActive
    foregroundColor foregroundInactive foregroundStyle form formIndex formIntersection formStyle formSymmetricDifference
    formUnion formatterBehavior formattingContext foundation fraction fractionCompleted frame from full fullScreenCover
    fullStreetAddress func gaugeStyle general geocodeAddressString geocodeCanceled geocodeFoundNoResult geometryGroup
    gesture getDeliveredNotifications getNotificationSettings getPendingNotificationRequests getRed getTransformableValue
    getValue gif givenName glass glassEffect glassEffectID glassEffectUnion glassProminent global go grabActive grabIdle
    gradient graphical gray grayscale greedy green gridCellAnchor gridCellColumns gridCellUnsizedAxes gridColumnAlignment
    gridLine group groupAppContainerIdentifier groupBoxStyle groupContainer grouped groupingLevel groupsByEvent h1 h2 h3 h4
    h5 h6 handGestureShortcut handleEvents handled handlesExternalEvents hard hardLight hasChanges
    hasItemConformingToTypeIdentifier hasMotion hasStrings hasTag hash hashModifier head header headerProminence heading
    headingFailure headings headline heavy heic heicData height help hex hidden hiddenTitleBar hide hideAllTipsForTesting
    hierarchical high highPriorityGesture highlight highlighted historyToken historyTokenExpired historyTokens historyType
    horizontal horizontalAccuracy horizontalSizeClass horizontalSpacing horizontalText hosts hourAndMinute hourly
    hoverEffect html hue hueRotation hybrid iBeam icon iconColor iconOnly id identifier identifierForVendor identifiers
    identity idle idleTime ignore ignored ignoresSafeArea image imagePickerController imagePickerControllerDidCancel
    imageScale imageURL imagery images immediate immediately impact impactOccurred importExport inactive
    includePendingChanges includePendingChangesWithBatchSize includeSubclasses includesApproximationPhrase
    includesTimeRemainingPhrase increase increased increment index indexPath indexViewStyle indexed indices indigo infinity
    info information inheritedProperties inheritedPropertiesByName initial initializeState inline inlineLarge
    inlineLayoutAppearance input inputTime insert insertRows inserted insertedIdentifiers insertedModelsArray insertions
    inset insetGrouped inspector inspectorColumnWidth intValue integer16 integer32 integer64 integrityCheck interacting
    interaction interactionActivityTrackingTag interactionNotAllowed interactive interactiveDismissDisabled
    interactiveSpring interactively interpolate interpolatingSpring interpolation interpolationMethod interruptionLevel
    intersection interval invalid invalidContext invalidPredicate invalidTransactionFetchRequest invalidatableContent
    invalidate invalidateState invalidated invalidatedAllIdentifiers inverseKeyPath inverseName isAbsent
    isAccessibilitySize isActive isAntialiased isArchive isAttribute isBoldTextEnabled isButton isCodable isContinuous
    isCustom isDarkerSystemColorsEnabled isDeleted isEOFilled isEditing isEmpty isEnabled isExpanded isFlat isHeader
    isHidden isHistoryEnabled isIdentity isIdleTimerDisabled isImage isInsertion isKeyWindow isKeyboardKey isLandscape
    isLink isLost isLuminanceReduced isMainContext isMixed isModal isMuted isNull isOn isOpaque isOptional isOriginalFile
    isPlaying isPortrait isPresented isPressed isRedoing isReduceMotionEnabled isReduceTransparencyEnabled isRelationship
    isRemainder isScrollEnabled isScrolling isSearchField isSearching isSecure isSelected isSound isSourceTypeAvailable
    isSpeaking isStaticText isStoredInMemoryOnly isSummaryElement isTabBar isTemporary isToOneRelationship isToggle
    isTransformable isTransient isTranslucent isUndoRegistrationEnabled isUndoing isUnique isUnused
    isValidInterfaceOrientation isVisible isVoiceOverRunning isoCountryCode italic italicSystemFont italicText item
    itemFormatter itemIdentifier iterative jobTitle join jpeg jpegData json kCLDistanceFilterNone kCLLocationAccuracyBest
    kCLLocationAccuracyBestForNavigation kCLLocationAccuracyHundredMeters kCLLocationAccuracyKilometer
    kCLLocationAccuracyNearestTenMeters kCLLocationAccuracyThreeKilometers kCLLocationCoordinate2DInvalid
    kSystemSoundID_Vibrate keep kern kerning key keyWindow keyboard keyboardDidHideNotification keyboardDidShowNotification
    keyboardFrameEndUserInfoKey keyboardShortcut keyboardType keyboardWillHideNotification keyboardWillShowNotification
    keyframeAnimator keypath kind label labelColor labelFontSize labelIconToTitleSpacing labelReservedIconWidth labelStyle
    labeledContentStyle labelsHidden landmarks landscapeLeft landscapeRight language large largeTitle
    largeTitleTextAttributes lastError lastTextBaseline latestHistoryToken latitude latitudeDelta layoutChanged
    layoutDirection layoutPriority layoutProperties layoutValue leading leadingFirstTextBaseline leadingLastTextBaseline
    left leftArrow leftOut leftToRight legibilityWeight levelChange levelsOfUndo lhs lift light lightGray lightText lighten
    lightweight limited limits lineCap lineHeight lineJoin lineLimit lineSpacing lineStyle lineWidth linear linearCapacity
    linearGradient link links list listItemTint listRowBackground listRowHoverEffect listRowInsets listRowSeparator
    listRowSeparatorLeading listRowSeparatorTint listRowSeparatorTrailing listRowSpacing listSectionSeparator
    listSectionSeparatorTint listSectionSpacing listStyle lists live livePhotos load loadIssueModelContainer
    loadTransferable loaded local locale locality localized localizedCancelTitle localizedFallbackTitle localizedModel
    localizedReason localizedStandard localizedString localizedStringResource location locationManager
    locationManagerDidChangeAuthorization locationUnknown lock lockIfAvailable lockScreenSetting log logicallyComplete
    longestLabel longitude longitudeDelta loose low lowFrequency lowercase loweredCounter luminanceToAlpha luminosity mac
    magenta magicTap magnification magnitudeSquared main mainContext mainWindow major makeAsyncIterator makeBody makeCache
    makeCoordinator makeIterator makeKeyAndOrderFront makeNSView makeSharedContext makeUIView makeUIViewController map
    mapControlVisibility mapControls mapError mapItems mapStyle marking mask matchedGeometryEffect matchedTransitionSource
    matches matching maximum maximumModelCount maximumUnitCount maximumValueLabel measurement mediaType mediaTypes mediaURL
    medium memoryWins menu menuActionDismissBehavior menuBarExtraStyle menuIndicator menuOrder menuStyle merge mergePolicy
    message messageSize messaging metadata microseconds middle migrationNotAdditive migrationPlan milliseconds minLength
    mini minimalBookmark minimize minimum minimumModelCount minimumScaleFactor minimumValueLabel minor mint minutes
    missingDestination missingExternalFile missingFiles missingModelContext misspelledWords miter miterLimit mix
    mixWithOthers model modelContainer modelContext modelCount modelExecutor modelValidationFailure modeledProperty models
    modifier modifiers monochrome monospaced monospacedDigit monospacedDigitSystemFont monospacedSystemFont monotone
    monthly move moveDisabled moves movie moviePlayback moviesDirectory mp3 mpeg4Audio mpeg4Movie multiSelection multicolor
    multilineTextAlignment multiply musicDirectory muted name namePhonePad named nanoseconds narrative nativeBounds
    naturalLanguageQuery naturalScale navigation navigationBar navigationBarBackButtonHidden navigationBarDrawer
    navigationBarHidden navigationBarItems navigationBarLeading navigationBarTitle navigationBarTitleDisplayMode
    navigationBarTrailing navigationDestination navigationDocument navigationLink navigationLinkIndicatorVisibility
    navigationSplitView navigationSplitViewColumnWidth navigationSplitViewStyle navigationStack navigationSubtitle
    navigationTitle navigationTransition navigationViewStyle needsAuthorization network never newDocument newItem
    newPassword next nextParameter nextTriggerDate nickname noAction nonRepeating none normal normalized not notDetermined
    notInteractive notSearchable notSupported notice notification notificationCenterSetting notificationOccurred
    notificationSettings notifications notificationsNotAllowed notifyOthersOnDeactivation nsImage nullify number
    numberFormatter numberOfComponents numberOfLoops numberPad numbersAndPunctuation numeric numericPad numericText object
    objectWillChange observedModels octal offUp offset onAppear onAutosaveFailure onChange onChanged onContinueUserActivity
    onDelete onDeleteCommand onDisappear onDrag onDrop onEnd onEnded onExitCommand onFault onGeometryChange onHover
    onInsert onIsolationViolation onKeyPress onLongPressGesture onMapCameraChange onMove onMoveCommand onOpenURL
    onPreferenceChange onReceive onScrollDown onScrollGeometryChange onScrollPhaseChange onScrollUp
    onScrollVisibilityChange onSearchPresentation onSubmit onTapGesture onTextEntry oneTimeCode op opacity opaqueSeparator
    open openDocument openHand openInMaps openNotificationSettingsURLString openSettings openSettingsURLString openURL
    openWindow operation operationNotAllowed opticID optimisticLockFailure option options orange order orderFrontRegardless
    orderOut ordered organizationName orientation orientationDidChangeNotification original originalImage originalName
    os_log other output overlay overlayPreferenceValue overrideUserInterfaceStyle ownProcess package pad padScale padding
    page pageIndicatorTintColor pageUser pages pagesPerBrowser paging palette pan panoramas parameters passcodeNotSet
    passive password pasteDestination pasteboard patch path patience pause pausesLocationUpdatesAutomatically pdf
    pendingNotificationRequests pentagon periodic persistentBackingData persistentIdentifier persistentModelID
    persistentSystemOverlays phaseAnimator phone phoneNumber phonePad photoLibrary photosPicker phrase pickerStyle
    picturesDirectory pink pitch pitchMultiplier pixelLength place placeSubviews placeholder placeholderText placemark
    plain plainText plan play playAndRecord playback playsSound plot plotAreaFrame plotAreaSize plotDimension plotFrame
    plotSize plus plusDarker plusLighter png pngData point pointOfInterest pointSize pointerStyle pointingHand
    pointsOfInterest policy pop popover popoverPresentationController popoverTip port portrait portraitUpsideDown position
    positional post postalCode predicate predicateCodableKeyPaths predictedEndLocation predictedEndTranslation
    preferInMemoryFilter preferInMemorySort preference preferredColorScheme preferredFilenameExtension preferredFont
    preferredMIMEType prefetch prefix prepare prepareToPlay prepend present presentationBackground
    presentationBackgroundInteraction presentationCompactAdaptation presentationContentInteraction presentationCornerRadius
    presentationDetents presentationDragIndicator presentationMode presentationSizing presentedViewController
    preserveValueOnDeletion previewDevice previewDisplayName previewInterfaceOrientation previewLayout previews primary
    primaryAction primitivePlottable principal print printItem priority privacy privacySensitive private problems process
    processIdentifier processPendingChanges progressViewStyle prohibited projectedValue projectionEffect prominentDetail
    properties propertiesToFetch property propertyList propertyName proposedSize providedUnit
    providesAppNotificationSettings provisional public publish publisher publishers pulse purple push quaternary
    quaternaryLabel quaternaryLabelColor quaternarySystemFill query queryGeneration quinary radialGradient radians
    radioGroup rank rate ratio rawValue read readAttribute readConstant readObjects readTransformable readableContentTypes
    realistic receive record recoverySuggestion rect rectangle red redacted redo redoActionIsDiscardable redoActionName
    redoCount redoMenuItemTitle redoMenuTitle reduce refresh refreshable refuse refused regex region
    registerForRemoteNotifications registerUndo registeredModel regular regularFileContents regularMaterial
    relatedSnapshots relationship relationshipKeyPathsForPrefetching relationships relationshipsByName relative
    relevanceScore reloadAllTimelines reloadTimelines remappedIdentifiers remoteAddress remove removeAllActions
    removeAllDeliveredNotifications removeAllPendingNotificationRequests removeDeliveredNotifications removeDuplicates
    removeFromSuperview removeLast removePendingNotificationRequests removed renderingMode repeat repeatCount repeatForever
    repeating repeats replace replaceError replaceNil replacingUnspecifiedDimensions request requestAlwaysAuthorization
    requestAuthorization requestLocation requestReview requestWhenInUseAuthorization requestedIdentifiers resetDatastore
    resignFirstResponder resizable resizeLeftRight resizeUpDown resizes resolve restore restricted resultTypes results
    retry return reverseGeocodeLocation reverseTransformedValue reversing rhs right rightArrow rightToLeft rigid role
    rollback root rootViewController rotate rotated rotation rotation3DEffect rotationEffect round rounded roundedBorder
    roundedRectangle route rowResize rows rowsLoaded rtf rtree run sRGB sRGBLinear safeAreaBar safeAreaInset safeAreaInsets
    safeAreaPadding saturation save saveInTurn saveItem saveOnTermination saveOutcomeUnknown saveTimeout savedPhotosAlbum
    scale scaleEffect scaledBy scaledFont scaledToFill scaledToFit scaledValue scan scansTable scenePhase schedule schema
    schemaEncodingVersion schemaMetadata schemas screen screenChanged screenshots scrollBounceBehavior scrollClipDisabled
    scrollContent scrollContentBackground scrollDisabled scrollDismissesKeyboard scrollEdgeAppearance
    scrollEdgeEffectHidden scrollEdgeEffectStyle scrollIndicators scrollIndicatorsFlash scrollInputBehavior scrollPosition
    scrollTargetBehavior scrollTargetLayout scrollTo scrollTransition scrollView scrolls search searchCompletion
    searchCount searchFocused searchPresentationToolbarBehavior searchScopes searchSuggestions searchToolbarBehavior
    searchable second secondary secondaryAction secondaryLabel secondaryLabelColor secondarySystemBackground
    secondarySystemFill secondarySystemGroupedBackground seconds sectionBy sectionFooters sectionHeaderTopPadding
    sectionHeaders sectionTitles sections secureUnarchiveFromDataTransformerName securityScopeAllowOnlyReadAccess seed
    segmented selectFile selected selectedContentBackgroundColor selectedControlColor selectedSegmentTintColor selection
    selectionChanged selectionDisabled semibold send sendAction sensitive sensoryFeedback sentences separator
    separatorColor sequenced serif set setActionIsDiscardable setActionName setActivationPolicy setActive
    setBackgroundImage setBadgeCount setCategory setData setFailureType setNotificationCategories setString
    setTitleTextAttributes setTransformableValue setValue shadow shadowColor shadowImage shape share shared sharedInstance
    sharesModelContext sheet shift short shouldShowFileExtensions showAllTipsForTesting showsVerticalScrollIndicator
    sidebar sidebarAdaptable simultaneousGesture simultaneously single sink size sizeThatFits sizeThatFitsLayout slash
    slide sliderThumbVisibility small smallCaps smooth snappy snapshot snapshotsToReregister snippet soft softLight solid
    soloAmbient sortBy sortingPendingChangesWithIdentifiers sound soundSetting sourceAtop sourceCode sourceRect sourceType
    sourceView space spacing span speak speechAdjustedPitch speechAlwaysIncludesPunctuation speechAnnouncementsQueued
    speechSpellsOutCharacters speechString speed spellOut spokenAudio spotlight spreadsheet spring springLoadingBehavior
    sql square squareBorder squareRoot stack stackOrientation stackedLayoutAppearance stages standard standardAppearance
    start startAccessingSecurityScopedResource startAnchor startIndex startLocation startUpdatingLocation
    startsMediaSession statements statistics status statusBarHidden stepCenter stepEnd stepStart stepperField stop
    stopAccessingSecurityScopedResource stopSpeaking stopUpdatingLocation stops store storeFailure storeIdentifier
    storeIsBusy storeIsCorrupted storeIsFull storeIsNewer storeIsNotADatabase storeIsReadOnly storeWins storedProperties
    storedPropertiesByName stores streetAddressLine1 stretch stride strikethrough strikethroughStyle string
    stringRepresentation stringValue strings stroke strokeBorder style subLocality subThoroughfare subentities subheadline
    subject submitLabel submitScope subscribe subtitle subviews success suggestedFileName suitableForBookmarkFile sum
    superentity superentityName supportedContentTypes supportsContentExtensions supportsMultipleWindows swiftUI
    swipeActions switch switchToLatest symbol symbolColorRenderingMode symbolEffect symbolEffectsRemoved
    symbolRenderingMode symbolSize symbolVariant symbolVariants symmetricDifference symmetricLog system systemAction
    systemBackground systemBlue systemBrown systemCancel systemCyan systemFill systemFont systemFontSize systemGray
    systemGray2 systemGray3 systemGray4 systemGray5 systemGray6 systemGreen systemGroupedBackground systemIndigo systemMint
    systemName systemOrange systemPink systemPurple systemRed systemServices systemTeal systemVersion systemYellow tab
    tabBar tabBarMinimizeBehavior tabBarOnly tabItem tabView tabViewBottomAccessory tabViewStyle table tableStyle tables
    tabs tag tail target targetSize task teal team telephoneNumber temperatureWithoutUnit template terminate
    terminateCancel terminateLater terminateNow tertiary tertiaryLabel tertiaryLabelColor tertiarySystemBackground
    tertiarySystemFill tertiarySystemGroupedBackground text textBackgroundColor textCase textColor textContentType
    textEditing textEditorStyle textFieldStyle textFields textInputAutocapitalization textScale textSelection thick
    thickMaterial thin thinMaterial thoroughfare threadIdentifier threshold throttle tick tiff tiffRepresentation tight
    tile time timeInterval timeSensitive timeZone timer timestamp timingCurve tint tintColor tipBackground tipClosed title
    title1 title2 title3 titleAndIcon titleBar titleOnly titleTextAttributes to toggleStyle token tokenValue tombstone
    toolbar toolbarBackground toolbarBackgroundVisibility toolbarColorScheme toolbarPrincipal toolbarRole
    toolbarTitleDisplayMode toolbarVisibility top topBarLeading topBarTrailing topLeading topLeft topRight topTrailing
    totalBytes touchID touchIDAuthenticationAllowableReuseDuration trace tracking trailing trailingFirstTextBaseline
    trailingLastTextBaseline transaction transactionIdentifier transactions transferRepresentation
    transformAnchorPreference transformEffect transformEnvironment transformPreference transformable transformedValue
    transient transition translatedBy translation triangle trigger trim truncate truncationMode truth tryMap tv twitter tx
    ty typeSelectEquivalent types typesettingLanguage uiImage ultraLight ultraThick ultraThickMaterial ultraThin
    ultraThinMaterial unattached underPageBackgroundColor underline underlineStyle underlineText underlying undo
    undoActionIsDiscardable undoActionName undoCount undoManager undoMenuItemTitle undoMenuTitle undoNestedGroup undoRedo
    unexpectedFault unhide unified unifiedCompact union unique uniqueConflict uniqueConflictPolicy uniquenessConstraints
    unit unitOptions unitPoint unitStyle unitsStyle unknown unknownDataStoreSchema unknownEntity unknownSchema
    unlessEditing unlock unownedExecutor unredacted unselectedItemTintColor unspecified unstacked unsupportedFeature
    unsupportedKeyPath unsupportedPredicate unsupportedSortDescriptor up upArrow upUp update updateCache updateNSView
    updateUIView updateUIViewController updated updatedAttributes updatedIdentifiers updatedPropertyNames updates
    updatesFrequently updating uppercase uppercaseSmallCaps upsert upstream url user userActivity userCancel userFallback
    userInfo userInterfaceIdiom userInterfaceStyle userLocation userNotificationCenter username utf8PlainText uuid vacuum
    validate value valueAligned valueOutOfRange valueType values var variableColor velocity verb version versionIdentifier
    vertical verticalAccuracy verticalPage verticalReversed verticalSizeClass verticalSpacing video videos view viewAligned
    viewDidAppear viewDidLoad viewWillAppear visibility visible visibleRect vision visualEffect voice volume waited waiting
    wants wantsLayer warning wav webSearch weekly weight wheel whileEditing white wholeSymbol widget width wiggle
    willAppear willEnterForegroundNotification willResignActiveNotification willSave willSet willTerminateNotification
    window windowBackground windowBackgroundColor windowDismissBehavior windowFullScreenBehavior windowList
    windowMinimizeBehavior windowResizability windowResizeBehavior windowSize windowStyle windowToolbar windowToolbarStyle
    windows withAlphaComponent withAnimation withBytes withContinuousObservation withLock withLockIfAvailable
    withLockUnchecked withObservationTracking withRenderingMode withSecurityScope withSize withStrictLoading withText
    withTintColor withTransaction withoutImplicitSecurityScope withoutImplicitStartAccessing withoutMounting withoutUI word
    wordProcessing words workerEnded workers wrapped wrappedValue write writeAttribute writeConstant writeObjects
    writeTransformable writingToolsBehavior x xLarge xSmall xml xxLarge xxxLarge y yellow zIndex zero
    zeroFormattingBehavior zip zoom zoomIn zoomOut
    """

  /// Types that a chain of modifiers may begin with.
  static let types = """
    AVError AccessibilityActionKind AccessibilityChildBehavior AccessibilityFocusState AccessibilityRotorContentBuilder
    AccessibilityRotorEntry AccessibilitySystemRotor AccessibilityTextContentType AccessibilityTraits
    AccessoryBarActionButtonStyle AccessoryBarButtonStyle AccessoryCircularCapacityGaugeStyle AccessoryCircularGaugeStyle
    AccessoryLinearCapacityGaugeStyle AccessoryLinearGaugeStyle ActionSheet Aggregate AggregateCondition AggregateOrder
    Alert Alignment Anchor Angle AngularGradient AnimatablePair Animation AnimationCompletionCriteria
    AnimationTimelineSchedule Annotation AnnotationContext AnnotationOverflowResolution AnnotationPosition AnyChartContent
    AnyGesture AnyGradient AnyLayout AnyPublisher AnyShape AnyShapeStyle AnyTransition AnyView AppStorage AreaMark
    AsymmetricTransition AsyncImage AutomaticDisclosureGroupStyle AutomaticLabeledContentStyle AutomaticScaleDomain
    AutosaveFailure AxisContentBuilder AxisGridLine AxisMarkBuilder AxisMarkPosition AxisMarkPreset AxisMarkValues
    AxisMarks AxisTick AxisValue AxisValueLabel AxisValueLabelCollisionResolution AxisValueLabelOrientation BarMark
    BasicChartSymbolShape Bindable Binding BlurReplaceTransition BorderedButtonStyle BorderedProminentButtonStyle
    BorderlessButtonStyle BulkRow Button ButtonBorderShape ButtonRole ButtonStyleConfiguration ButtonToggleStyle
    CGAffineTransform CGColor CLError CLLocationCoordinate2D Canvas Capsule CareProgress Chart ChartContentBuilder
    ChartPlotContent ChartProxy ChartScrollTargetBehavior CheckboxToggleStyle Circle CircularProgressViewStyle
    CodableRepresentation Color ColorPicker ColorResource CommandGroup CommandGroupPlacement CommandMenu ConflictActivity
    ContainerBackgroundPlacement ContainerRelativeShape ContainerValues ContentMarginPlacement ContentShapeKinds
    ContentTransition ContentUnavailableView ControlGroup CubicKeyframe DataRepresentation DataStoreBatchDeleteRequest
    DataStoreFetchRequest DataStoreFetchResult DataStoreSaveChangesRequest DatePicker DatePickerComponents
    DatePickerStyleName DefaultButtonStyle DefaultGaugeStyle DefaultGroupBoxStyle DefaultHistoryDelete DefaultHistoryInsert
    DefaultHistoryToken DefaultHistoryTransaction DefaultHistoryUpdate DefaultLabelStyle DefaultProgressViewStyle
    DefaultSnapshot DefaultTextFieldStyle DefaultToggleStyle DialogSeverity DisabledTextSelectability DisclosureGroup
    DisclosureGroupStyleConfiguration DismissAction DismissSearchAction DismissWindowAction Divider DocumentGroup
    DragGesture EdgeInsets EditActions EditButton EditingState Ellipse EllipticalGradient Empty EmptyAnimatableData
    EmptyCommands EmptyModifier EmptyView EmptyVisualEffect EnabledTextSelectability Environment EnvironmentObject
    EnvironmentValues EquatableView EventModifiers EveryMinuteTimelineSchedule ExclusiveGesture ExplicitTimelineSchedule
    Fail FaultEvent FetchCursor FetchDescriptor FetchExplanation FetchPage FetchResultsCollection
    FileDocumentReadConfiguration FileDocumentWriteConfiguration FileRepresentation FillStyle FocusState FocusedBinding
    FocusedObject FocusedValue FocusedValues Font ForEach ForEachSectionCollection ForEachSubviewCollection Form
    FormStyleName Gauge GaugeStyleConfiguration GeometryProxy GeometryReader GestureMask GestureState Glass
    GlassButtonStyle GlassEffectContainer GlassProminentButtonStyle Gradient GraphicsContext Grid GridItem GridLayout
    GridRow Group GroupBox GroupBoxStyleConfiguration GroupElementsOfContent GroupSectionsOfContent GroupedListStyle
    HSplitView HStack HStackLayout HierarchicalShapeStyle HistoryDescriptor HistoryTombstone HorizontalAlignment
    HoverEffect IconOnlyLabelStyle IdentityTransition Image ImageResource ImmediateScheduler IndexedBinding
    InlinePickerStyle InsetGroupedListStyle InsetListStyle IntegrityReport InterpolationMethod IsolationViolation Just
    KeyEquivalent KeyPress KeyboardShortcut KeyframeAnimator KeyframeTrack KeyframeTrackContentBuilder KeyframesBuilder
    LAError Label LabelStyleConfiguration LabeledContent LabeledContentStyleConfiguration LagActivity LayoutProperties
    LayoutSubview LayoutSubviews LazyHGrid LazyHStack LazyVGrid LazyVStack LineMark LinearCapacityGaugeStyle
    LinearGaugeStyle LinearGradient LinearKeyframe LinearProgressViewStyle Link LinkButtonStyle List ListSectionSpacing
    LiveValues LocalizedStringKey LocalizedStringResource Logger LongPressGesture MKCoordinateRegion MKCoordinateSpan
    MagnificationGesture MagnifyGesture Map MapAnnotation MapCamera MapCameraBounds MapCameraPosition
    MapCameraUpdateContext MapCircle MapCompass MapContentBuilder MapInteractionModes MapMarker MapPitchToggle MapPolyline
    MapProxy MapReader MapScaleView MapStyle MapUserLocationButton MarkDimension MarkStackingMethod Marker
    MatchedGeometryProperties Material Menu MenuBarExtra MenuBarExtraStyleName MenuPickerStyle MenuStyleName
    ModelConfiguration ModelDocument ModifiedContent MoveKeyframe MoveTransition MultiDatePicker
    NSApplicationDelegateAdaptor NSValueTransformerName NSViewRepresentableContext NamedCoordinateSpace Namespace
    NavigationBarItem NavigationLink NavigationLinkPickerStyle NavigationPath NavigationSplitView NavigationSplitViewColumn
    NavigationSplitViewStyleName NavigationSplitViewVisibility NavigationStack NavigationTransitionName NavigationView
    NavigationViewStyleName NewDocumentAction OSAllocatedUnfairLock OSLogFloatFormatting OSLogIntegerFormatting
    OSLogInterpolation OSLogMessage OSLogPrivacy OSLogStringAlignment OSLogType ObservationTracking ObservedObject
    OffsetTransition OpacityTransition OpenDocumentAction OpenSettingsAction OpenURLAction OpenWindowAction OutlineGroup
    PHPickerFilter PageUser PasteButton Path PeriodicTimelineSchedule PersistentIdentifier PhaseAnimator PhotosPicker
    PhotosPickerItem Picker PinnedScrollableViews PlaceholderContentView PlainButtonStyle PlainListStyle
    PlainTextFieldStyle Plot PlotDimensionScaleRange PlottableValue PointMark PointOfInterestCategories PointerStyle
    PopoverAttachmentAnchor PresentationAdaptation PresentationBackgroundInteraction PresentationContentInteraction
    PresentationDetent PresentationSizingName PresentedWindowContent Preview PreviewDevice PreviewTrait
    PrimitiveButtonStyleConfiguration ProgressView ProgressViewStyleConfiguration ProjectionTransform PropertyUpdate
    ProposedViewSize ProxyRepresentation Published PushTransition Query RadialGradient ReceivedTransferredFile Rectangle
    RectangleCornerRadii RectangleMark RedactionReasons RefreshAction RelationshipPath RequestReviewAction
    ResultsDifference ResultsDifferences ResultsSection ResultsUpdates RetryActivity RotateGesture RotationGesture
    RoundedBorderTextFieldStyle RoundedRectangle RuleMark SafeAreaRegions SaveActivity SaveHook SavedChanges
    ScaleTransition ScaleType ScaledMetric SceneStorage SchedulerTimeInterval ScrollBounceBehavior
    ScrollDismissesKeyboardMode ScrollEdgeEffectStyle ScrollGeometry ScrollIndicatorVisibility ScrollInputBehavior
    ScrollInputKind ScrollPosition ScrollTargetBehaviorName ScrollTransitionConfiguration ScrollView ScrollViewProxy
    ScrollViewReader SearchFieldPlacement SearchResult SearchScopeActivation SearchText SearchToolbarBehavior Section
    SectionCollection SectionConfiguration SectionedResults SectorMark SecureField SegmentedPickerStyle Selector
    SensoryFeedback SentTransferredFile SequenceGesture Settings SettingsLink ShareLink SharePreview SidebarCommands
    SidebarListStyle SimultaneousGesture SlideTransition Slider Spacer SpacerSizing SpatialTapGesture Spring SpringKeyframe
    StandardStringComparator State StateObject StatementActivity Stepper StoreBackup StoreSQL StoreStatistics StrokeStyle
    SubmitLabel SubmitTriggers Subview SubviewsCollection SubviewsCollectionSlice SwiftDataError SwitchToggleStyle
    SymbolEffectName SymbolEffectOptions SymbolRenderingMode SymbolVariants SystemShapeStyle Tab TabRole TabSection TabView
    TabViewStyleName Table TableColumn TableRow TableStyleName TapGesture Text TextEditingCommands TextEditor
    TextEditorStyleName TextField TextInputAutocapitalization TextSelection TimelineView TipView TitleAndIconLabelStyle
    TitleOnlyLabelStyle Toggle ToggleStyleConfiguration ToolbarCommands ToolbarItem ToolbarItemGroup ToolbarItemPlacement
    ToolbarPlacement ToolbarRole ToolbarSpacer ToolbarTitleDisplayMode Transaction TransferError TransitionProperties
    TupleView UIApplicationDelegateAdaptor UIBackgroundTaskIdentifier UIEdgeInsets UIRectCorner UITextContentType
    UITraitCollection UIViewControllerRepresentableContext UIViewRepresentableContext UNAuthorizationOptions UNError
    UNNotificationActionOptions UNNotificationCategoryOptions UNNotificationPresentationOptions UNNotificationSoundName
    UTType UnevenRoundedRectangle UnitPoint UserAnnotation VSplitView VStack VStackLayout VerticalAlignment VideoPlayer
    ViewDimensions ViewSpacing ViewThatFits WaitActivity WebConfiguration WebHost WebLimits WebRequest WheelPickerStyle
    Window WindowGroup WindowInteractionBehavior WindowStyleName ZStack ZStackLayout
    """

  /// Modifiers that return the view as it is.
  static let withoutEffect = """
    accessibilityAction accessibilityActions accessibilityActivationPoint accessibilityAdjustableAction
    accessibilityChildren accessibilityDirectTouch accessibilityFocused accessibilityIgnoresInvertColors
    accessibilityInputLabels accessibilityLabeledPair accessibilityLinkedGroup accessibilityRemoveTraits
    accessibilityRepresentation accessibilityRespondsToUserInteraction accessibilityRotor accessibilityRotorEntry
    accessibilityScrollAction accessibilityShowsLargeContentViewer accessibilitySortPriority accessibilityTextContentType
    allowedDynamicRange allowsTightening alternatingRowBackgrounds antialiased backgroundExtensionEffect badgeProminence
    buttonBorderShape buttonRepeatBehavior buttonSizing chartAngleSelection chartLineStyleScale chartPlotStyle
    chartScrollPosition chartScrollTargetBehavior chartScrollableAxes chartSymbolScale chartXSelection chartXVisibleDomain
    chartYSelection chartYVisibleDomain colorMultiply commands compositingGroup containerShape contentTransition
    controlGroupStyle coordinateSpace datePickerStyle defaultHoverEffect defaultMinListRowHeight defaultPosition
    defaultScrollAnchor defaultSize defersSystemGestures dialogIcon dialogSeverity digitalCrownRotation drawingGroup
    dynamicTypeSize fileDialogConfirmationLabel fileDialogMessage fileExporterFilenameLabel findNavigator
    flipsForRightToLeftLayoutDirection focusScope focusSection formStyle geometryGroup glassEffectID glassEffectUnion
    gridCellAnchor handlesExternalEvents headerProminence hoverEffect indexViewStyle inspectorColumnWidth
    interactionActivityTrackingTag interpolation invalidatableContent labelIconToTitleSpacing labelReservedIconWidth
    listRowHoverEffect listRowSeparatorTint listRowSpacing listSectionSeparator listSectionSeparatorTint luminanceToAlpha
    mapControlVisibility mapControls mapStyle matchedGeometryEffect matchedTransitionSource menuActionDismissBehavior
    menuBarExtraStyle menuIndicator menuOrder menuStyle navigationDocument navigationLinkIndicatorVisibility
    navigationSplitViewColumnWidth navigationSplitViewStyle navigationSubtitle navigationTransition navigationViewStyle
    onContinueUserActivity onDeleteCommand onDrag onDrop onExitCommand onMapCameraChange onMoveCommand onOpenURL
    onScrollGeometryChange onScrollPhaseChange onScrollVisibilityChange persistentSystemOverlays pointerStyle popoverTip
    presentationBackgroundInteraction presentationCompactAdaptation presentationContentInteraction presentationSizing
    previewDevice previewDisplayName previewInterfaceOrientation previewLayout privacySensitive projectionEffect
    renderingMode scrollBounceBehavior scrollClipDisabled scrollDismissesKeyboard scrollEdgeEffectHidden
    scrollEdgeEffectStyle scrollIndicatorsFlash scrollInputBehavior scrollPosition scrollTargetBehavior scrollTargetLayout
    scrollTransition searchPresentationToolbarBehavior searchSuggestions searchToolbarBehavior sensoryFeedback
    sliderThumbVisibility speechAdjustedPitch speechAlwaysIncludesPunctuation speechAnnouncementsQueued
    speechSpellsOutCharacters springLoadingBehavior statusBarHidden symbolColorRenderingMode symbolEffect
    symbolEffectsRemoved symbolRenderingMode tabBarMinimizeBehavior tabViewBottomAccessory tableStyle textEditorStyle
    tipBackground toolbarBackground toolbarBackgroundVisibility toolbarColorScheme toolbarRole typeSelectEquivalent
    typesettingLanguage unredacted userActivity visualEffect windowDismissBehavior windowFullScreenBehavior
    windowMinimizeBehavior windowResizability windowResizeBehavior windowStyle windowToolbarStyle writingToolsBehavior
    """

  /// Modifiers that do less than they should, and say what in the log.
  static let inPart = """
    keyframeAnimator mask
    """

  /// Types that show their name and nothing else.
  static let placeholders = """
    Canvas MultiDatePicker
    """
}
