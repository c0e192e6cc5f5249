// The models of cd-recipes-2010.sqlite, store 124B4E21-BB5D-4A2F-9882-EC2E73F3A0F4.
// Written by 'swiftdata schema --swift'.
// The store carries no model. Names and types are taken from the tables.

import Foundation
import SwiftData

@Model final class Image {
  var IMAGE: Data?
  @Relationship(inverse: nil) var RECIPE: Recipe?

  init(
    IMAGE: Data? = nil,
    RECIPE: Recipe? = nil
  ) {
    self.IMAGE = IMAGE
    self.RECIPE = RECIPE
  }
}

@Model final class Ingredient {
  var AMOUNT: String?
  var DISPLAYORDER: Int?
  var NAME: String?
  var RECIPE: Recipe?

  init(
    AMOUNT: String? = nil,
    DISPLAYORDER: Int? = nil,
    NAME: String? = nil,
    RECIPE: Recipe? = nil
  ) {
    self.AMOUNT = AMOUNT
    self.DISPLAYORDER = DISPLAYORDER
    self.NAME = NAME
    self.RECIPE = RECIPE
  }
}

@Model final class Recipe {
  var INSTRUCTIONS: String?
  var NAME: String?
  var OVERVIEW: String?
  var PREPTIME: String?
  var THUMBNAILIMAGE: Data?
  @Relationship(inverse: nil) var IMAGE: Image?
  var TYPE: RecipeType?

  init(
    INSTRUCTIONS: String? = nil,
    NAME: String? = nil,
    OVERVIEW: String? = nil,
    PREPTIME: String? = nil,
    THUMBNAILIMAGE: Data? = nil,
    IMAGE: Image? = nil,
    TYPE: RecipeType? = nil
  ) {
    self.INSTRUCTIONS = INSTRUCTIONS
    self.NAME = NAME
    self.OVERVIEW = OVERVIEW
    self.PREPTIME = PREPTIME
    self.THUMBNAILIMAGE = THUMBNAILIMAGE
    self.IMAGE = IMAGE
    self.TYPE = TYPE
  }
}

@Model final class RecipeType {
  var NAME: String?

  init(
    NAME: String? = nil
  ) {
    self.NAME = NAME
  }
}
