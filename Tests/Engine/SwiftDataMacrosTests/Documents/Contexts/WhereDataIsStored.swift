typealias Trip = DefiningModelsExamples.Trip
typealias Stop = DefiningModelsExamples.Stop
