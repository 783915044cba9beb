import Testing
import Timeline
import Timers

@testable import Shell

/// A family's day: three children, two devices, a routine in the morning, a correction, a rating with the PIN, a reward
/// and a rest day.
@Suite struct FamilyDayTests {
  private let devices = FamilyDevices()

  @Test func aDayIsLivedOnTwoDevices() throws {
    let sync = devices.sync
    let (kitchen, phone) = (try devices.open("kitchen"), try devices.open("phone"))
    func passes(_ run: ScriptRun, _ script: String) { #expect(run("\(script); \(sync)").error == nil, "\(script)") }

    // Before breakfast, at the kitchen's tablet: Mia's and Ben's mornings, one after the other.
    passes(
      kitchen,
      """
      profile name Mia; pin set 1234; reward add "film evening" for 40; stars goal 60
      rest weekly weekends pin 1234
      routine morning {
        👕 dress for 5m
        🥣 breakfast for 15m
        teeth for 3m  # with the timer of the app
      }
      child add Ben; routine morning { nappy for 3m; breakfast for 15m }
      child add Zoe; child Mia; routine start morning
      wait 4m; timer done; wait 10m; timer done; wait 3m; routine rate amazing pin 1234
      expect rewards.stars == 45; expect (stats).routines[0].early == 2
      child Ben; routine start; wait 18m; routine rate good pin 1234; expect rewards.stars == 20
      """)
    // The parent sees it on the phone: breakfast took longer, Mia's film is for tonight, and Zoe has read.
    passes(
      phone,
      """
      wait 1h; \(sync); expect child.name == "Mia"; expect (child)[0].stars == 45; expect (child)[1].stars == 20; expect (child)[2].stars == 0
      expect (rewards)[0].left == 0; history edit breakfast spent 12
      stars spend film pin 1234; expect rewards.balance == 5
      timer start reading 20; wait 20m; history edit 1 child Zoe
      child Zoe; rate good; expect rewards.stars == 10
      """)
    // Meanwhile Mia has done homework, which began before the tablet was at hand.
    passes(
      kitchen,
      """
      wait 6h; child Mia; timer start homework 15 at 10m; wait 2m; timer done
      expect (history)[0].actual == 12m; rate good pin 1234; expect rewards.stars == 55
      """)
    // Both agree, and so do the same folders opened again; the PIN and the active child are the device's own.
    for (run, active) in [
      (phone, "Zoe"), (kitchen, "Mia"), (try devices.open("kitchen"), "Mia"), (try devices.open("phone"), "Zoe"),
    ] {
      passes(
        run,
        """
        \(sync); expect child.name == "\(active)"; expect (child)[0].stars == 55; expect (child)[1].stars == 20; expect (child)[2].stars == 10
        expect (child)[0].left == 15; expect (child)[1].left == 20; expect (child)[2].left == 10; expect rewards.goal == 60
        expect (child)[0].name == "Mia"; expect (child)[1].name == "Ben"; expect (child)[2].name == "Zoe"
        """)
    }
    passes(
      try devices.open("phone"),
      """
      child Mia; expect (history of breakfast)[0].actual == 12m; expect rewards.sessions == 4
      expect (stars spent | count) == 1; child Ben; expect (stars spent | count) == 0; child Zoe
      """)
    // On Friday and on Monday: the weekend breaks no streak of Mia's.
    passes(
      kitchen,
      "wait 4d; timer start reading; timer done; wait 3d; timer start reading; timer done; expect (streak).length == 2")
  }
}
