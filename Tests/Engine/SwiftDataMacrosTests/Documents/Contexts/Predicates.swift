typealias Trip = DefiningModelsExamples.Trip
typealias Stop = DefiningModelsExamples.Stop
let context: ModelContext = given()
