import Foundation
import SwiftData

func formatScripts(_ suite: Suite) {
  suite.people("age == 20", "b") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age == 20 })).map(\.id)
  }
  suite.people("age = 20", "b") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age == 20 })).map(\.id)
  }
  suite.people("age != 20", "acd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age != 20 })).map(\.id)
  }
  suite.people("age <> 20", "acd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age != 20 })).map(\.id)
  }
  suite.people("age > 20", "cd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age > 20 })).map(\.id)
  }
  suite.people("age >= 20", "bcd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age >= 20 })).map(\.id)
  }
  suite.people("age < 20", "a") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age < 20 })).map(\.id)
  }
  suite.people("age <= 20", "ab") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age <= 20 })).map(\.id)
  }
  suite.people("25 < age", "cd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age > 25 })).map(\.id)
  }
  suite.people("age BETWEEN {15, 30}", "bc") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { ($0.age >= 15 && $0.age <= 30) })).map(\.id)
  }
  suite.people("age BETWEEN %@", "bc") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { ($0.age >= 15 && $0.age <= 30) })).map(\.id)
  }
  suite.people("age IN {10, 40}", "ad") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { [10, 40].contains($0.age) })).map(\.id)
  }
  suite.people("name IN %@", "ab") { (realm: ModelContext) in
    let nameValue = ["Ann", "Bob"]
    return realm.objects(FetchDescriptor<Person>(predicate: #Predicate { nameValue.contains($0.name) })).map(\.id)
  }
  suite.people("NOT age IN {10, 40}", "bc") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { !([10, 40].contains($0.age)) })).map(\.id)
  }
  suite.people("name == 'Ann'", "a") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name == "Ann" })).map(\.id)
  }
  suite.people("name ==[c] 'ann'", "a") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.caseInsensitiveCompare("ann") == .orderedSame })).map(\.id)
  }
  suite.people("name != 'Ann'", "bcd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name != "Ann" })).map(\.id)
  }
  suite.people("city ==[c] 'BERLIN'", "ab") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.city.caseInsensitiveCompare("BERLIN") == .orderedSame })).map(\.id)
  }
  suite.people("name CONTAINS 'esum'", "d") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.contains("esum") })).map(\.id)
  }
  suite.people("name CONTAINS[c] 'RESUME'", "d") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.lowercased().contains("resume") })).map(\.id)
  }
  suite.people("name CONTAINS[cd] 'RESUME'", "cd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.localizedStandardContains("RESUME") })).map(\.id)
  }
  suite.people("name BEGINSWITH 'B'", "b") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.starts(with: "B") })).map(\.id)
  }
  suite.people("name BEGINSWITH[c] 'R'", "cd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.lowercased().starts(with: "r") })).map(\.id)
  }
  suite.people("name ENDSWITH 'e'", "d") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.hasSuffix("e") })).map(\.id)
  }
  suite.people("name ENDSWITH[c] 'B'", "b") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.lowercased().hasSuffix("b") })).map(\.id)
  }
  suite.people("nick == nil", "a") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.nick == nil })).map(\.id)
  }
  suite.people("nick != nil", "bcd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.nick != nil })).map(\.id)
  }
  suite.people("nick CONTAINS 'b'", "b") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.nick?.contains("b") == true })).map(\.id)
  }
  suite.people("NOT nick CONTAINS 'b'", "acd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { !($0.nick?.contains("b") == true) })).map(\.id)
  }
  suite.people("nick != 'bobby'", "acd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.nick != "bobby" })).map(\.id)
  }
  suite.people("nick CONTAINS[c] 'BOB'", "b") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.nick?.lowercased().contains("bob") == true })).map(\.id)
  }
  suite.people("nick BEGINSWITH[c] 'r'", "c") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.nick?.lowercased().starts(with: "r") == true })).map(\.id)
  }
  suite.people("nick IN %@", "bc") { (realm: ModelContext) in
    let nickValue = ["Re", "bobby"]
    return realm.objects(FetchDescriptor<Person>(predicate: #Predicate { ($0.nick != nil && nickValue.contains($0.nick!)) })).map(\.id)
  }
  suite.people("NOT nick IN %@", "abd") { (realm: ModelContext) in
    let nickValue2 = ["Re"]
    return realm.objects(FetchDescriptor<Person>(predicate: #Predicate { !(($0.nick != nil && nickValue2.contains($0.nick!))) })).map(\.id)
  }
  suite.people("score > 2", "cd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { ($0.score != nil && $0.score! > 2) })).map(\.id)
  }
  suite.people("score == nil", "a") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.score == nil })).map(\.id)
  }
  suite.people("score == nil OR NOT score > 2", "ab") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.score == nil || !(($0.score != nil && $0.score! > 2)) })).map(\.id)
  }
  suite.people("score >= %f", "cd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { ($0.score != nil && $0.score! >= 2.5) })).map(\.id)
  }
  suite.people("score BETWEEN {1, 3}", "bc") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { ($0.score != nil && $0.score! >= 1 && $0.score! <= 3) })).map(\.id)
  }
  suite.people("age == 10 OR age == 20 AND city == 'x'", "a") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age == 10 || $0.age == 20 && $0.city == "x" })).map(\.id)
  }
  suite.people("(age == 10 OR age == 20) AND city == 'berlin'", "b") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { ($0.age == 10 || $0.age == 20) && $0.city == "berlin" })).map(\.id)
  }
  suite.people("NOT (age == 10 OR age == 20)", "cd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { !($0.age == 10 || $0.age == 20) })).map(\.id)
  }
  suite.people("!(age > 20)", "ab") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { !($0.age > 20) })).map(\.id)
  }
  suite.people("age > 5 && age < 25", "ab") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age > 5 && $0.age < 25 })).map(\.id)
  }
  suite.people("age > 35 || age < 15", "ad") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age > 35 || $0.age < 15 })).map(\.id)
  }
  suite.people("age >= %d AND age <= %d", "bc") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age >= 15 && $0.age <= 30 })).map(\.id)
  }
  suite.people("ANY dogs.name == 'Max'", "bd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.contains { $0.object?.name == "Max" } })).map(\.id)
  }
  suite.people("dogs.name == 'Max'", "bd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.contains { $0.object?.name == "Max" } })).map(\.id)
  }
  suite.people("ANY dogs.age > 5", "bd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.contains { ($0.object?.age != nil && ($0.object?.age)! > 5) } })).map(\.id)
  }
  suite.people("ANY dogs.age > 2", "abd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.contains { ($0.object?.age != nil && ($0.object?.age)! > 2) } })).map(\.id)
  }
  suite.people("dogs.name CONTAINS 'R'", "a") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.contains { $0.object?.name.contains("R") == true } })).map(\.id)
  }
  suite.people("ANY dogs.name BEGINSWITH[c] 'r'", "a") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.contains { $0.object?.name.lowercased().starts(with: "r") == true } })).map(\.id)
  }
  suite.people("dogs.name IN {'Rex', 'Bob'}", "ab") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.contains { ($0.object?.name != nil && ["Rex", "Bob"].contains(($0.object?.name)!)) } })).map(\.id)
  }
  suite.people("ALL dogs.name == 'Max'", "cd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.allSatisfy { $0.object?.name == "Max" } })).map(\.id)
  }
  suite.people("NONE dogs.name == 'Max'", "ac") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { !$0.dogsElements.contains { $0.object?.name == "Max" } })).map(\.id)
  }
  suite.people("dogs.@count > 1", "bd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.count > 1 })).map(\.id)
  }
  suite.people("dogs.@count == 0", "c") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.count == 0 })).map(\.id)
  }
  suite.people("ANY dogs.kind == %@", "bd") { (realm: ModelContext) in
    let kindValue = Kind.large
    return realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.contains { $0.object?.kind == kindValue } })).map(\.id)
  }
  suite.people("favourite == nil", "ab") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.favourite == nil })).map(\.id)
  }
  suite.people("favourite != nil", "cd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.favourite != nil })).map(\.id)
  }
  suite.people("favourite.name == 'Rex'", "c") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.favourite?.name == "Rex" })).map(\.id)
  }
  suite.people("favourite.age > 5", "d") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { ($0.favourite?.age != nil && ($0.favourite?.age)! > 5) })).map(\.id)
  }
  suite.people("favourite.kind == %@", "d") { (realm: ModelContext) in
    let kindValue2 = Kind.large
    return realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.favourite?.kind == kindValue2 })).map(\.id)
  }
  suite.people("favourite.name BEGINSWITH[c] 'm'", "d") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.favourite?.name.lowercased().starts(with: "m") == true })).map(\.id)
  }
  suite.people("home.street CONTAINS 'High'", "a") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.home?.street.contains("High") == true })).map(\.id)
  }
  suite.people("home == nil", "bc") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.home == nil })).map(\.id)
  }
  suite.people("home.street CONTAINS[c] 'LOW'", "d") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.home?.street.lowercased().contains("low") == true })).map(\.id)
  }
  suite.people("ANY friends.name == 'Bob'", "a") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.friends.contains { $0.name == "Bob" } })).map(\.id)
  }
  suite.people("friends.@count == 1", "a") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.friends.count == 1 })).map(\.id)
  }
  suite.people("ANY tags CONTAINS 'oo'", "c") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.tags.contains { $0.contains("oo") } })).map(\.id)
  }
  suite.people("ANY tags CONTAINS[c] 'ZO'", "c") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.tags.contains { $0.lowercased().contains("zo") } })).map(\.id)
  }
  suite.people("NONE tags CONTAINS 'z'", "abd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { !$0.tags.contains { $0.contains("z") } })).map(\.id)
  }
  suite.people("'z' IN tags", "") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.tags.contains("z") })).map(\.id)
  }
  suite.people("ANY dogs.owners.name == 'Bob'", "bd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.contains { $0.object?.personDogsElements.contains { $0.owner?.name == "Bob" } == true } })).map(\.id)
  }
  suite.people("favourite IN %@", "d") { (realm: ModelContext) in
    let old = realm.objects(FetchDescriptor<Dog>(predicate: #Predicate { ($0.age != nil && $0.age! > 5) }))
    let favouriteIDsValue = old.map(\.persistentModelID)
    return realm.objects(FetchDescriptor<Person>(predicate: #Predicate { ($0.favourite != nil && favouriteIDsValue.contains($0.favourite!.persistentModelID)) })).map(\.id)
  }
  suite.people("TRUEPREDICATE", "abcd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>()).map(\.id)
  }
  suite.people("FALSEPREDICATE", "") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { _ in false })).map(\.id)
  }
  suite.people("%K == %@", "a") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name == "Ann" })).map(\.id)
  }
  suite.people("SELF.name == 'Ann'", "a") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name == "Ann" })).map(\.id)
  }
  suite.people("name LIKE 'R*'", "c") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.starts(with: "R") })).map(\.id)
  }
  suite.people("name LIKE '*o*'", "b") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.contains("o") })).map(\.id)
  }
  suite.people("name LIKE[c] 'r*'", "cd") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.lowercased().starts(with: "r") })).map(\.id)
  }
}
