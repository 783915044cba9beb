import Testing
import Timeline

/// The queue compared with a list that is sorted again for each read.
@Suite struct QueueOrderTests {
  private typealias Queue = EventQueue<Int>

  @Test func phasesComeInTheDocumentedOrder() {
    #expect(Queue.Phase.domain < .handler)
    #expect(Queue.Phase.handler < .scheduled)
    #expect(Queue.Phase.scheduled < .waiting)
    for phase in Queue.Phase.allCases { #expect(!(phase < phase)) }
    #expect(Queue.Phase.allCases == [.domain, .handler, .scheduled, .waiting])
  }

  @Test func laterEntriesComeLaterInAnyPhase() {
    var queue = Queue()
    queue.schedule(at: .practiceStart + Duration(microseconds: 1), phase: .domain, 2)
    queue.schedule(at: .practiceStart, phase: .waiting, 1)
    #expect(queue.nextInstant() == .practiceStart)
    #expect(queue.count == 2 && !queue.isEmpty, "looking takes nothing out")
    #expect(queue.popNext(dueBy: .distantFuture)?.payload == 1)
    #expect(queue.popNext(dueBy: .distantFuture)?.payload == 2)
    #expect(queue.nextInstant() == nil && queue.popNext(dueBy: .distantFuture) == nil)
    #expect(queue.isEmpty && queue.count == 0)
  }

  @Test func entriesSayWhatTheyAre() {
    var queue = Queue()
    let id = queue.schedule(at: .practiceStart, phase: .scheduled, 9)
    let other = queue.schedule(at: .practiceStart, phase: .handler, 8)
    #expect(id != other)
    let entry = queue.popNext(dueBy: .practiceStart)
    #expect(entry?.id == other && entry?.phase == .handler && entry?.instant == .practiceStart && entry?.payload == 8)
  }

  @Test(arguments: 0..<40)
  func anySequenceAgreesWithASortedList(_ seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var queue = Queue()
    var model: [(second: Int64, phase: Int, number: Int, id: Queue.ID)] = []
    var gone: [Queue.ID] = []
    var number = 0
    for _ in 0..<600 {
      switch Int.random(in: 0..<10, using: &chance) {
      case 0..<5:
        let second = Int64.random(in: 0..<30, using: &chance)
        let phase = Queue.Phase.allCases.randomElement(using: &chance) ?? .domain
        let id = queue.schedule(at: Instant(secondsSince1970: second), phase: phase, number)
        model.append((second, phase.rawValue, number, id))
        number += 1
      case 5..<7:
        if let place = model.indices.randomElement(using: &chance) {
          let id = model.remove(at: place).id
          let wasThere = queue.cancel(id)
          #expect(wasThere)
          gone.append(id)
        }
        if let id = gone.randomElement(using: &chance) {
          let isThere = queue.cancel(id)
          #expect(!isThere)
        }
      default:
        let limit = Int64.random(in: 0..<40, using: &chance)
        model.sort { ($0.second, $0.phase, $0.number) < ($1.second, $1.phase, $1.number) }
        let expected = model.first { $0.second <= limit }
        let found = queue.popNext(dueBy: Instant(secondsSince1970: limit))
        #expect(found?.payload == expected?.number)
        if let expected {
          model.removeFirst()
          gone.append(expected.id)
        }
      }
      #expect(queue.count == model.count && queue.isEmpty == model.isEmpty)
    }
  }
}
