/// One of the numbers, below which about such a share of them lies.
///
/// With the n numbers sorted from rank 0 to n − 1, it is the one of rank `tenths · (n − 1) / 10`, rounded down: the lower
/// of two neighbours, as the app has it.
///
/// - Parameters:
///   - tenths: 0...10; 9 is the 90th percentile.
///   - numbers: they end up in another order.
/// - Returns: `nil` without numbers.
/// - Complexity: O(n) on average, O(n log n) at worst.
func percentile(tenths: Int, of numbers: inout [Int64]) -> Int64? {
  guard !numbers.isEmpty else { return nil }
  let rank = tenths * (numbers.count - 1) / 10
  partition(&numbers, around: rank)
  return numbers[rank]
}

/// Hoare's selection: puts the number of `rank` where sorting would, smaller ones before it and larger ones behind.
private func partition(_ numbers: inout [Int64], around rank: Int) {
  var low = 0
  var high = numbers.count - 1
  // Twice the logarithm is plenty with the middle of three as pivot; numbers that defeat it are sorted instead.
  var roundsLeft = 2 * (Int.bitWidth - numbers.count.leadingZeroBitCount) + 8
  while low < high {
    guard roundsLeft > 0 else {
      numbers[low...high].sort()
      return
    }
    roundsLeft -= 1
    let pivot = middle(numbers[low], numbers[(low + high) / 2], numbers[high])
    var (left, right) = (low, high)
    while left <= right {
      while numbers[left] < pivot { left += 1 }
      while numbers[right] > pivot { right -= 1 }
      if left <= right {
        numbers.swapAt(left, right)
        left += 1
        right -= 1
      }
    }
    if rank <= right {
      high = right
    } else if rank >= left {
      low = left
    } else {
      return
    }
  }
}

private func middle(_ a: Int64, _ b: Int64, _ c: Int64) -> Int64 { max(min(a, b), min(max(a, b), c)) }
