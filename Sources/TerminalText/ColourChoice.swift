/// The colours, at most 256, with which a picture is shown on a terminal that has a palette.
///
/// The picture's colours, in cells of 8 × 8 × 8, are divided where they differ most (Heckbert's median cut, by
/// variance), and each group's mean is then moved to the middle of the colours that are nearest to it (Lloyd).
struct ColourChoice {
  private static let maximum = 256
  private static let rounds = 3

  /// The colours as sixels state them: in percent.
  private(set) var percents: [(red: Int, green: Int, blue: Int)] = []
  /// The colours as the terminal shows them, in 0...255.
  private var shown: [SIMD4<Int32>] = []

  /// Colours that are nearly the same, as sums of their components, with their number in the last lane.
  private struct Cell {
    var sums: SIMD4<Float>
    var mean: SIMD4<Float> { sums / sums.w }
  }

  /// - Parameter bytes: Red, green and blue of each pixel.
  init(_ bytes: [UInt8]) {
    let cells = Self.cells(of: bytes)
    var means = Self.divided(cells)
    for _ in 0..<Self.rounds { means = Self.centred(means, cells) }
    var seen: Set<Int> = []
    for mean in means {
      func percent(_ value: Float) -> Int { Int((value * 100 / 255).rounded()) }
      let colour = (red: percent(mean.x), green: percent(mean.y), blue: percent(mean.z))
      guard seen.insert((colour.red * 128 + colour.green) * 128 + colour.blue).inserted else { continue }
      percents.append(colour)
      func byte(_ percent: Int) -> Int32 { Int32((percent * 255 + 50) / 100) }
      shown.append(SIMD4(byte(colour.red), byte(colour.green), byte(colour.blue), 0))
    }
  }

  private static func cells(of bytes: [UInt8]) -> [Cell] {
    var sums = [SIMD4<Float>](repeating: .zero, count: 1 << 15)
    // For a large picture, every third pixel is enough.
    let step = bytes.count > 1 << 20 ? 9 : 3
    for start in stride(from: 0, to: bytes.count - 2, by: step) {
      let (red, green, blue) = (bytes[start], bytes[start + 1], bytes[start + 2])
      sums[Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)] +=
        SIMD4(Float(red), Float(green), Float(blue), 1)
    }
    return sums.compactMap { $0.w > 0 ? Cell(sums: $0) : nil }
  }

  /// Divides the colours into groups and returns their means.
  private static func divided(_ cells: [Cell]) -> [SIMD4<Float>] {
    struct Group {
      var cells: ArraySlice<Cell>
      let mean: SIMD4<Float>
      /// The sum of the squared distances from the mean, by component.
      let spread: SIMD4<Float>

      init(_ cells: ArraySlice<Cell>) {
        self.cells = cells
        let sums = cells.reduce(into: SIMD4<Float>.zero) { $0 += $1.sums }
        let mean = sums / max(1, sums.w)
        self.mean = mean
        spread = cells.reduce(into: SIMD4<Float>.zero) { sum, cell in
          let distance = cell.mean - mean
          sum += distance * distance * cell.sums.w
        }
      }

      var error: Float { spread.x + spread.y + spread.z }
    }
    var groups = [Group(cells[...])]
    while groups.count < maximum,
      let index = groups.indices.max(by: { groups[$0].error < groups[$1].error }), groups[index].error > 0
    {
      let group = groups[index]
      let lane = (0..<3).max { group.spread[$0] < group.spread[$1] } ?? 0
      var parts = group.cells
      let middle = parts.partition { $0.mean[lane] > group.mean[lane] }
      guard middle > parts.startIndex, middle < parts.endIndex else { break }
      groups[index] = Group(parts[..<middle])
      groups.append(Group(parts[middle...]))
    }
    return groups.map { $0.mean }
  }

  /// Returns the middle of the colours that are nearest to each mean.
  private static func centred(_ means: [SIMD4<Float>], _ cells: [Cell]) -> [SIMD4<Float>] {
    var sums = [SIMD4<Float>](repeating: .zero, count: means.count)
    for cell in cells {
      let colour = cell.mean
      var (best, least) = (0, Float.infinity)
      for index in means.indices {
        let distance = means[index] - colour
        let square = distance.x * distance.x + distance.y * distance.y + distance.z * distance.z
        if square < least { (best, least) = (index, square) }
      }
      sums[best] += cell.sums
    }
    return means.indices.map { sums[$0].w > 0 ? sums[$0] / sums[$0].w : means[$0] }
  }

  // MARK: Pixels

  /// Returns the index of each pixel's colour. A pixel's error is passed on to its neighbours (Floyd and Steinberg).
  func indices(of bytes: [UInt8], width: Int) -> [UInt8] {
    let height = bytes.count / 3 / max(1, width)
    var nearest = [Int16](repeating: -1, count: 1 << 18)
    // The errors of this row and the next one, in sixteenths, with a margin at each end.
    var errors = [SIMD4<Int32>](repeating: .zero, count: width + 2)
    var below = errors
    var found = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let start = (y * width + x) * 3
        let exact = SIMD4<Int32>(Int32(bytes[start]), Int32(bytes[start + 1]), Int32(bytes[start + 2]), 0)
        let error = errors[x + 1]
        func wanted(_ lane: Int) -> Int32 { min(255, max(0, exact[lane] &+ (error[lane] &+ 8) &>> 4)) }
        let colour = SIMD4<Int32>(wanted(0), wanted(1), wanted(2), 0)
        let key = Int(colour.x &>> 2) << 12 | Int(colour.y &>> 2) << 6 | Int(colour.z &>> 2)
        if nearest[key] < 0 { nearest[key] = Int16(closest(to: colour)) }
        let index = Int(nearest[key])
        found[y * width + x] = UInt8(index)
        let rest = colour &- shown[index]
        errors[x + 2] &+= rest &* 7
        below[x] &+= rest &* 3
        below[x + 1] &+= rest &* 5
        below[x + 2] &+= rest
      }
      swap(&errors, &below)
      for x in below.indices { below[x] = .zero }
    }
    return found
  }

  private func closest(to colour: SIMD4<Int32>) -> Int {
    var (best, least) = (0, Int32.max)
    for index in shown.indices {
      let distance = shown[index] &- colour
      let square = distance.x &* distance.x &+ distance.y &* distance.y &+ distance.z &* distance.z
      if square < least { (best, least) = (index, square) }
    }
    return best
  }
}
