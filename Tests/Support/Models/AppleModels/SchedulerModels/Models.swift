// The models of sd-spezischeduler-ios26.sqlite, store BCBAB41C-CD5B-4FC0-A8A6-766E3138FA46.
// Model version 1.0.0.
// Written by 'swiftdata schema --swift'.

import Foundation
import SwiftData

@Model final class Outcome {
  #Index<Outcome>([\.id], [\.occurrenceStartDate])

  var completionDate: Date
  @Attribute(.unique) var id: UUID
  var occurrenceStartDate: Date
  var userInfo: OutcomeUserInfo
  var task: Task

  init(
    completionDate: Date,
    id: UUID,
    occurrenceStartDate: Date,
    userInfo: OutcomeUserInfo,
    task: Task
  ) {
    self.completionDate = completionDate
    self.id = id
    self.occurrenceStartDate = occurrenceStartDate
    self.userInfo = userInfo
    self.task = task
  }
}

@Model final class Task {
  #Unique<Task>([\.nextVersion], [\.id, \.nextVersion])
  #Index<Task>([\.id], [\.effectiveFrom], [\.effectiveFrom, \.nextVersion])

  var categoryValue: String?
  var completionPolicy: TaskCompletionPolicy
  var effectiveFrom: Date
  var id: String
  var instructions: TaskInstructions
  var notificationThread: TaskNotificationThread
  var notificationTime: TaskNotificationTime?
  var schedule: TaskSchedule
  var scheduleNotifications: Bool
  var tags: [String]
  var title: TaskTitle
  var userInfo: TaskUserInfo
  @Relationship(deleteRule: .cascade, inverse: \Task.previousVersion) var nextVersion: Task?
  @Relationship(deleteRule: .cascade, inverse: \Outcome.task) var outcomes: [Outcome] = []
  var previousVersion: Task?

  init(
    completionPolicy: TaskCompletionPolicy,
    effectiveFrom: Date,
    id: String,
    instructions: TaskInstructions,
    notificationThread: TaskNotificationThread,
    schedule: TaskSchedule,
    scheduleNotifications: Bool,
    tags: [String],
    title: TaskTitle,
    userInfo: TaskUserInfo,
    categoryValue: String? = nil,
    notificationTime: TaskNotificationTime? = nil,
    nextVersion: Task? = nil,
    outcomes: [Outcome] = [],
    previousVersion: Task? = nil
  ) {
    self.categoryValue = categoryValue
    self.completionPolicy = completionPolicy
    self.effectiveFrom = effectiveFrom
    self.id = id
    self.instructions = instructions
    self.notificationThread = notificationThread
    self.notificationTime = notificationTime
    self.schedule = schedule
    self.scheduleNotifications = scheduleNotifications
    self.tags = tags
    self.title = title
    self.userInfo = userInfo
    self.nextVersion = nextVersion
    self.outcomes = outcomes
    self.previousVersion = previousVersion
  }
}

struct OutcomeUserInfo: Codable {
  var userInfo: Data  // maybe JSON
}

enum TaskCompletionPolicy: Codable {
  case sameDay
  case afterStart
  case sameDayAfterStart
  case duringEvent
  case anytime
}

struct TaskInstructions: Codable {
  var arguments: [StoredJSON]
  var key: String
}

enum TaskNotificationThread: Codable {
  case custom(String?)
  case global
  case task
  case none
}

struct TaskNotificationTime: Codable {
  var hour: Int?
  var minute: Int?
  var second: Int?
}

struct TaskSchedule: Codable {
  var startDate: Date
  var scheduleDuration: TaskScheduleScheduleDuration
  var recurrenceRule: Data?  // maybe JSON
  var notificationMatchingHint: TaskScheduleNotificationMatchingHint
}

enum TaskScheduleScheduleDuration: Codable {
  case duration(TaskScheduleScheduleDurationDuration)
  case allDay
  case tillEndOfDay
}

struct TaskScheduleScheduleDurationDuration: Codable {
  var high: Int?
  var low: Int?
}

enum TaskScheduleNotificationMatchingHint: Codable {
  case components(month: Int?, day: Int?, hour: Int?, minute: Int?, second: Int?, weekday: Int?)
  case allDayNotification(weekday: Int?)
  case none
}

struct TaskTitle: Codable {
  var arguments: [StoredJSON]
  var key: String
}

struct TaskUserInfo: Codable {
  var userInfo: Data  // maybe JSON
}

/// Stands for a Codable type of the app: what it is stored as.
indirect enum StoredJSON: Codable, Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case array([StoredJSON])
  case object([String: StoredJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([StoredJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: StoredJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
