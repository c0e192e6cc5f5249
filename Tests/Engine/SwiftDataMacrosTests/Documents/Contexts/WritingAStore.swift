private typealias Trip = DefiningModelsExamples.Trip
private typealias Stop = DefiningModelsExamples.Stop

@Model final class Draft {
  var text = ""
  init() {}
}
