import System

/// Scales pictures to the pixels of a screen with a Lanczos filter, which keeps them sharp and free of moiré.
enum Resampling {
  /// The number of lobes of the filter on each side.
  private static let radius = 3.0

  /// The pixels that contribute to each pixel of a line, and their weights.
  private struct Line {
    /// The first contributing pixel of each pixel.
    var starts: [Int] = []
    /// `taps` weights for each pixel; unused ones are 0.
    var weights: [Float] = []
    var taps = 0

    init(_ length: Int, to newLength: Int) {
      let ratio = Double(length) / Double(newLength)
      let stretch = max(1, ratio)
      taps = min(length, Int((Resampling.radius * stretch * 2).rounded(.up)) + 1)
      for index in 0..<newLength {
        let centre = (Double(index) + 0.5) * ratio
        let first = max(0, min(length - taps, Int((centre - Resampling.radius * stretch).rounded(.down))))
        var all = (first..<first + taps).map { Resampling.weight((Double($0) + 0.5 - centre) / stretch) }
        let sum = all.reduce(0, +)
        if sum != 0 { for tap in all.indices { all[tap] /= sum } }
        starts.append(first)
        weights += all.map { Float($0) }
      }
    }
  }

  private static func weight(_ x: Double) -> Double {
    if x == 0 { return 1 }
    guard x.magnitude < radius else { return 0 }
    let angle = Double.pi * x
    return radius * sin(angle) * sin(angle / radius) / (angle * angle)
  }

  /// - Complexity: O(pixels of both), times the width of the filter.
  static func scaled(_ picture: Pixels, toWidth newWidth: Int, height newHeight: Int) -> Pixels {
    guard newWidth > 0, newHeight > 0, picture.width > 0, picture.height > 0 else {
      return Pixels(width: 0, height: 0, bytes: [])
    }
    if (newWidth, newHeight) == (picture.width, picture.height) { return picture }
    let (across, down) = (Line(picture.width, to: newWidth), Line(picture.height, to: newHeight))
    let length = newWidth * 3
    // The rows that were scaled across, as a ring: only those that the current row needs.
    let ring = down.taps
    let bytes = [UInt8](unsafeUninitializedCapacity: length * newHeight) { out, count in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: length * (ring + 1)) { memory in
        guard let rows = memory.baseAddress, let out = out.baseAddress else { return }
        memory.initialize(repeating: 0)
        let sum = rows + length * ring
        var done = 0
        picture.bytes.withUnsafeBufferPointer { source in
          guard let source = source.baseAddress else { return }
          for y in 0..<newHeight {
            let first = down.starts[y]
            done = max(done, first)
            while done < first + down.taps {
              shrink(source + done * picture.width * 3, across, into: rows + done % ring * length)
              done += 1
            }
            sum.update(repeating: 0.5, count: length)
            for tap in 0..<down.taps {
              let weight = down.weights[y * down.taps + tap]
              if weight == 0 { continue }
              let row = rows + (first + tap) % ring * length
              for x in 0..<length { sum[x] += row[x] * weight }
            }
            let line = out + y * length
            for x in 0..<length { line[x] = UInt8(truncatingIfNeeded: Int32(min(255, max(0, sum[x])))) }
          }
        }
      }
      count = length * newHeight
    }
    return Pixels(width: newWidth, height: newHeight, bytes: bytes)
  }

  /// Scales a row across.
  @inline(__always)
  private static func shrink(_ row: UnsafePointer<UInt8>, _ line: Line, into out: UnsafeMutablePointer<Float>) {
    line.starts.withUnsafeBufferPointer { starts in
      line.weights.withUnsafeBufferPointer { weights in
        guard let weights = weights.baseAddress else { return }
        for x in starts.indices {
          var (red, green, blue): (Float, Float, Float) = (0, 0, 0)
          var from = row + starts[x] &* 3
          let own = weights + x &* line.taps
          for tap in 0..<line.taps {
            let weight = own[tap]
            red += Float(from[0]) * weight
            green += Float(from[1]) * weight
            blue += Float(from[2]) * weight
            from += 3
          }
          (out[3 &* x], out[3 &* x &+ 1], out[3 &* x &+ 2]) = (red, green, blue)
        }
      }
    }
  }
}

extension Pixels {
  /// Returns the picture at another size, smoothly scaled.
  public func resampled(toWidth newWidth: Int, height newHeight: Int) -> Pixels {
    Resampling.scaled(self, toWidth: newWidth, height: newHeight)
  }
}
