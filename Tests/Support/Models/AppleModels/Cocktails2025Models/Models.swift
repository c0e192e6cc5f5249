// The models of sd-metacocktails-202503.store, store 4B40FEDE-880B-487F-A9E0-2C0C678F055E.
// Model version 1.0.0.
// Written by 'swiftdata schema --swift'.

import Foundation
import SwiftData

@Model final class Cocktail {
  #Index<Cocktail>([\.cocktailName], [\.collectionName], [\.cocktailName, \.collectionName])

  var author: CocktailAuthor?
  var buildOrder: CocktailBuildOrder?
  @Attribute(.unique) var cocktailName: String
  var collection: CocktailCollection?
  var collectionName: String
  var compiledTags: CocktailCompiledTags
  var favorite: Bool
  var glasswareType: CocktailGlasswareType
  var historicSpec: CocktailHistoricSpec?
  var ice: CocktailIce?
  var id: UUID = UUID()
  var isCustomCocktail: Bool
  var notes: String?
  var titleCocktail: Bool?
  var variation: CocktailVariation?
  var variationName: String?
  @Relationship(inverse: \Garnish.cocktails) var garnish: [Garnish] = []
  @Relationship(deleteRule: .cascade) var spec: [Ingredient] = []

  init(
    cocktailName: String,
    collectionName: String,
    compiledTags: CocktailCompiledTags,
    favorite: Bool,
    glasswareType: CocktailGlasswareType,
    isCustomCocktail: Bool,
    author: CocktailAuthor? = nil,
    buildOrder: CocktailBuildOrder? = nil,
    collection: CocktailCollection? = nil,
    historicSpec: CocktailHistoricSpec? = nil,
    ice: CocktailIce? = nil,
    id: UUID = UUID(),
    notes: String? = nil,
    titleCocktail: Bool? = nil,
    variation: CocktailVariation? = nil,
    variationName: String? = nil,
    garnish: [Garnish] = [],
    spec: [Ingredient] = []
  ) {
    self.author = author
    self.buildOrder = buildOrder
    self.cocktailName = cocktailName
    self.collection = collection
    self.collectionName = collectionName
    self.compiledTags = compiledTags
    self.favorite = favorite
    self.glasswareType = glasswareType
    self.historicSpec = historicSpec
    self.ice = ice
    self.id = id
    self.isCustomCocktail = isCustomCocktail
    self.notes = notes
    self.titleCocktail = titleCocktail
    self.variation = variation
    self.variationName = variationName
    self.garnish = garnish
    self.spec = spec
  }
}

@Model final class Garnish {
  @Attribute(.unique) var name: String
  var cocktails: [Cocktail]?

  init(
    name: String,
    cocktails: [Cocktail]? = nil
  ) {
    self.name = name
    self.cocktails = cocktails
  }
}

@Model final class Ingredient {
  var id: UUID
  var unit: IngredientUnit
  var value: Double
  var ingredientBase: IngredientBase

  init(
    id: UUID,
    unit: IngredientUnit,
    value: Double,
    ingredientBase: IngredientBase
  ) {
    self.id = id
    self.unit = unit
    self.value = value
    self.ingredientBase = ingredientBase
  }
}

@Model final class IngredientBase {
  var baseCategory: String
  var id: UUID
  var info: String?
  var isCustom: Bool = false
  @Attribute(.unique) var name: String
  var prep: IngredientBasePrep?
  var specialtyCategory: String
  var tags: IngredientBaseTags?
  var umbrellaCategory: String

  init(
    baseCategory: String,
    id: UUID,
    name: String,
    specialtyCategory: String,
    umbrellaCategory: String,
    info: String? = nil,
    isCustom: Bool = false,
    prep: IngredientBasePrep? = nil,
    tags: IngredientBaseTags? = nil
  ) {
    self.baseCategory = baseCategory
    self.id = id
    self.info = info
    self.isCustom = isCustom
    self.name = name
    self.prep = prep
    self.specialtyCategory = specialtyCategory
    self.tags = tags
    self.umbrellaCategory = umbrellaCategory
  }
}

struct CocktailAuthor: Codable {
  var id: UUID?
  var person: String?
  var place: String?
  var year: String?
}

struct CocktailBuildOrder: Codable {
  var instructions: [StoredJSON]?
}

/// The cases that occur in the store; the app may have more.
enum CocktailCollection: Int, Codable, CaseIterable {
  case value1 = 1
  case value2 = 2
  case value3 = 3
  case value4 = 4
  case value6 = 6
}

struct CocktailCompiledTags: Codable {
  var flavors: [String]?
  var profiles: [String]?
  var styles: [String]?
  var booze: [StoredJSON]?
  var nA: [StoredJSON]?
}

/// The cases that occur in the store; the app may have more.
enum CocktailGlasswareType: String, Codable, CaseIterable {
  case birdShapedTikiGlass = "Bird Shaped Tiki Glass"
  case blueBlazerMugs = "Blue Blazer Mugs"
  case chilled8OzFizzGlass = "Chilled 8 oz. Fizz Glass"
  case cinnamonSugarRimmedCocktailGlass = "Cinnamon Sugar Rimmed Cocktail Glass"
  case collins = "Collins"
  case copperMuleCup = "Copper Mule Cup"
  case coupe = "Coupe"
  case coupeWithASaltedRim = "Coupe with a salted rim"
  case doubleOldFashioned = "Double Old Fashioned"
  case doubleOldFashionedHalfAsparagusSaltRim = "Double Old Fashioned (half asparagus salt rim)"
  case doubleOldFashionedHalfCelerySaltRim = "Double Old Fashioned (half celery salt rim)"
  case doubleOldFashionedHalfSaltRim = "Double Old Fashioned (half salt rim)"
  case doubleOldFashionedHalfSmokedSaltRim = "Double Old Fashioned (half smoked salt rim)"
  case flute = "Flute"
  case frozenSingleOldFashioned = "Frozen Single Old Fashioned"
  case hurricaneGlass = "Hurricane Glass"
  case irishCoffeeGlass180ml = "Irish Coffee Glass (180ml)"
  case julepCup = "Julep Cup"
  case largeWineGlass = "Large Wine Glass"
  case martini = "Martini"
  case milkshakeGlass = "Milkshake Glass"
  case nickAndNora = "Nick and Nora"
  case ornateTeaCup = "Ornate Tea Cup"
  case snifterFlipGlass = "Snifter (Flip Glass)"
  case stemmed = "Stemmed"
  case stemmedWithAHalfSugarRim = "Stemmed with a half sugar rim"
  case tikiMug = "Tiki Mug"
  case toddyGlass = "Toddy Glass"
}

enum CocktailHistoricSpec: Codable {
  case algonquin
  case alaska
  case betweenTheSheets
  case bloodAndSand
  case bramble
  case bobbyBurns
  case chocolateCocktail
  case elDiablo
  case fogCutter
  case ginFizz
  case gimlet
  case silverFizz
  case hotToddy
  case mexicanFiringSquad
  case modernCocktail
}

/// The cases that occur in the store; the app may have more.
enum CocktailIce: String, Codable, CaseIterable {
  case columnIce = "Column ice"
  case crackedKoldDraft = "Cracked Kold Draft"
  case koldDraftIce = "Kold Draft ice"
  case largeCube = "Large cube"
  case pebbleIce = "Pebble ice"
}

/// The cases that occur in the store; the app may have more.
enum CocktailVariation: String, Codable, CaseIterable {
  case airMail = "Air Mail"
  case alaskaCocktail = "Alaska Cocktail"
  case alexanderCocktail = "Alexander Cocktail"
  case algonquin = "Algonquin"
  case amarettoSour = "Amaretto Sour"
  case americano = "Americano"
  case appleJackCocktail = "Apple Jack Cocktail"
  case bamboo = "Bamboo"
  case beesKnees = "Bees Knees"
  case betweenTheSheets = "Between the Sheets"
  case bijou = "Bijou"
  case bloodSand = "Blood & Sand"
  case bloodyMary = "Bloody Mary"
  case bobbyBurns = "Bobby Burns"
  case boulevardier = "Boulevardier"
  case bramble = "Bramble"
  case brandyCrusta = "Brandy Crusta"
  case brooklyn = "Brooklyn"
  case brownDerby = "Brown Derby"
  case cableCar = "Cable Car"
  case chocolateCocktail = "Chocolate Cocktail"
  case cloverClub = "Clover Club"
  case corpseReviverNo2 = "Corpse Reviver No.2"
  case daiquiri = "Daiquiri"
  case eastSide = "East Side"
  case elDiablo = "El Diablo"
  case elPresidente = "El Presidente"
  case elkSOwnCocktail = "Elk's Own Cocktail"
  case espressoMartini = "Espresso Martini"
  case fairAndWarmer = "Fair and Warmer"
  case fancyFree = "Fancy Free"
  case fogCutter = "Fog Cutter"
  case french75 = "French 75"
  case gimlet = "Gimlet"
  case ginFizz = "Gin Fizz"
  case grasshopper = "Grasshopper"
  case greenpoint = "Greenpoint"
  case hankyPanky = "Hanky Panky"
  case harveyWallbanger = "Harvey Wallbanger"
  case hemingwayDaiquiri = "Hemingway Daiquiri"
  case hollandHouse = "Holland House"
  case homeOnTheRange = "Home on the Range"
  case honeymoonCocktail = "Honeymoon Cocktail"
  case hotToddy = "Hot Toddy"
  case hotelNacional = "Hotel Nacional"
  case hurricane = "Hurricane"
  case irishCoffee = "Irish Coffee"
  case japaneseCocktail = "Japanese Cocktail"
  case jungleBird = "Jungle Bird"
  case kentuckyMaid = "Kentucky Maid"
  case kirRoyale = "Kir Royale"
  case laLouisiane = "La Louisiane"
  case lastWord = "Last Word"
  case lemonDrop = "Lemon Drop"
  case maiTai = "Mai Tai"
  case majorBailey = "Major Bailey"
  case manhattan = "Manhattan"
  case margarita = "Margarita"
  case martinez = "Martinez"
  case martini = "Martini"
  case mexicanFiringSquad = "Mexican Firing Squad"
  case mintJulep = "Mint Julep"
  case modernCocktail = "Modern Cocktail"
  case mojito = "Mojito"
  case morningGloryFizz = "Morning Glory Fizz"
  case newYorkSour = "New York Sour"
  case oaxacaOldFashioned = "Oaxaca Old Fashioned"
  case oldCuban = "Old Cuban"
  case oldFashioned = "Old Fashioned"
  case oldPal = "Old Pal"
  case painKiller = "Pain Killer"
  case peguClubCocktail = "Pegu Club Cocktail"
  case penicillin = "Penicillin"
  case pimsCup = "Pims Cup"
  case piscoSour = "Pisco Sour"
  case piñaColada = "Piña Colada"
  case princeEdward = "Prince Edward"
  case queensParkSwizzle = "Queens Park Swizzle"
  case rememberTheMaine = "Remember the Maine"
  case rustyNail = "Rusty Nail"
  case saturn = "Saturn"
  case sazerac = "Sazerac"
  case scofflaw = "Scofflaw"
  case sherryCobbler = "Sherry Cobbler"
  case sidecar = "Sidecar"
  case silverGinFizz = "Silver Gin Fizz"
  case singaporeSling = "Singapore Sling"
  case sloeGinFizz = "Sloe Gin Fizz"
  case southSide = "South Side"
  case tiPunch = "Ti Punch"
  case tipperary = "Tipperary"
  case tomCollins = "Tom Collins"
  case ultimaPalabra = "Ultima Palabra"
  case vesper = "Vesper"
  case whiskeySour = "Whiskey Sour"
  case zombie = "Zombie"
}

/// The cases that occur in the store; the app may have more.
enum IngredientUnit: String, Codable, CaseIterable {
  case value = ""
  case barSpoon = "bar-spoon"
  case dash = "dash"
  case drop = "drop"
  case gentlyMuddled = "gently muddled"
  case muddled = "muddled"
  case nitroMuddled = "nitro muddled"
  case oz = "oz"
  case pinch = "pinch"
  case sliceOf = "slice of"
  case splashOf = "splash of"
  case spray = "spray"
  case tbsp = "tbsp"
  case tsp = "tsp"
  case whole = "whole"
}

struct IngredientBasePrep: Codable {
  var id: UUID?
  var prepIngredientName: String?
  var prepRecipe: [StoredJSON]?
}

struct IngredientBaseTags: Codable {
  var flavors: [String]?
  var profiles: [String]?
  var styles: Data?  // maybe JSON
  var booze: [StoredJSON]?
  var nA: [StoredJSON]?
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
