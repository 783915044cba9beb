import Bluesky
import Testing
import Timeline

/// Five tabs with a stack each: a transition table, and paths through it.
@Suite struct NavigationTests {
  private static let post = Destination.post(
    RecordAddress(repository: "did:web:ana.test", collection: RecordAddress.posts, key: "a"))
  private static let other = Destination.post(
    RecordAddress(repository: "did:web:ana.test", collection: RecordAddress.posts, key: "b"))
  private static let feed = Destination.feed(
    RecordAddress(repository: "did:web:ana.test", collection: RecordAddress.feeds, key: "hot"))

  /// Returns the commands for the places reached by going somewhere, going back (`nil`) and so on.
  private static func at(_ way: [Destination?]) -> String {
    var navigation = Navigation()
    for destination in way {
      if let destination { navigation.go(to: destination) } else { navigation.goBack() }
    }
    return "\(navigation.destination)"
  }

  @Test func everyDestinationPrintsAsItsCommand() {
    #expect(
      [.timeline, .feeds, Self.feed, .notifications, .profile(nil), .profile("ana.test"), Self.post, .likes(nil)].map {
        "\($0 as Destination)"
      } == [
        "go timeline", "go feeds", "go feed at://did:web:ana.test/app.bsky.feed.generator/hot", "go notifications",
        "go profile", "go profile ana.test", "go post at://did:web:ana.test/app.bsky.feed.post/a", "go likes",
      ])
    #expect(Set(Navigation.Tab.allCases.map(\.ground)).count == 5)
  }

  @Test(arguments: Navigation.Input.allCases)
  func theTable(input: Navigation.Input) {
    typealias Way = Navigation.Way
    for behind in Way.allCases {
      for ahead in Way.allCases {
        let expected: Navigation.Step =
          switch input {
          case .open: .push
          case .stay: .ignored(.alreadyThere)
          case .turn: .turn
          case .top: .top
          case .back: [.none: .ignored(.nothingBehind), .tab: .tabBefore, .stack: .pop][behind]!
          case .forward: [.none: .ignored(.nothingAhead), .tab: .tabAhead, .stack: .unpop][ahead]!
          }
        #expect(Navigation.step(input, behind: behind, ahead: ahead) == expected)
      }
    }
  }

  @Test func backLeavesTheStackThenTheTab() {
    #expect(Self.at([Self.post, Self.other, nil]) == "\(Self.post)")
    #expect(Self.at([Self.post, .notifications, nil]) == "\(Self.post)")
    #expect(Self.at([Self.post, .notifications, Self.other, nil, nil]) == "\(Self.post)")
    #expect(Self.at([Self.post, .notifications, .timeline]) == "\(Self.post)")
    #expect(Self.at([nil, nil]) == "go timeline")
    // A tab's own root leads to the tab, and back from there to the previous tab.
    #expect(Self.at([.notifications, Self.post, .notifications]) == "go notifications")
    #expect(Self.at([.notifications, Self.post, .notifications, nil]) == "go timeline")
  }

  @Test func forwardWorksUntilANewDestination() {
    var navigation = Navigation()
    for destination in [Self.post, Self.other, .notifications, Self.feed] { navigation.go(to: destination) }
    let there = navigation
    for _ in 0..<4 { navigation.goBack() }
    #expect(navigation.destination == .timeline && navigation.behind == .none)
    let isIgnored = navigation.goBack()
    #expect(isIgnored == .ignored(.nothingBehind))
    for _ in 0..<4 { navigation.goForward() }
    #expect(navigation == there)
    let again = navigation.goForward()
    #expect(again == .ignored(.nothingAhead))
    navigation.goBack()
    navigation.go(to: .profile("ana.test"))
    #expect(navigation.inFront == .none)
    #expect(navigation.stack(of: .notifications).destinations == [.notifications, .profile("ana.test")])
    #expect(navigation.stack(of: .timeline).destinations == [.timeline, Self.post, Self.other])
  }

  /// From any place, going back leads to the beginning, and going forward leads to the same place again.
  @Test func backAndForwardReachBothEnds() {
    let places: [Destination] = [
      .timeline, .feeds, .notifications, .likes(nil), .profile(nil), Self.post, Self.other, Self.feed,
    ]
    for seed in 0..<300 as Range<UInt64> {
      var chance = SeededGenerator(seed: seed, stream: 1)
      var navigation = Navigation()
      for _ in 0..<Int(chance.unit() * 20) {
        navigation.go(to: places[Int(chance.unit() * Double(places.count))])
        // Now and then a few steps back before going elsewhere.
        for _ in 0..<Int(chance.unit() * 3) { navigation.goBack() }
      }
      while navigation.inFront != .none { navigation.goForward() }
      let there = navigation
      var steps = 0
      while navigation.behind != .none {
        let before = navigation
        navigation.goBack()
        #expect(navigation != before)
        steps += 1
      }
      #expect(navigation.destination == .timeline)
      for _ in 0..<steps { navigation.goForward() }
      #expect(navigation == there && navigation.inFront == .none, "\(seed)")
    }
  }

  @Test func longHistoriesDropTheOldestEntries() {
    var navigation = Navigation()
    for number in 0..<1_000 { navigation.go(to: .profile("p\(number).test")) }
    let stack = navigation.stack(of: .timeline)
    #expect(stack.destinations.count == 100 && stack.destinations[0] == .timeline)
    #expect(navigation.destination == .profile("p999.test"))
  }
}
