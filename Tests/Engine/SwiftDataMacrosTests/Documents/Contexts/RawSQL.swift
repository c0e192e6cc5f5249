typealias Trip = DefiningModelsExamples.Trip
typealias Stop = DefiningModelsExamples.Stop
let container: ModelContainer = given()
let context: ModelContext = given()
typealias Kind = DefiningModelsExamples.Kind
