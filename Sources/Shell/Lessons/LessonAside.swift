/// The lessons' knowledge of a session outside its world.
final class LessonAside {
  /// Whether the walk was left before and goes on with the step that is shown next.
  var goesOn = false

  /// Whether it goes on, which is said once.
  func takeGoesOn() -> Bool {
    defer { goesOn = false }
    return goesOn
  }
}
