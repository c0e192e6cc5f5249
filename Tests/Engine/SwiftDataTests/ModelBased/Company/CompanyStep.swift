// SPDX-License-Identifier: Apache-2.0

/// What a context may do in one step.
enum CompanyStep: String, CaseIterable {
  case insertProject, insertMilestone, insertEmployee, insertCharter, insertDepartment, insertBadge
  case changeTitle, changeNotes, changeDocument, changeCode, exchangeCodes
  case moveMilestone, toggleMilestone, toggleMember, setCharter, moveCharter, setDepartment, setSuccessor, toggleBadge
  case setContact
  case deleteProject, deleteMilestone, deleteEmployee, deleteCharter, deleteDepartment, deleteBadge, insertAgain
  case deleteProjectsByPredicate, deleteMilestonesByPredicate, updateTitles, updateCode
  case process, undo, redo, transactionThatThrows, attempt, enumerate, followHistory, rollback, save

  /// How often it comes up, beside the others.
  var weight: Int {
    switch self {
    case .save: 6
    case .insertProject, .changeTitle, .changeDocument, .setSuccessor, .toggleMember, .deleteProject: 2
    default: 1
    }
  }

  func isPossible(_ options: CompanyOptions) -> Bool {
    switch self {
    case .insertAgain: options.insertsAgain
    case .exchangeCodes: options.sharesCodes
    case .undo, .redo: options.undoes
    case .deleteProjectsByPredicate, .deleteMilestonesByPredicate, .updateTitles, .updateCode: options.worksInBulk
    case .transactionThatThrows, .attempt: options.takesBack
    case .enumerate, .followHistory: options.reads
    default: true
    }
  }

  /// Whether it may be a part of a closure that is undone.
  var isChange: Bool {
    switch self {
    case .process, .undo, .redo, .transactionThatThrows, .attempt, .enumerate, .followHistory, .rollback, .save: false
    // These are refused where there are unsaved changes.
    case .updateTitles, .updateCode: false
    default: true
    }
  }

  /// What fills the file.
  static let first: [CompanyStep] = [
    .insertProject, .insertProject, .insertProject, .insertMilestone, .insertEmployee, .insertCharter,
    .insertDepartment,
    .insertBadge, .changeDocument, .setSuccessor, .save, .save,
  ]

  static func all(_ options: CompanyOptions) -> [CompanyStep] {
    allCases.filter { $0.isPossible(options) }.flatMap { Array(repeating: $0, count: $0.weight) }
  }
}
