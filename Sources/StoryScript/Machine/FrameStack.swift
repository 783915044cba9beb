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
