import Testing
import Timeline
import Timers

@testable import TimersWing

@Suite struct RowProblemWordsTests {
  private static let columns = TimerSessionColumn.allCases.flatMap { column -> [RowProblem] in
    [.wrongType(column), .doubledColumn(column), .missing(column), .empty(column), .unreadable(column, "?")]
  }

  private static let sessions: [TimerSessionProblem] = [
    .badActivity(""), .badIcon(" "), .badDevice("a\nb"), .endsBeforeStart, .instantOutOfRange, .badOffset(.hours(19)),
    .dayDoesNotFit(.first, expected: .last), .allocatedOutOfRange(.zero, allowed: .seconds(1) ... .days(1)),
    .actualOutOfRange(.hours(1), allowed: .zero ... .minutes(20)), .endingDoesNotFit(.early),
    .endingDoesNotFit(.timeUp),
  ]

  @Test func everyProblemHasASentenceOfItsOwn() {
    var problems: [RowProblem] = [
      .fieldCount(1, expected: 12), .quoteNotClosed, .strayQuote, .syntax(expected: "a colon"),
      .unknownColumn("colour"),
      .savedDoesNotFit(.zero, expected: .minutes(3)),
    ]
    problems += Self.columns + Self.sessions.map { .timerSession($0) }
    let sentences = problems.map { RowProblemWords.sentence($0) }
    #expect(Set(sentences).count == problems.count)
    #expect(sentences.allSatisfy { !$0.isEmpty && !$0.hasSuffix(".") && $0.count < 120 })
  }

  @Test(arguments: [
    (RowProblem.fieldCount(1, expected: 12), "the row has 1 field, but the first row has 12"),
    (.unreadable(.rating, "great"), "rating must be amazing, good, needsWork or empty, not 'great'"),
    (.wrongType(.actual), "actual_seconds must be a number of seconds"),
    (.wrongType(.day), "day must be text in quotes"),
    (
      .savedDoesNotFit(.zero, expected: .minutes(3)),
      "saved_seconds is wrong: allocated_seconds minus "
        + "actual_seconds is 3 min"
    ),
    (
      .timerSession(.actualOutOfRange(.hours(1), allowed: .zero ... .minutes(20))),
      "actual_seconds must be from 0 to the planned 1200, not 3600"
    ),
  ])
  func saysWhatIsWrong(_ problem: RowProblem, _ sentence: String) {
    #expect(RowProblemWords.sentence(problem) == sentence)
  }

  @Test func aLongTextIsCut() {
    #expect(RowProblemWords.brief(String(repeating: "ab", count: 40)).count == 41)
    #expect(RowProblemWords.brief("short") == "short")
  }
}
