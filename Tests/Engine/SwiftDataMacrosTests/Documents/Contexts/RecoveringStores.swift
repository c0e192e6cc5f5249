typealias Trip = DefiningModelsExamples.Trip
