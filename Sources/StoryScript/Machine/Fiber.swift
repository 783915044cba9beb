import Timeline

/// One strand of execution with a stack of its own: the script, or a block that runs later. Because it is apart from
/// the machine's native stack, it can wait in the middle of anything and deep recursion cannot crash the program.
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
  /// The rest of a command that asked for time, to run when that has passed, and the register for its value.
  var continuation: (() throws(Failure) -> CommandOutcome)?
  var continuationTarget = 0
  /// What of the value of its command has come, while that waits for more of it or fails.
  var partial: (() -> Value?)?
  /// An error to raise when it goes on.
  var pendingFailure: Failure?
  var condition: Waiting?
  var watch: Watch?
  /// The block or handler that it runs; `nil` for the script itself.
  var origin: Pending?
  /// Its place in the queue while it waits for an instant.
  var entry: EventQueue<Runtime.Work>.ID?

  /// The instruction with which its outermost function goes on, counted from its first.
  var nextOutermost: Int? {
    guard frames.count > 0, let next = frames.count > 1 ? frames[1].returnTo : next else { return nil }
    return next - frames[0].code
  }

  /// The instant that it waits for.
  var due: Instant?

  struct Waiting {
    var site: Int
    var captures: [Value]
  }

  /// The registers of a block that runs later, as most need them.
  static let usualCapacity = 32

  init(capacity: Int = Fiber.usualCapacity) {
    self.capacity = capacity
    stack = .allocate(capacity: capacity)
    stack.initialize(repeating: .none, count: capacity)
  }

  deinit {
    stack.deinitialize(count: capacity)
    stack.deallocate()
  }

  /// Forgets all values, so that it holds nothing and can run something else.
  func clear() {
    origin = nil
    for index in 0..<capacity {
      switch stack[index] {
      case .text, .list, .record: stack[index] = .none
      default: break
      }
    }
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

/// Frames in plain memory: a call must not cost an array's checks.
final class FrameStack {
  private var start: UnsafeMutablePointer<Fiber.Frame>
  private var capacity = 8
  private(set) var count = 0

  init() { start = .allocate(capacity: 8) }

  deinit { start.deallocate() }

  /// The innermost frame; there must be one.
  var last: Fiber.Frame { start[count - 1] }
  /// The frame that called the innermost one; there must be two.
  var caller: Fiber.Frame { start[count - 2] }

  /// From the outermost inwards.
  subscript(index: Int) -> Fiber.Frame { start[index] }

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

/// The reason why a fiber stopped running.
enum Suspension {
  case finished(Value)
  /// It goes on when the clock shows this.
  case wait(Instant)
  /// It goes on when its condition holds.
  case condition
  /// Handlers that its last command woke go first, at the same instant.
  case yield
}

/// A block or a handler that was made and runs later. One thread owns it.
final class Pending: @unchecked Sendable {
  /// Its number on the board; a block of `every` keeps its own.
  let number: Int
  /// How many were made before it.
  let serial: Int
  let site: Int
  let captures: [Value]
  let every: Duration?
  /// Whether it is due at the instant at which it was made.
  var isImmediate = false
  /// Its place in the queue; `nil` for a handler.
  var entry: EventQueue<Runtime.Work>.ID?
  var isCancelled = false
  /// How often in a row it has failed.
  var failures = 0
  /// The failures in a row after which it rests.
  static let patience = 3

  init(number: Int, serial: Int, site: Int, captures: [Value], every: Duration?) {
    (self.number, self.serial, self.site, self.captures, self.every) = (number, serial, site, captures, every)
  }
}
