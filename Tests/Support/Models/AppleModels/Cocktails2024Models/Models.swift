// The models of sd-metacocktails-202407.store, store B9F2509C-F543-490B-BD50-FD68840CF655.
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
  var glasswareType: CocktailGlasswareType
  var ice: CocktailIce?
  var id: UUID = UUID()
  var titleCocktail: Bool?
  var variation: CocktailVariation?
  @Relationship(inverse: \Garnish.cocktails) var garnish: [Garnish] = []
  var imageAsset: CocktailImage?
  @Relationship(deleteRule: .cascade) var spec: [Ingredient] = []

  init(
    cocktailName: String,
    collectionName: String,
    compiledTags: CocktailCompiledTags,
    glasswareType: CocktailGlasswareType,
    author: CocktailAuthor? = nil,
    buildOrder: CocktailBuildOrder? = nil,
    collection: CocktailCollection? = nil,
    ice: CocktailIce? = nil,
    id: UUID = UUID(),
    titleCocktail: Bool? = nil,
    variation: CocktailVariation? = nil,
    garnish: [Garnish] = [],
    imageAsset: CocktailImage? = nil,
    spec: [Ingredient] = []
  ) {
    self.author = author
    self.buildOrder = buildOrder
    self.cocktailName = cocktailName
    self.collection = collection
    self.collectionName = collectionName
    self.compiledTags = compiledTags
    self.glasswareType = glasswareType
    self.ice = ice
    self.id = id
    self.titleCocktail = titleCocktail
    self.variation = variation
    self.garnish = garnish
    self.imageAsset = imageAsset
    self.spec = spec
  }
}

@Model final class CocktailImage {
  var backgroundColor: CocktailImageBackgroundColor
  var drinkColor: CocktailImageDrinkColor
  var drinkLayer: String
  var garnishes: [String]?
  var glassBackLayer: String
  var glassReflection: String
  var iceLayer: String?
  var inDrinkComponents: [String]?
  var innerRim: String
  var straw: String?

  init(
    backgroundColor: CocktailImageBackgroundColor,
    drinkColor: CocktailImageDrinkColor,
    drinkLayer: String,
    glassBackLayer: String,
    glassReflection: String,
    innerRim: String,
    garnishes: [String]? = nil,
    iceLayer: String? = nil,
    inDrinkComponents: [String]? = nil,
    straw: String? = nil
  ) {
    self.backgroundColor = backgroundColor
    self.drinkColor = drinkColor
    self.drinkLayer = drinkLayer
    self.garnishes = garnishes
    self.glassBackLayer = glassBackLayer
    self.glassReflection = glassReflection
    self.iceLayer = iceLayer
    self.inDrinkComponents = inDrinkComponents
    self.innerRim = innerRim
    self.straw = straw
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
  var category: IngredientBaseCategory
  var info: String?
  var isCustom: Bool
  @Attribute(.unique) var name: String
  var prep: IngredientBasePrep?
  var tags: IngredientBaseTags?

  init(
    category: IngredientBaseCategory,
    isCustom: Bool,
    name: String,
    info: String? = nil,
    prep: IngredientBasePrep? = nil,
    tags: IngredientBaseTags? = nil
  ) {
    self.category = category
    self.info = info
    self.isCustom = isCustom
    self.name = name
    self.prep = prep
    self.tags = tags
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
  case chilled8OzFizzGlass = "Chilled 8 oz. Fizz Glass"
  case cinnamonSugarRimmedCocktailGlass = "Cinnamon Sugar Rimmed Cocktail Glass"
  case collins = "Collins"
  case copperMuleCup = "Copper Mule Cup"
  case coupe = "Coupe"
  case coupeWithASaltedRim = "Coupe with a salted rim"
  case crustaGlassSeeBuildOrder = "Crusta Glass (See build order)"
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
  case largePunchBowl = "Large Punch Bowl"
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

/// The cases that occur in the store; the app may have more.
enum CocktailIce: String, Codable, CaseIterable {
  case columnIce = "Column Ice"
  case crackedKoldDraft = "Cracked Kold Draft"
  case koldDraftIce = "Kold Draft Ice"
  case largeCube = "Large Cube"
  case oneLargeBlockOfIce = "One large block of ice"
  case pebbleIce = "Pebble Ice"
}

/// The cases that occur in the store; the app may have more.
enum CocktailVariation: String, Codable, CaseIterable {
  case airMail = "Air Mail"
  case alaska = "Alaska"
  case algonquin = "Algonquin"
  case amarettoSour = "Amaretto Sour"
  case americano = "Americano"
  case appleJackCocktail = "Apple Jack Cocktail"
  case bamboo = "Bamboo"
  case beesKnees = "Bees Knees"
  case betweenTheSheets = "Between the Sheets"
  case bijou = "Bijou"
  case bloodSand = "Blood & Sand"
  case bloodyMarry = "Bloody Marry"
  case boulevardier = "Boulevardier"
  case bramble = "Bramble"
  case brandyCrusta = "Brandy Crusta"
  case brooklyn = "Brooklyn"
  case brownDerby = "Brown Derby"
  case cloverClub = "Clover Club"
  case corpseReviver = "Corpse Reviver"
  case daiquiri = "Daiquiri"
  case eastSide = "East Side"
  case elPresidente = "El Presidente"
  case fairAndWarmer = "Fair and Warmer"
  case fancyFree = "Fancy Free"
  case featheredHatFlip = "Feathered Hat Flip"
  case fogCutter = "Fog Cutter"
  case french75 = "French 75"
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
  case penicillin = "Penicillin"
  case piscoSour = "Pisco Sour"
  case queensParkSwizzle = "Queens Park Swizzle"
  case rememberTheMaine = "Remember The Maine"
  case robRoy = "Rob Roy"
  case saturn = "Saturn"
  case sazerac = "Sazerac"
  case scofflaw = "Scofflaw"
  case sherryCobbler = "Sherry Cobbler"
  case sidecar = "Sidecar"
  case singaporeSling = "Singapore Sling"
  case sloeGinFizz = "Sloe Gin Fizz"
  case southSide = "South Side"
  case tiPunch = "Ti Punch"
  case tipperary = "Tipperary"
  case tomCollins = "Tom Collins"
  case ultimaPalabra = "Ultima Palabra"
  case vesper = "Vesper"
  case zombie = "Zombie"
}

struct CocktailImageBackgroundColor: Codable {
  var linearRed: Float
  var linearGreen: Float
  var linearBlue: Float
  var opacity: Float
}

struct CocktailImageDrinkColor: Codable {
  var linearRed: Float
  var linearGreen: Float
  var linearBlue: Float
  var opacity: Float
}

/// The cases that occur in the store; the app may have more.
enum IngredientUnit: String, Codable, CaseIterable {
  case value = ""
  case barSpoonS = "Bar-spoon(s)"
  case bottleS = "Bottle(s)"
  case gentlyMuddled = "Gently muddled"
  case muddled = "Muddled"
  case nitroMuddled = "Nitro muddled"
  case pinch = "Pinch"
  case sliceSOf = "Slice(s) of"
  case splashOf = "Splash of"
  case sprayS = "Spray(s)"
  case tbsp = "Tbsp"
  case tsp = "Tsp"
  case whole = "Whole"
  case dashEs = "dash(es)"
  case drops = "drops"
  case grams = "grams"
  case ml = "ml"
  case oz = "oz."
}

/// The cases that occur in the store; the app may have more.
enum IngredientBaseCategory: String, Codable, CaseIterable {
  case agave = "Agave"
  case amari = "Amari"
  case bitters = "Bitters"
  case brandy = "Brandy"
  case fortifiedWine = "Fortified Wine"
  case fruit = "Fruit"
  case gin = "Gin"
  case herbs = "Herbs"
  case juice = "Juice"
  case liqueurs = "Liqueurs"
  case otherAlcohol = "Other Alcohol"
  case otherNA = "Other N/A"
  case rum = "Rum"
  case seasoning = "Seasoning"
  case sodas = "Sodas"
  case syrups = "Syrups"
  case vodka = "Vodka"
  case whiskies = "Whiskies"
  case wine = "Wine"
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
