import Testing
import Timers

@Suite struct PINSetUpTests {
  /// Rows: states; columns: offer, decline, set, remove. An entry that is not a state is the reason why nothing
  /// happens.
  static let expected: [PINSetUp: String] = [
    .notOffered: "offered declined set notSet",
    .offered: "offeredBefore declined set notSet",
    .declined: "offeredBefore declinedBefore set notSet",
    .set: "isSet isSet set offered",
  ]

  @Test(arguments: PINSetUp.allCases)
  func everyCellIsAsTheRulesSay(state: PINSetUp) {
    let words = PINSetUp.Input.allCases.map { input in
      var setUp = state
      let ignored = setUp.handle(input)
      if ignored != nil { #expect(setUp == state) }
      return ignored.map { "\($0)" } ?? setUp.rawValue
    }
    #expect(words.joined(separator: " ") == Self.expected[state])
  }

  @Test func isOfferedOnce() {
    #expect(PINSetUp.allCases.filter(\.shouldOffer) == [.notOffered])
    #expect(PINSetUp.allCases.filter(\.isSet) == [.set])
    for state in PINSetUp.allCases {
      for input in PINSetUp.Input.allCases {
        var setUp = state
        _ = setUp.handle(input)
        #expect(state == .notOffered || !setUp.shouldOffer)
      }
    }
  }
}
