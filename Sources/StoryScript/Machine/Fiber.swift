import Timeline

/// A strand of execution with its own stack: the script, or a block that runs later. Being separate from the
/// machine's native stack, it can wait anywhere, and deep recursion cannot crash the program.
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
  /// The rest of a waiting command, to run when its time has passed, and the register for the command's value.
  var continuation: (() throws(Failure) -> CommandOutcome)?
  var continuationTarget = 0
  /// Returns the part of the command's value that is ready, while the command waits for more of it or fails.
  var partial: (() -> Value?)?
  /// An error to raise when the fiber resumes.
  var pendingFailure: Failure?
  var condition: Waiting?
  var watch: Watch?
  /// The block or handler that the fiber runs; `nil` for the script itself.
  var origin: Pending?
  /// The fiber's entry in the queue while it waits for an instant.
  var entry: EventQueue<Runtime.Work>.ID?

  /// The index of the instruction at which the outermost function resumes.
  var nextOutermost: Int? {
    guard frames.count > 0, let next = frames.count > 1 ? frames[1].returnTo : next else { return nil }
    return next - frames[0].code
  }

  /// The instant for which the fiber waits.
  var due: Instant?
  /// The number of blocks and handlers that had begun when this one began; 0 for the script itself.
  var number = 0
  /// The fiber that runs further as soon as this one waits or has finished.
  var outer: Fiber?

  struct Waiting {
    var site: Int
    var captures: [Value]
  }

  /// The place to which an outermost frame would return: behind an instruction that lends nothing.
  static var nothing: UnsafeMutablePointer<Instruction> { noCall.next }
  private static let noCall = NoCall()

  private struct NoCall: @unchecked Sendable {
    private let start: UnsafeMutablePointer<Instruction>
    var next: UnsafeMutablePointer<Instruction> { start + 1 }
    init() {
      start = .allocate(capacity: 1)
      start.initialize(to: Instruction(operation: .jump))
    }
  }

  /// The number of registers that most blocks need.
  static let defaultCapacity = 32

  init(capacity: Int = Fiber.defaultCapacity) {
    self.capacity = capacity
    stack = .allocate(capacity: capacity)
    stack.initialize(repeating: .none, count: capacity)
  }

  deinit {
    stack.deinitialize(count: capacity)
    stack.deallocate()
  }

  /// Clears all values, so that the fiber can run another block.
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

/// Frames in plain memory: a call must not pay for an array's checks.
final class FrameStack {
  private var start: UnsafeMutablePointer<Fiber.Frame>
  private var capacity = 8
  private(set) var count = 0

  init() { start = .allocate(capacity: 8) }

  deinit { start.deallocate() }

  /// The innermost frame. There must be at least one frame.
  var last: Fiber.Frame { start[count - 1] }
  /// The frame that called the innermost one. There must be at least two frames.
  var caller: Fiber.Frame { start[count - 2] }

  /// Counts from the outermost frame inwards.
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
  /// The fiber resumes when the clock reaches this instant.
  case wait(Instant)
  /// The fiber resumes when its condition is true.
  case condition
  /// The handlers triggered by the last command run first, at the same instant.
  case yield
}

/// A block or a handler that was created and runs later. One thread owns it.
final class Pending: @unchecked Sendable {
  /// The number listed by `waiting`; a block of `every` keeps its number.
  let number: Int
  /// The number of blocks and handlers created before this one.
  let serial: Int
  let site: Int
  let captures: [Value]
  let every: Duration?
  /// `true` if lines of an earlier session have created the block when they ran again, or such a block has.
  var isReplayed = false
  /// `true` if the block is due at the instant at which it was created.
  var isImmediate = false
  /// The entry in the queue; `nil` for a handler.
  var entry: EventQueue<Runtime.Work>.ID?
  var isCancelled = false
  /// The number of consecutive failures.
  var failures = 0
  /// The number of consecutive failures after which the block is suspended.
  static let failureLimit = 3

  init(number: Int, serial: Int, site: Int, captures: [Value], every: Duration?) {
    (self.number, self.serial, self.site, self.captures, self.every) = (number, serial, site, captures, every)
  }
}
