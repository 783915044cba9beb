import Foundation
import Testing
import Timeline
import Timers

@testable import Shell

/// A family's day on two devices: a routine in the morning, a correction, a rating with the PIN, a reward, a rest day.
@Suite final class FamilyDayTests {
  private let root = "/tmp/storyline-family-\(UInt64.random(in: 0 ... .max))"
  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func open(_ device: String) throws -> ScriptRun {
    var options = Session.Options()
    options.start = .practiceStart
    let run = ScriptRun(options)
    try run.session.openState("\(root)/\(device)")
    return run
  }

  @Test func aDayIsLivedOnTwoDevices() throws {
    let sync = "sync \"\(root)/shared\""
    let (kitchen, phone) = (try open("kitchen"), try open("phone"))
    func passes(_ run: ScriptRun, _ script: String) { #expect(run("\(script); \(sync)").error == nil, "\(script)") }

    // Before breakfast, at the kitchen's tablet.
    passes(
      kitchen,
      """
      profile name Mia; pin set 1234; reward add "film evening" for 40; stars goal 60
      rest weekly weekends pin 1234
      routine add morning "dress 5m, breakfast 15m, teeth 3m"; routine start morning
      wait 4m; timer done; wait 10m; timer done; wait 3m; routine rate amazing pin 1234
      expect rewards.stars == 45
      """)
    // The parent sees it on the phone: breakfast took longer, and the film is for tonight.
    passes(
      phone,
      """
      wait 1h; \(sync); expect rewards.stars == 45; expect (rewards)[0].left == 0
      history edit breakfast spent 12; stars spend film pin 1234; expect rewards.balance == 5
      """)
    // Meanwhile the child has done homework, which began before the tablet was at hand.
    passes(
      kitchen,
      """
      wait 6h; timer start homework 15 at 10m; wait 2m; timer done
      expect (history)[0].actual == 12m; rate good pin 1234; expect rewards.stars == 55
      """)
    // Both agree, and so do the same folders opened again; the PIN is the device's own.
    for run in [phone, kitchen, try open("kitchen"), try open("phone")] {
      passes(
        run,
        """
        \(sync); expect rewards.stars == 55; expect rewards.balance == 15; expect rewards.goal == 60
        expect (history of breakfast)[0].actual == 12m; expect rewards.sessions == 4; expect (stars spent | count) == 1
        """)
    }
    // On Friday and on Monday: the weekend breaks no streak.
    passes(
      kitchen,
      "wait 4d; timer start reading; timer done; wait 3d; timer start reading; timer done; expect (streak).length == 2")
  }
}
