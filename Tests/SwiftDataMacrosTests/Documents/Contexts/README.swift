import SwiftDataRealm

let url: URL = given()
let keychainData: Data = given()
