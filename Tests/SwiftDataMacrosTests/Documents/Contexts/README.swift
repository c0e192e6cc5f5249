import SwiftDataRealm

let url: URL = given()
let keychainData: Data = given()
let realmURL: URL = given()
let storeURL: URL = given()
var fraction: Double? = given()

@Model final class Track {
  var title = ""
  init() {}
}

@Model final class Album {
  var title = ""
  init() {}
}
