import Timeline

/// A condition that nobody waits for and somebody wants to know of: the goal of a lesson's step.
struct Lookout {
  /// Never runs; it has the condition as those have that wait for one.
  let fiber = Fiber()
  let met: () -> Void

  init(site: Int, met: @escaping () -> Void) {
    self.met = met
    fiber.condition = Fiber.Waiting(site: site, captures: [])
  }
}

extension Runtime {
  /// Whether it holds now; one that goes wrong does not.
  func holds(_ lookout: Lookout) -> Bool { (try? holds(lookout.fiber)) ?? false }

  /// The instant before `limit` at which what is looked out for comes to hold between two deadlines.
  func sight(before limit: Instant) -> Instant? {
    lookout.flatMap { try? firstCrossing(of: $0.fiber, before: limit) }
  }
}

extension Program {
  /// The condition that a compiled `wait until` at a script's top waits for. O(code).
  func condition(of function: Int) -> Int? {
    let code = functions[function]
    return (0..<code.codeCount).first { code.code[$0].operation == .waitUntil }.map { Int(code.code[$0].b) }
  }
}
