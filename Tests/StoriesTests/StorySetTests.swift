import Stories
import Testing
import Timeline

@Suite struct StorySetTests {
  @Test func agreesWithASetOfIntegers() {
    var chance = SeededGenerator(seed: 64)
    var set = StorySet()
    var reference: Set<Int> = []
    for _ in 0..<20_000 {
      let id = Int(chance.next() % 500) - 100
      if chance.next() % 2 == 0 {
        #expect(set.insert(id) == reference.insert(id).inserted)
      } else {
        #expect(set.remove(id) == (reference.remove(id) != nil))
      }
    }
    #expect(set.sorted == reference.sorted())
    #expect(set.count == reference.count)
    #expect((-150..<450).allSatisfy { set.contains($0) == reference.contains($0) })
  }

  @Test func holdsTheOutermostIds() {
    let set = StorySet([.max, .min, 0, -1, 63, 64])
    #expect(set.sorted == [.min, -1, 0, 63, 64, .max])
  }

  @Test func anEmptiedSetEqualsANewOne() {
    var set = StorySet([5, 700])
    set.remove(5)
    set.remove(700)
    #expect(set == StorySet())
    #expect(set.isEmpty)
  }

  @Test func subtractsAnotherSet() {
    let set = StorySet([5, 700, 9])
    #expect(set.sorted(without: StorySet([9, 1_000])) == [5, 700])
    #expect(set.sorted(without: StorySet()) == [5, 9, 700])
    #expect(set.sorted(without: set) == [])
  }
}
