import Testing

@testable import LessonsWing

@Suite struct LessonWalkTests {
  @Test func stepsFollowEachOther() {
    var walk = LessonProgress(titles: ["a", "b", "c"])
    #expect(walk.current == 0 && !walk.isOver)
    let goesBack = walk.goBack()
    #expect(!goesBack)
    walk.solve()
    walk.skip()
    #expect(walk.current == 2 && walk.marks == [.solved, .skipped, .open])
    walk.solve()
    #expect(walk.isOver && walk.solvedCount == 2)
    walk.restart()
    #expect(walk == LessonProgress(titles: ["a", "b", "c"]))
  }

  @Test func hintsComeInOrderAndRestartWithEachStep() {
    var walk = LessonProgress(titles: ["a", "b"])
    let shown = (0..<3).map { _ in walk.nextHint(of: 2) }
    #expect(shown == [0, 1, nil])
    walk.miss("x")
    #expect(walk.tallies[0].missed == ["x"] && walk.tallies[0].hints == 2)
    walk.solve()
    #expect(walk.hints == 0 && walk.misses == 0)
    let next = walk.nextHint(of: 1)
    #expect(next == 0)
    let goesBack = walk.goBack()
    #expect(goesBack && walk.hints == 0 && walk.current == 0)
  }

  /// A learner who skips a step, goes back and solves it had already seen the solution.
  @Test func solvingAfterASkipStillCountsTheSkip() {
    var walk = LessonProgress(titles: ["a", "b"])
    for _ in 0..<2 {
      walk.skip()
      let goesBack = walk.goBack()
      #expect(goesBack)
      walk.solve()
      #expect(walk.marks == [.late, .open] && walk.solvedCount == 1)
      let goesBackAgain = walk.goBack()
      #expect(goesBackAgain)
    }
  }

  /// A learner who goes back and skips a solved step keeps it as solved.
  @Test func solvedStepsStaySolved() {
    var walk = LessonProgress(titles: ["a", "b"])
    walk.solve()
    let goesBack = walk.goBack()
    #expect(goesBack)
    walk.skip()
    #expect(walk.marks == [.solved, .open])
  }
}
