import Foundation
import Testing
import Timeline

@testable import SessionState
@testable import ShellCore

/// No part of the world is forgotten: `World` forwards each requirement of `WorldPart` to each part.
@Suite struct WorldPartTests {
  private let world: String
  /// The names of the parts in `World`, with their types.
  private let parts: [(name: Substring, type: Substring)]
  /// The names of the protocol's requirements.
  private let demands: Set<Substring>

  init() throws {
    func text(_ file: String) throws -> String {
      try String(contentsOf: Package.root.appending(path: "Sources/SessionState/\(file)"), encoding: .utf8)
    }
    world = try text("World.swift")
    parts = world.matches(of: /public package\(set\) var (\w+): (\w+)/).map { ($0.1, $0.2) }
    let protocolText = try text("WorldPart.swift")
    let end = try #require(protocolText.firstRange(of: "\n}\n"))
    demands = Set(protocolText[..<end.lowerBound].matches(of: /(?:func|var) (\w+)/).map(\.1))
  }

  /// Requirements that `World` reaches by another call, which asks the part for each of its aspects.
  private static let standIns: [Substring: Substring] = [
    "isSame": "aspects", "differs": "aspects", "consequences": "withConsequences",
    "isShared": "unshared", "adopt": "revert",
  ]

  /// Requirements that `World` asks some parts for less often, because it keeps their answers.
  private static let cached: Set<Substring> = ["nextDeadline"]

  @Test func everyPartReceivesEveryCall() {
    let calls = world.matches(of: /\b(\w+)\.(\w+)/)
    #expect(parts.map(\.name) == ["stories", "timers", "photos", "posts"])
    #expect(demands.count >= 15)
    for demand in demands {
      let call = Self.standIns[demand] ?? demand
      let counts = parts.map { part in
        let stored = part.type.prefix(1).lowercased() + part.type.dropFirst()
        return calls.count { ($0.1 == part.name || $0.1 == part.type || $0.1 == stored) && $0.2 == call }
      }
      #expect(
        counts.allSatisfy { $0 > 0 } && (Set(counts).count == 1 || Self.cached.contains(demand)),
        "World calls \(call) of \(parts.map(\.name)) \(counts) times")
    }
  }

  /// An aspect is one of sixteen bits.
  @Test func aspectsOfAPartHaveBitsOfTheirOwn() {
    func check<Part: WorldPart>(_ part: Part.Type, _ aspects: (Part.Aspect) -> World.Aspects) {
      let all = Part.Aspect.allCases.map(aspects)
      #expect(Part.Aspect.allCases.allSatisfy { $0.rawValue < 16 }, "\(part) has more than sixteen aspects")
      #expect(Set(all).count == all.count && !all.contains { $0.isEmpty })
      seen = all.reduce(seen) {
        #expect(!$0.contains($1), "an aspect of \(part) is another one's")
        return $0.union($1)
      }
    }
    var seen = World.Aspects.none
    check(StoryPart.self) { .stories($0) }
    check(TimerPart.self) { .timers($0) }
    check(PhotoPart.self) { .photos($0) }
    check(PostPart.self) { .posts($0) }
  }
}
