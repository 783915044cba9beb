import Timeline

/// One strand of execution with a stack of its own: the script, or a block that runs later. Because it is apart from the
/// machine's native stack, it can wait in the middle of anything and deep recursion cannot crash the program.
final class Fiber {
  struct Frame {
    var code: UnsafeMutablePointer<Instruction>
    var constants: UnsafeMutablePointer<Value>
    var returnTo: UnsafeMutablePointer<Instruction>
    var base: Int
    /// The caller's register for the result, relative to the caller's base.
    var target: Int
    var function: Int
  }

  struct Try {
    var frameCount: Int
    var target: UnsafeMutablePointer<Instruction>
    var register: Int
  }

  private(set) var stack: UnsafeMutablePointer<Value>
  private(set) var capacity: Int
  let frames = FrameStack()
  var tries: [Try] = []
  var next: UnsafeMutablePointer<Instruction>?
  /// What goes on when the time that a command asked for has passed, and the register for its value.
  var continuation: (() throws(Failure) -> CommandOutcome)?
  var continuationTarget = 0
  /// An error to raise when it goes on.
  var pendingFailure: Failure?
  var condition: Waiting?
  var watch: Watch?
  /// Its place in the queue while it waits for an instant.
  var entry: EventQueue<Runtime.Work>.ID?

  struct Waiting {
    var site: Int
    var captures: [Value]
  }

  init(capacity: Int = 32) {
    self.capacity = capacity
    stack = .allocate(capacity: capacity)
    stack.initialize(repeating: .none, count: capacity)
  }

  deinit {
    stack.deinitialize(count: capacity)
    stack.deallocate()
  }

  /// Makes room for `count` registers; the stack may move.
  func reserve(_ count: Int) {
    guard count > capacity else { return }
    let larger = max(count, capacity * 2)
    let moved = UnsafeMutablePointer<Value>.allocate(capacity: larger)
    moved.moveInitialize(from: stack, count: capacity)
    (moved + capacity).initialize(repeating: .none, count: larger - capacity)
    stack.deallocate()
    stack = moved
    capacity = larger
  }
}

/// Why a fiber stopped running.
enum Suspension {
  case finished(Value)
  /// It goes on when the clock shows this.
  case wait(Instant)
  /// It goes on when its condition holds.
  case condition
  /// Handlers that its last command woke go first, at the same instant.
  case yield
}

/// Frames in plain memory: a call must not cost an array's checks.
final class FrameStack {
  private var start: UnsafeMutablePointer<Fiber.Frame>
  private var capacity = 8
  private(set) var count = 0

  init() { start = .allocate(capacity: 8) }

  deinit { start.deallocate() }

  /// The innermost frame; there must be one.
  var last: Fiber.Frame { start[count - 1] }

  func append(_ frame: Fiber.Frame) {
    if count == capacity { grow() }
    (start + count).initialize(to: frame)
    count += 1
  }

  func removeLast() -> Fiber.Frame {
    count -= 1
    return start[count]
  }

  func truncate(to count: Int) { self.count = min(count, self.count) }
  func removeAll() { count = 0 }

  private func grow() {
    let larger = UnsafeMutablePointer<Fiber.Frame>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
    capacity *= 2
  }
}
