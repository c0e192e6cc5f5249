typealias Trip = DefiningModelsExamples.Trip
let container: ModelContainer = given()
let sync: ModelSync = given()
let trip: Trip = given()
