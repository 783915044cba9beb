/// Returns the element at the given percentile: about that fraction of the numbers is smaller.
///
/// With the n numbers sorted from rank 0 to n − 1, the result has rank `tenths · (n − 1) / 10`, rounded down: the
/// lower of two neighbours, as in the app.
///
/// - Parameters:
///   - tenths: The percentile in tenths, 0...10; 9 is the 90th percentile.
///   - numbers: The numbers, which are reordered.
/// - Returns: `nil` if there are no numbers.
/// - Complexity: O(n) on average, O(n log n) in the worst case.
func percentile(tenths: Int, of numbers: inout [Int64]) -> Int64? {
  guard !numbers.isEmpty else { return nil }
  let rank = tenths * (numbers.count - 1) / 10
  partition(&numbers, around: rank)
  return numbers[rank]
}

/// Hoare's selection: moves the number of `rank` to its sorted place, with smaller numbers before it and larger ones
/// after it.
private func partition(_ numbers: inout [Int64], around rank: Int) {
  var low = 0
  var high = numbers.count - 1
  // Twice the logarithm is plenty with the median of three as the pivot; input that defeats the pivot is sorted
  // instead.
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
