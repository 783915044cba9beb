import Bluesky
import Testing
import Timeline

@Suite struct DraftsTests {
  @Test func numbersAndKeysAreTheirOwn() throws {
    var drafts = Drafts()
    let one = drafts.add("one", at: .practiceStart)
    let two = drafts.add("two", at: .practiceStart)
    #expect(one.id == 1 && two.id == 2 && one.key < two.key)
    #expect(drafts.remove(1) == one)
    #expect(drafts.remove(1) == nil)
    #expect(drafts.add("three", at: .practiceStart).id == 3)
    #expect(drafts.edit(2, "deux")?.key == two.key)
    #expect(drafts.edit(1, "un") == nil)
    #expect(drafts[2]?.text == "deux")
    #expect(drafts[1] == nil)
    #expect(drafts.texts.values.sorted() == ["deux", "three"])
  }

  @Test func reloadedDraftsKeepTheirOrder() {
    var drafts = Drafts()
    for (text, day) in [("b", 1), ("c", 2), ("a", -20_000)] {
      drafts.add(text, at: .practiceStart + .days(Int64(day)))
    }
    let again = Drafts(drafts.texts)
    #expect(again.entries.map(\.text) == ["a", "b", "c"])
    #expect(again.entries.map(\.id) == [1, 2, 3])
    #expect(again.texts == drafts.texts)
  }
}
