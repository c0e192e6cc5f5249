let realmURL: URL = given()
let storeURL: URL = given()
var fraction: Double? = given()

@Model final class Track {
  var title: String
  var seconds = 0
  init(title: String) { self.title = title }
}

@Model final class Album {
  @Attribute(.unique) var id: String
  var title: String
  init(id: String, title: String) { (self.id, self.title) = (id, title) }
}

@Model final class Person {
  var age: Int
  init(age: Int) { self.age = age }
}
