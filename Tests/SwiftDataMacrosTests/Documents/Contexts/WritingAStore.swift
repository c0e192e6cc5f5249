typealias Trip = DefiningModelsExamples.Trip
typealias Stop = DefiningModelsExamples.Stop

@Model final class Draft {
  var text = ""
  init() {}
}
