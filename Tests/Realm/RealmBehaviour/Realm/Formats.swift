import Foundation
import RealmSwift

func formatScripts(_ suite: Suite) {
  suite.people("age == 20", "b") { (realm: Realm) in
    realm.objects(Person.self).filter("age == 20").map(\.id)
  }
  suite.people("age = 20", "b") { (realm: Realm) in
    realm.objects(Person.self).filter("age = 20").map(\.id)
  }
  suite.people("age != 20", "acd") { (realm: Realm) in
    realm.objects(Person.self).filter("age != 20").map(\.id)
  }
  suite.people("age <> 20", "acd") { (realm: Realm) in
    realm.objects(Person.self).filter("age <> 20").map(\.id)
  }
  suite.people("age > 20", "cd") { (realm: Realm) in
    realm.objects(Person.self).filter("age > 20").map(\.id)
  }
  suite.people("age >= 20", "bcd") { (realm: Realm) in
    realm.objects(Person.self).filter("age >= 20").map(\.id)
  }
  suite.people("age < 20", "a") { (realm: Realm) in
    realm.objects(Person.self).filter("age < 20").map(\.id)
  }
  suite.people("age <= 20", "ab") { (realm: Realm) in
    realm.objects(Person.self).filter("age <= 20").map(\.id)
  }
  suite.people("25 < age", "cd") { (realm: Realm) in
    realm.objects(Person.self).filter("25 < age").map(\.id)
  }
  suite.people("age BETWEEN {15, 30}", "bc") { (realm: Realm) in
    realm.objects(Person.self).filter("age BETWEEN {15, 30}").map(\.id)
  }
  suite.people("age BETWEEN %@", "bc") { (realm: Realm) in
    realm.objects(Person.self).filter("age BETWEEN %@", [15, 30]).map(\.id)
  }
  suite.people("age IN {10, 40}", "ad") { (realm: Realm) in
    realm.objects(Person.self).filter("age IN {10, 40}").map(\.id)
  }
  suite.people("name IN %@", "ab") { (realm: Realm) in
    realm.objects(Person.self).filter("name IN %@", ["Ann", "Bob"]).map(\.id)
  }
  suite.people("NOT age IN {10, 40}", "bc") { (realm: Realm) in
    realm.objects(Person.self).filter("NOT age IN {10, 40}").map(\.id)
  }
  suite.people("name == 'Ann'", "a") { (realm: Realm) in
    realm.objects(Person.self).filter("name == 'Ann'").map(\.id)
  }
  suite.people("name ==[c] 'ann'", "a") { (realm: Realm) in
    realm.objects(Person.self).filter("name ==[c] 'ann'").map(\.id)
  }
  suite.people("name != 'Ann'", "bcd") { (realm: Realm) in
    realm.objects(Person.self).filter("name != 'Ann'").map(\.id)
  }
  suite.people("city ==[c] 'BERLIN'", "ab") { (realm: Realm) in
    realm.objects(Person.self).filter("city ==[c] 'BERLIN'").map(\.id)
  }
  suite.people("name CONTAINS 'esum'", "d") { (realm: Realm) in
    realm.objects(Person.self).filter("name CONTAINS 'esum'").map(\.id)
  }
  suite.people("name CONTAINS[c] 'RESUME'", "d") { (realm: Realm) in
    realm.objects(Person.self).filter("name CONTAINS[c] 'RESUME'").map(\.id)
  }
  suite.people("name CONTAINS[cd] 'RESUME'", "cd") { (realm: Realm) in
    realm.objects(Person.self).filter("name CONTAINS[cd] 'RESUME'").map(\.id)
  }
  suite.people("name BEGINSWITH 'B'", "b") { (realm: Realm) in
    realm.objects(Person.self).filter("name BEGINSWITH 'B'").map(\.id)
  }
  suite.people("name BEGINSWITH[c] 'R'", "cd") { (realm: Realm) in
    realm.objects(Person.self).filter("name BEGINSWITH[c] 'R'").map(\.id)
  }
  suite.people("name ENDSWITH 'e'", "d") { (realm: Realm) in
    realm.objects(Person.self).filter("name ENDSWITH 'e'").map(\.id)
  }
  suite.people("name ENDSWITH[c] 'B'", "b") { (realm: Realm) in
    realm.objects(Person.self).filter("name ENDSWITH[c] 'B'").map(\.id)
  }
  suite.people("nick == nil", "a") { (realm: Realm) in
    realm.objects(Person.self).filter("nick == nil").map(\.id)
  }
  suite.people("nick != nil", "bcd") { (realm: Realm) in
    realm.objects(Person.self).filter("nick != nil").map(\.id)
  }
  suite.people("nick CONTAINS 'b'", "b") { (realm: Realm) in
    realm.objects(Person.self).filter("nick CONTAINS 'b'").map(\.id)
  }
  suite.people("NOT nick CONTAINS 'b'", "acd") { (realm: Realm) in
    realm.objects(Person.self).filter("NOT nick CONTAINS 'b'").map(\.id)
  }
  suite.people("nick != 'bobby'", "acd") { (realm: Realm) in
    realm.objects(Person.self).filter("nick != 'bobby'").map(\.id)
  }
  suite.people("nick CONTAINS[c] 'BOB'", "b") { (realm: Realm) in
    realm.objects(Person.self).filter("nick CONTAINS[c] 'BOB'").map(\.id)
  }
  suite.people("nick BEGINSWITH[c] 'r'", "c") { (realm: Realm) in
    realm.objects(Person.self).filter("nick BEGINSWITH[c] 'r'").map(\.id)
  }
  suite.people("nick IN %@", "bc") { (realm: Realm) in
    realm.objects(Person.self).filter("nick IN %@", ["Re", "bobby"]).map(\.id)
  }
  suite.people("NOT nick IN %@", "abd") { (realm: Realm) in
    realm.objects(Person.self).filter("NOT nick IN %@", ["Re"]).map(\.id)
  }
  suite.people("score > 2", "cd") { (realm: Realm) in
    realm.objects(Person.self).filter("score > 2").map(\.id)
  }
  suite.people("score == nil", "a") { (realm: Realm) in
    realm.objects(Person.self).filter("score == nil").map(\.id)
  }
  suite.people("score == nil OR NOT score > 2", "ab") { (realm: Realm) in
    realm.objects(Person.self).filter("score == nil OR NOT score > 2").map(\.id)
  }
  suite.people("score >= %f", "cd") { (realm: Realm) in
    realm.objects(Person.self).filter("score >= %f", 2.5).map(\.id)
  }
  suite.people("score BETWEEN {1, 3}", "bc") { (realm: Realm) in
    realm.objects(Person.self).filter("score BETWEEN {1, 3}").map(\.id)
  }
  suite.people("age == 10 OR age == 20 AND city == 'x'", "a") { (realm: Realm) in
    realm.objects(Person.self).filter("age == 10 OR age == 20 AND city == 'x'").map(\.id)
  }
  suite.people("(age == 10 OR age == 20) AND city == 'berlin'", "b") { (realm: Realm) in
    realm.objects(Person.self).filter("(age == 10 OR age == 20) AND city == 'berlin'").map(\.id)
  }
  suite.people("NOT (age == 10 OR age == 20)", "cd") { (realm: Realm) in
    realm.objects(Person.self).filter("NOT (age == 10 OR age == 20)").map(\.id)
  }
  suite.people("!(age > 20)", "ab") { (realm: Realm) in
    realm.objects(Person.self).filter("!(age > 20)").map(\.id)
  }
  suite.people("age > 5 && age < 25", "ab") { (realm: Realm) in
    realm.objects(Person.self).filter("age > 5 && age < 25").map(\.id)
  }
  suite.people("age > 35 || age < 15", "ad") { (realm: Realm) in
    realm.objects(Person.self).filter("age > 35 || age < 15").map(\.id)
  }
  suite.people("age >= %d AND age <= %d", "bc") { (realm: Realm) in
    realm.objects(Person.self).filter("age >= %d AND age <= %d", 15, 30).map(\.id)
  }
  suite.people("ANY dogs.name == 'Max'", "bd") { (realm: Realm) in
    realm.objects(Person.self).filter("ANY dogs.name == 'Max'").map(\.id)
  }
  suite.people("dogs.name == 'Max'", "bd") { (realm: Realm) in
    realm.objects(Person.self).filter("dogs.name == 'Max'").map(\.id)
  }
  suite.people("ANY dogs.age > 5", "bd") { (realm: Realm) in
    realm.objects(Person.self).filter("ANY dogs.age > 5").map(\.id)
  }
  suite.people("ANY dogs.age > 2", "abd") { (realm: Realm) in
    realm.objects(Person.self).filter("ANY dogs.age > 2").map(\.id)
  }
  suite.people("dogs.name CONTAINS 'R'", "a") { (realm: Realm) in
    realm.objects(Person.self).filter("dogs.name CONTAINS 'R'").map(\.id)
  }
  suite.people("ANY dogs.name BEGINSWITH[c] 'r'", "a") { (realm: Realm) in
    realm.objects(Person.self).filter("ANY dogs.name BEGINSWITH[c] 'r'").map(\.id)
  }
  suite.people("dogs.name IN {'Rex', 'Bob'}", "ab") { (realm: Realm) in
    realm.objects(Person.self).filter("dogs.name IN {'Rex', 'Bob'}").map(\.id)
  }
  suite.people("ALL dogs.name == 'Max'", "cd") { (realm: Realm) in
    realm.objects(Person.self).filter("ALL dogs.name == 'Max'").map(\.id)
  }
  suite.people("NONE dogs.name == 'Max'", "ac") { (realm: Realm) in
    realm.objects(Person.self).filter("NONE dogs.name == 'Max'").map(\.id)
  }
  suite.people("dogs.@count > 1", "bd") { (realm: Realm) in
    realm.objects(Person.self).filter("dogs.@count > 1").map(\.id)
  }
  suite.people("dogs.@count == 0", "c") { (realm: Realm) in
    realm.objects(Person.self).filter("dogs.@count == 0").map(\.id)
  }
  suite.people("ANY dogs.kind == %@", "bd") { (realm: Realm) in
    realm.objects(Person.self).filter("ANY dogs.kind == %@", Kind.large.rawValue).map(\.id)
  }
  suite.people("favourite == nil", "ab") { (realm: Realm) in
    realm.objects(Person.self).filter("favourite == nil").map(\.id)
  }
  suite.people("favourite != nil", "cd") { (realm: Realm) in
    realm.objects(Person.self).filter("favourite != nil").map(\.id)
  }
  suite.people("favourite.name == 'Rex'", "c") { (realm: Realm) in
    realm.objects(Person.self).filter("favourite.name == 'Rex'").map(\.id)
  }
  suite.people("favourite.age > 5", "d") { (realm: Realm) in
    realm.objects(Person.self).filter("favourite.age > 5").map(\.id)
  }
  suite.people("favourite.kind == %@", "d") { (realm: Realm) in
    realm.objects(Person.self).filter("favourite.kind == %@", Kind.large.rawValue).map(\.id)
  }
  suite.people("favourite.name BEGINSWITH[c] 'm'", "d") { (realm: Realm) in
    realm.objects(Person.self).filter("favourite.name BEGINSWITH[c] 'm'").map(\.id)
  }
  suite.people("home.street CONTAINS 'High'", "a") { (realm: Realm) in
    realm.objects(Person.self).filter("home.street CONTAINS 'High'").map(\.id)
  }
  suite.people("home == nil", "bc") { (realm: Realm) in
    realm.objects(Person.self).filter("home == nil").map(\.id)
  }
  suite.people("home.street CONTAINS[c] 'LOW'", "d") { (realm: Realm) in
    realm.objects(Person.self).filter("home.street CONTAINS[c] 'LOW'").map(\.id)
  }
  suite.people("ANY friends.name == 'Bob'", "a") { (realm: Realm) in
    realm.objects(Person.self).filter("ANY friends.name == 'Bob'").map(\.id)
  }
  suite.people("friends.@count == 1", "a") { (realm: Realm) in
    realm.objects(Person.self).filter("friends.@count == 1").map(\.id)
  }
  suite.people("ANY tags CONTAINS 'oo'", "c") { (realm: Realm) in
    realm.objects(Person.self).filter("ANY tags CONTAINS 'oo'").map(\.id)
  }
  suite.people("ANY tags CONTAINS[c] 'ZO'", "c") { (realm: Realm) in
    realm.objects(Person.self).filter("ANY tags CONTAINS[c] 'ZO'").map(\.id)
  }
  suite.people("NONE tags CONTAINS 'z'", "abd") { (realm: Realm) in
    realm.objects(Person.self).filter("NONE tags CONTAINS 'z'").map(\.id)
  }
  suite.people("'z' IN tags", "") { (realm: Realm) in
    realm.objects(Person.self).filter("'z' IN tags").map(\.id)
  }
  suite.people("ANY dogs.owners.name == 'Bob'", "bd") { (realm: Realm) in
    realm.objects(Person.self).filter("ANY dogs.owners.name == 'Bob'").map(\.id)
  }
  suite.people("favourite IN %@", "d") { (realm: Realm) in
    let old = realm.objects(Dog.self).filter("age > 5")
    return realm.objects(Person.self).filter("favourite IN %@", old).map(\.id)
  }
  suite.people("TRUEPREDICATE", "abcd") { (realm: Realm) in
    realm.objects(Person.self).filter("TRUEPREDICATE").map(\.id)
  }
  suite.people("FALSEPREDICATE", "") { (realm: Realm) in
    realm.objects(Person.self).filter("FALSEPREDICATE").map(\.id)
  }
  suite.people("%K == %@", "a") { (realm: Realm) in
    realm.objects(Person.self).filter("%K == %@", "name", "Ann").map(\.id)
  }
  suite.people("SELF.name == 'Ann'", "a") { (realm: Realm) in
    realm.objects(Person.self).filter("SELF.name == 'Ann'").map(\.id)
  }
  suite.people("name LIKE 'R*'", "c") { (realm: Realm) in
    realm.objects(Person.self).filter("name LIKE 'R*'").map(\.id)
  }
  suite.people("name LIKE '*o*'", "b") { (realm: Realm) in
    realm.objects(Person.self).filter("name LIKE '*o*'").map(\.id)
  }
  suite.people("name LIKE[c] 'r*'", "cd") { (realm: Realm) in
    realm.objects(Person.self).filter("name LIKE[c] 'r*'").map(\.id)
  }
}
