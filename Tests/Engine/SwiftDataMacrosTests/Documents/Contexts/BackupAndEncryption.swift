typealias Trip = DefiningModelsExamples.Trip
let container: ModelContainer = given()
