/// The inverse cosine transform of blocks of 8 × 8 coefficients (ITU-T T.81, A.3.3), to blocks of 8, 4, 2 or 1 samples
/// in each direction: a smaller block is the picture at a smaller size.
enum BlockTransform {
  /// The natural index of each coefficient in zigzag order.
  static let zigzag: [Int] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
    47, 55, 62, 63,
  ]

  private static let bits: Int32 = 13

  /// Transforms coefficients, in their natural order, into samples of 0...255.
  /// - Parameters:
  ///   - values: 64 coefficients; they are overwritten.
  ///   - across, down: The size of the block of samples: 1, 2, 4 or 8.
  ///   - samples: The block's first sample.
  ///   - stride: The distance between rows of samples.
  @inline(__always)
  static func invert(
    _ values: UnsafeMutablePointer<Int32>, across: Int, down: Int, into samples: UnsafeMutablePointer<UInt8>,
    stride: Int
  ) {
    // Columns first; the results are scaled by 8 and keep two more bits.
    switch down {
    case 8: for column in 0..<across { lengthen8(values + column, step: 8, shift: bits - 2) }
    case 4: for column in 0..<across { lengthen4(values + column, step: 8, shift: bits - 2) }
    case 2: for column in 0..<across { lengthen2(values + column, step: 8) }
    default: for column in 0..<across { values[column] = values[column] &<< 2 }
    }
    for row in 0..<down {
      let (line, out) = (values + row * 8, samples + row * stride)
      switch across {
      case 8: lengthen8(line, step: 1, shift: bits + 5)
      case 4: lengthen4(line, step: 1, shift: bits + 5)
      case 2: lengthen2(line, step: 1, shift: 5)
      default: line[0] = (line[0] &+ 16) &>> 5
      }
      for column in 0..<across { out[column] = UInt8(truncatingIfNeeded: min(255, max(0, line[column] &+ 128))) }
    }
  }

  /// The sample of a block that has only a mean.
  @inline(__always)
  static func flat(_ mean: Int32) -> UInt8 { UInt8(truncatingIfNeeded: min(255, max(0, (mean &+ 4) &>> 3 &+ 128))) }

  /// The transform of eight coefficients by Loeffler, Ligtenberg and Moschytz (ICASSP 1989), in fixed point.
  @inline(__always)
  private static func lengthen8(_ x: UnsafeMutablePointer<Int32>, step: Int, shift: Int32) {
    let (x1, x2, x3) = (x[step], x[2 &* step], x[3 &* step])
    let (x4, x5, x6, x7) = (x[4 &* step], x[5 &* step], x[6 &* step], x[7 &* step])
    if x1 | x2 | x3 | x4 | x5 | x6 | x7 == 0 {
      let value = shift > bits ? (x[0] &+ 16) &>> 5 : x[0] &<< 2
      for place in 0..<8 { x[place &* step] = value }
      return
    }
    let z1 = (x2 &+ x6) &* 4_433
    let even2 = z1 &- x6 &* 15_137
    let even3 = z1 &+ x2 &* 6_270
    let even0 = (x[0] &+ x4) &<< bits
    let even1 = (x[0] &- x4) &<< bits
    let round = Int32(1) &<< (shift &- 1)
    let (a0, a3) = (even0 &+ even3 &+ round, even0 &- even3 &+ round)
    let (a1, a2) = (even1 &+ even2 &+ round, even1 &- even2 &+ round)
    let z5 = (x7 &+ x3 &+ x5 &+ x1) &* 9_633
    let (y1, y2) = ((x7 &+ x1) &* -7_373, (x5 &+ x3) &* -20_995)
    let (y3, y4) = ((x7 &+ x3) &* -16_069 &+ z5, (x5 &+ x1) &* -3_196 &+ z5)
    let b0 = x7 &* 2_446 &+ y1 &+ y3
    let b1 = x5 &* 16_819 &+ y2 &+ y4
    let b2 = x3 &* 25_172 &+ y2 &+ y3
    let b3 = x1 &* 12_299 &+ y1 &+ y4
    x[0] = (a0 &+ b3) &>> shift
    x[7 &* step] = (a0 &- b3) &>> shift
    x[step] = (a1 &+ b2) &>> shift
    x[6 &* step] = (a1 &- b2) &>> shift
    x[2 &* step] = (a2 &+ b1) &>> shift
    x[5 &* step] = (a2 &- b1) &>> shift
    x[3 &* step] = (a3 &+ b0) &>> shift
    x[4 &* step] = (a3 &- b0) &>> shift
  }

  /// The transform of the first four coefficients.
  @inline(__always)
  private static func lengthen4(_ x: UnsafeMutablePointer<Int32>, step: Int, shift: Int32) {
    let (x1, x2, x3) = (x[step], x[2 &* step], x[3 &* step])
    let round = Int32(1) &<< (shift &- 1)
    let (even0, even1) = ((x[0] &+ x2) &<< bits &+ round, (x[0] &- x2) &<< bits &+ round)
    // The cosines of an eighth and three eighths of a right angle, times the square root of two.
    let odd0 = x1 &* 10_703 &+ x3 &* 4_433
    let odd1 = x1 &* 4_433 &- x3 &* 10_703
    x[0] = (even0 &+ odd0) &>> shift
    x[step] = (even1 &+ odd1) &>> shift
    x[2 &* step] = (even1 &- odd1) &>> shift
    x[3 &* step] = (even0 &- odd0) &>> shift
  }

  /// The transform of the first two coefficients.
  @inline(__always)
  private static func lengthen2(_ x: UnsafeMutablePointer<Int32>, step: Int, shift: Int32? = nil) {
    let (sum, difference) = (x[0] &+ x[step], x[0] &- x[step])
    if let shift {
      let round = Int32(1) &<< (shift &- 1)
      x[0] = (sum &+ round) &>> shift
      x[step] = (difference &+ round) &>> shift
    } else {
      x[0] = sum &<< 2
      x[step] = difference &<< 2
    }
  }
}
