extension Compiler {
  /// The variable in which a prompt keeps what the last statement gave, and of which goals may ask.
  private static let last = "last"

  /// A lesson runs nothing, but all that is wrong in it is found: its code is compiled apart, and never called.
  mutating func compileLesson(_ lesson: Lesson, _ range: SourceRange) {
    guard isTop else { return report(.lessonNotAtTop, range) }
    _ = compileApart(named: "lesson", fields: [Self.last]) { compiler in
      for step in lesson.steps {
        compiler.compile(step.start)
        // What a solution makes, goals may ask for.
        compiler.compile(step.solution)
        for goal in step.goals { compiler.compileWaitUntil(.expression(goal.condition), goal.range) }
      }
      compiler.builder.emit(.returnNone)
    }
  }
}
