import Foundation
import System
import Testing
import Timeline

@testable import PostsWing

/// The turn to send, among the sessions of a folder.
@Suite final class SendingTurnTests {
  private let folder = Scratch.path()
  private let start = Instant.practiceStart

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func turn(from instant: Instant = .practiceStart) -> SendingTurn {
    let turn = SendingTurn()
    turn.open(folder, at: instant)
    return turn
  }

  private func claim(
    _ turn: SendingTurn, _ name: String = "a", at instant: Instant, isByHand: Bool = false
  ) -> SendingTurn.Claim? {
    try? turn.claim(name, isByHand: isByHand, at: instant)
  }

  @Test func onlyOneSessionSendsAtATime() {
    let (one, two) = (turn(), turn())
    #expect(claim(one, at: start) == .mine)
    #expect(claim(two, at: start) == .later(.seconds(1)))
    #expect(claim(two, "b", at: start, isByHand: true) == .later(.seconds(1)))
    one.release("a", after: nil)
    #expect(claim(two, at: start + .seconds(1)) == .mine)
    #expect(claim(one, at: start + .seconds(1)) == .later(.seconds(1)))
  }

  /// A session that ends in any way leaves its turn to the others.
  @Test func theLockEndsWithItsSession() {
    var one: SendingTurn? = turn()
    #expect(claim(one!, at: start) == .mine)
    one = nil
    #expect(claim(turn(), at: start) == .mine)
  }

  @Test func retriesStayWithTheirSession() {
    let (one, two) = (turn(), turn())
    #expect(claim(one, at: start) == .mine)
    one.release("a", after: .seconds(8), at: start)
    #expect(claim(two, at: start + .seconds(2)) == .later(.seconds(6)))
    #expect(claim(two, "b", at: start + .seconds(2)) == .mine)
    two.release("b", after: nil, at: start + .seconds(2))
    // During the pause, the session itself may send, and so may a command of the user. After a user's command, the
    // next session to ask gets the turn.
    #expect(claim(one, at: start + .seconds(3)) == .mine)
    one.release("a", after: .seconds(8), at: start + .seconds(3))
    #expect(claim(two, at: start + .seconds(4), isByHand: true) == .mine)
    two.release("a", after: nil, at: start + .seconds(4))
    #expect(claim(one, at: start + .seconds(5)) == .mine)
  }

  /// A new session tries everything once, since the session that recorded the wait may be gone.
  @Test func newSessionsDoNotWait() {
    let one = turn()
    #expect(claim(one, at: start) == .mine)
    one.release("a", after: .minutes(10), at: start)
    #expect(claim(turn(from: start + .seconds(1)), at: start + .seconds(2)) == .mine)
  }

  /// Neither a clock that was set back nor a file of nonsense makes a session wait for years.
  @Test func idleSessionsDoNotWait() throws {
    let (one, two) = (turn(), turn(from: start - .hours(99)))
    #expect(claim(one, at: start) == .mine)
    one.release("a", after: .hours(24), at: start)
    #expect(claim(two, at: start - .hours(48)) == .mine)
    two.release("a", after: nil, at: start)
    try "nonsense".write(toFile: folder + "/sending", atomically: true, encoding: .utf8)
    #expect(claim(one, at: start) == .mine)
  }

  /// If the program that has the turn was stopped, the others do not wait for it forever.
  @Test func hungSendersAreStopped() {
    let (one, two) = (turn(), turn())
    #expect(claim(one, at: start) == .mine)
    #expect(claim(two, at: start) == .later(.seconds(1)))
    #expect(claim(two, at: start + .seconds(59)) == .later(.seconds(1)))
    #expect(claim(two, at: start + SendingTurn.turnLimit) == .mine)
  }

  @Test func withoutAFolderEachSessionSends() {
    #expect(claim(SendingTurn(), at: start) == .mine)
    let nowhere = SendingTurn()
    nowhere.open("/nowhere", at: start)
    #expect(claim(nowhere, at: start) == .mine)
  }
}
