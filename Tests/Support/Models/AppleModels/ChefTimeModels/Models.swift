// The models of sd-cheftime-mock.store, store 712C6D84-720F-402E-A13C-382B3B97B836.
// Model version 1.0.0.
// Written by 'swiftdata schema --swift'.

import Foundation
import SwiftData

@Model final class SDAboutSection {
  var description_: String = ""
  @Attribute(.unique) var id: UUID
  var name: String = ""
  var parentRecipe: SDRecipe?

  init(
    id: UUID,
    description_: String = "",
    name: String = "",
    parentRecipe: SDRecipe? = nil
  ) {
    self.description_ = description_
    self.id = id
    self.name = name
    self.parentRecipe = parentRecipe
  }
}

@Model final class SDFolder {
  var folderType: SDFolderFolderType
  @Attribute(.unique) var id: UUID
  var imageData: Data?
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \SDFolder.parentFolder) var folders: [SDFolder] = []
  var parentFolder: SDFolder?
  @Relationship(deleteRule: .cascade, inverse: \SDRecipe.parentFolder) var recipes: [SDRecipe] = []

  init(
    folderType: SDFolderFolderType,
    id: UUID,
    name: String,
    imageData: Data? = nil,
    folders: [SDFolder] = [],
    parentFolder: SDFolder? = nil,
    recipes: [SDRecipe] = []
  ) {
    self.folderType = folderType
    self.id = id
    self.imageData = imageData
    self.name = name
    self.folders = folders
    self.parentFolder = parentFolder
    self.recipes = recipes
  }
}

@Model final class SDIngredient {
  var amount: Double = 0.0
  @Attribute(.unique) var id: UUID
  var measure: String = ""
  var name: String = ""
  var parentIngredientSection: SDIngredientSection?

  init(
    id: UUID,
    amount: Double = 0.0,
    measure: String = "",
    name: String = "",
    parentIngredientSection: SDIngredientSection? = nil
  ) {
    self.amount = amount
    self.id = id
    self.measure = measure
    self.name = name
    self.parentIngredientSection = parentIngredientSection
  }
}

@Model final class SDIngredientSection {
  @Attribute(.unique) var id: UUID
  var name: String = ""
  @Relationship(deleteRule: .cascade, inverse: \SDIngredient.parentIngredientSection) var ingredients: [SDIngredient] = []
  var parentRecipe: SDRecipe?

  init(
    id: UUID,
    name: String = "",
    ingredients: [SDIngredient] = [],
    parentRecipe: SDRecipe? = nil
  ) {
    self.id = id
    self.name = name
    self.ingredients = ingredients
    self.parentRecipe = parentRecipe
  }
}

@Model final class SDRecipe {
  @Attribute(.unique) var id: UUID
  var imageData: [Data] = []
  var name: String = ""
  @Relationship(deleteRule: .cascade, inverse: \SDAboutSection.parentRecipe) var aboutSections: [SDAboutSection] = []
  @Relationship(deleteRule: .cascade, inverse: \SDIngredientSection.parentRecipe) var ingredientSections: [SDIngredientSection] = []
  var parentFolder: SDFolder?
  @Relationship(deleteRule: .cascade, inverse: \SDStepSection.parentRecipe) var stepSections: [SDStepSection] = []

  init(
    id: UUID,
    imageData: [Data] = [],
    name: String = "",
    aboutSections: [SDAboutSection] = [],
    ingredientSections: [SDIngredientSection] = [],
    parentFolder: SDFolder? = nil,
    stepSections: [SDStepSection] = []
  ) {
    self.id = id
    self.imageData = imageData
    self.name = name
    self.aboutSections = aboutSections
    self.ingredientSections = ingredientSections
    self.parentFolder = parentFolder
    self.stepSections = stepSections
  }
}

@Model final class SDStep {
  var description_: String = ""
  @Attribute(.unique) var id: UUID
  var imageData: [Data] = []
  var parentStepSection: SDStepSection?

  init(
    id: UUID,
    description_: String = "",
    imageData: [Data] = [],
    parentStepSection: SDStepSection? = nil
  ) {
    self.description_ = description_
    self.id = id
    self.imageData = imageData
    self.parentStepSection = parentStepSection
  }
}

@Model final class SDStepSection {
  @Attribute(.unique) var id: UUID
  var name: String = ""
  var parentRecipe: SDRecipe?
  @Relationship(deleteRule: .cascade, inverse: \SDStep.parentStepSection) var steps: [SDStep] = []

  init(
    id: UUID,
    name: String = "",
    parentRecipe: SDRecipe? = nil,
    steps: [SDStep] = []
  ) {
    self.id = id
    self.name = name
    self.parentRecipe = parentRecipe
    self.steps = steps
  }
}

enum SDFolderFolderType: Codable {
  case systemAll
  case systemStandard
  case systemRecentlyDeleted
  case user
}
