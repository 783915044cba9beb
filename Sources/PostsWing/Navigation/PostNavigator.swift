import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// Navigation: moving from place to place, and showing the current place.
struct PostNavigator {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// Moves to a place and reads its content. If the request fails, the place is current anyway, and `retry` asks
  /// again.
  func move(_ body: (inout Navigation) -> Navigation.Step) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    _ = try PostReader(session).viewer(of: true)
    let step = session.change { body(&$0.posts.reading.navigation) }
    switch step {
    case .ignored(.nothingBehind): throw .refused("there is no place to go back to", "try: go feeds")
    case .ignored(.nothingAhead): throw .refused("there is no place to go forward to", "try: go")
    // A user who goes to the current place wants to reload it.
    case .ignored(.alreadyThere), .push, .turn, .top, .pop, .unpop, .tabBefore, .tabAhead: break
    }
    return try visit(session.world.posts.reading.navigation.destination)
  }

  /// Reads the content of a destination.
  private func visit(_ destination: Destination) throws(Failure) -> CommandOutcome {
    let count = ReadingCommands.defaultCount
    switch destination {
    case .timeline: return try PostReader(session).read(.timeline, count)
    case .feeds: return try PostReader(session).read(.feeds(.suggested), count)
    case .feed(let address): return try PostReader(session).read(.feed(address), count)
    case .notifications:
      return try PostReader(session).read(.notifications(NotificationChoice()), NotificationCommands.defaultCount)
    case .likes: return try PostReader(session).read(.likes(try PostReader(session).reader().did), count)
    case .profile(let actor?): return try ListCommands(session).readProfile(actor)
    case .profile(nil): return try ListCommands(session).readProfile(try PostReader(session).reader().did)
    case .post(let address): return try PostReader(session).readThread(address)
    }
  }

  /// Returns the person in the arguments; `nil` for the account itself, even if it is named.
  func other(_ arguments: Arguments) throws(Failure) -> String? {
    guard arguments.has(0) else { return nil }
    let (actor, account) = (try ListCommands(session).actor(arguments[0]), AccountAccess(session).account)
    return [account?.did, account?.handle.lowercased()].contains(actor.lowercased()) ? nil : actor
  }

  // MARK: Names

  /// Returns the command that leads to a destination, with the names of this session: `go post @3`, `go feed hot`.
  func command(to destination: Destination) -> String {
    let reading = session.world.posts.reading
    var name: String?
    switch destination {
    case .post(let address): name = reading.references[address].map { "@\($0)" }
    case .feed(let address): name = reading.feeds.contains { $0.address == address } ? address.key : nil
    case .timeline, .feeds, .notifications, .profile, .likes: break
    }
    return name.map { "go \(destination.kind.rawValue) \($0)" } ?? destination.description
  }

  /// Returns all places in the tabs.
  func places() throws(Failure) -> CommandOutcome {
    _ = try session.present()
    _ = try PostReader(session).viewer(of: true)
    let navigation = session.world.posts.reading.navigation
    return .value(
      .list(
        Navigation.Tab.allCases.flatMap { tab -> [Value] in
          let (destinations, place) = navigation.stack(of: tab)
          return destinations.enumerated().map { index, destination in
            .record([
              "tab": .text(tab.rawValue), "command": .text(command(to: destination)),
              "here": .bool(tab == navigation.tab && index == place), "ahead": .bool(index > place),
            ])
          }
        }))
  }

  // MARK: Views

  /// Shows the tabs, the current one with its stack.
  func showPlaces(_ value: Value) {
    let glyphs = session.output.line.glyphs
    var last = ""
    for record in (value.list ?? []).compactMap({ $0.record }) {
      let (tab, command) = (record["tab"]?.text ?? "", record["command"]?.text ?? "")
      let isHere = record["here"]?.bool == true
      let mark = isHere ? Mark.plays.text(glyphs) : " "
      let indent = tab == last ? "    " : " "
      let style: Style = isHere ? .heading : record["ahead"]?.bool == true ? .dim : .plain
      let line = StyledText("\(mark)\(indent)") + StyledText(sanitized(command, glyphs: glyphs), style)
      for part in line.wrapped(to: max(20, session.output.width)) { session.printer.writeLine(part) }
      last = tab
    }
  }

  /// Shows the content of the current place.
  func showPlace(_ value: Value) {
    if BrowseCommands(session).showForBrowsing(value) { return }
    switch session.world.posts.reading.navigation.destination {
    case .profile: ListCommands(session).showPerson(value)
    case .post: ReadingView(session).showPosts(read: value)
    case .timeline, .feeds, .feed, .notifications, .likes: ReadingView(session).showReading(value)
    }
  }
}
