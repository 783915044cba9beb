import Testing
import Timeline

@testable import Journal

@Suite struct EventTests {
  @Test func theLocalDayUsesTheUTCOffset() {
    let midnight = CivilTime(year: 2026, month: 3, day: 29)!.instant()
    let west = Journal.LocalDay(at: midnight, offset: .hours(-1))
    let east = Journal.LocalDay(at: midnight, offset: .minutes(345))
    #expect(west.day.description == "2026-03-28")
    #expect(east.day.description == "2026-03-29")
    #expect(east.offset == .minutes(345))
    #expect(east.daysSince1970 == west.daysSince1970 + 1)
    #expect(Journal.LocalDay(day: CivilTime(year: 1, month: 1, day: 1)!, offset: .zero).day.year == 1)
    #expect(Journal.LocalDay(at: .distantFuture, offset: .zero).day.year == 9_999)
  }

  @Test func onlyVoidingEventsVoid() {
    #expect(event(1, type: "void", payload: ["of": "e/2"]).voidedID == id("e/2"))
    #expect(event(1, payload: ["of": "e/2"]).voidedID == nil)
    #expect(event(1, type: "void", payload: ["of": 2]).voidedID == nil)
  }
}
