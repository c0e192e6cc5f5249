private typealias Trip = DefiningModelsExamples.Trip
private typealias Stop = DefiningModelsExamples.Stop
