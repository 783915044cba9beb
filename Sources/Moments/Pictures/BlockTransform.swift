import System

/// The inverse of the cosine transform of 8 × 8 coefficients (ITU-T T.81, A.3.3).
enum BlockTransform {
  /// Where the coefficients stand that a file has in zigzag order.
  static let zigzag: [Int] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
    47, 55, 62, 63,
  ]

  /// For each sample and frequency the cosine with its factor.
  private static let cosines: [Float] = (0..<64).map { index in
    let (sample, frequency) = (index / 8, index % 8)
    let factor = frequency == 0 ? 0.5.squareRoot() / 2 : 0.5
    return Float(factor * cos(Double(2 * sample + 1) * Double(frequency) * .pi / 16))
  }

  /// Turns coefficients, in their natural order, into samples of 0...255.
  /// - Parameters:
  ///   - start: of the block's first sample.
  ///   - stride: from one row of samples to the next.
  static func invert(
    _ values: UnsafeMutableBufferPointer<Float>, into samples: UnsafeMutableBufferPointer<UInt8>, at start: Int,
    stride: Int
  ) {
    cosines.withUnsafeBufferPointer { cosines in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 64) { half in
        for row in 0..<8 {
          for sample in 0..<8 {
            var sum: Float = 0
            for frequency in 0..<8 { sum += cosines[sample * 8 + frequency] * values[row * 8 + frequency] }
            half[row * 8 + sample] = sum
          }
        }
        for column in 0..<8 {
          for sample in 0..<8 {
            var sum: Float = 128.5
            for frequency in 0..<8 { sum += cosines[sample * 8 + frequency] * half[frequency * 8 + column] }
            samples[start + sample * stride + column] = UInt8(min(255, max(0, sum)))
          }
        }
      }
    }
  }
}
