import Testing
import Timeline

@testable import StoryScript

/// Whole numbers are exact up to 2^63, and durations to the microsecond.
@Suite struct WholeNumberTests {
  @Test(arguments: [
    #"""
    print 123456789012345678                    # => 123456789012345678
    print 9007199254740992 + 1                  # => 9007199254740993
    print 9007199254740993 - 1 == 9007199254740992 # => true
    print 9223372036854775807                   # => 9223372036854775807
    print -9223372036854775808                  # => -9223372036854775808
    print 3000000000 * 3000000000 - 1           # => 8999999999999999999
    print 123456789012345679 mod 10             # => 9
    print -123456789012345679 mod 10            # => 1
    print 123456789012345678 / 2                # => 61728394506172839
    print 123456789012345679 == 123456789012345678 # => false
    print 123456789012345679 > 123456789012345600.5 # => true
    print 9007199254740993 > 9007199254740992   # => true
    print (max 1 123456789012345678 2.5)        # => 123456789012345678
    print (number "123456789012345678") + 1     # => 123456789012345679
    print (round 123456789012345678)            # => 123456789012345678
    print (abs -123456789012345678)             # => 123456789012345678
    print -(123456789012345678)                 # => -123456789012345678
    print (unique [123456789012345678, 123456789012345679] | count) # => 2
    print ([123456789012345679, 123456789012345678] | sort | first) # => 123456789012345678
    print ([123456789012345678, 1] | sum)       # => 123456789012345679
    print (range 9007199254740992 9007199254740994) # => [9007199254740992, 9007199254740993, 9007199254740994]
    print (type 123456789012345678)             # => number
    print "{123456789012345678}"                # => 123456789012345678
    print 1e15                                  # => 1000000000000000
    print 1e22                                  # => 1e+22
    print 1 / 3000                              # => 0.000333333333333333
    print 2 / 3                                 # => 0.666666666666667
    print 0.1 + 0.2                             # => 0.3
    print 100 * 1.1                             # => 110
    let n = 9007199254740990
    repeat 5 { n = $n + 1 }
    print $n                                    # => 9007199254740995
    """#,
    #"""
    print 1000d * 66.4         # => 66400d
    print 0.1 * 365000d        # => 36500d
    print 100000d1us           # => 100000d0.000001s
    print 1.1h                 # => 1h6m
    print 365000d / 3.65       # => 100000d
    print 10s / 3              # => 3.333333s
    print -10s / 3             # => -3.333333s
    print 1us * 0.5            # => 1us
    print 1us * 0.4            # => 0s
    print 10s * -1.5           # => -15s
    """#,
  ])
  func scripts(_ script: String) { #expect(run(script) == expectations(in: script), "\(script)") }

  @Test(
    arguments: DiagnosticCase.all(
      #"""
      print 9223372036854775807 + 1
      -- 1:7 «9223372036854775807 + 1» the result of this sum is out of range

      print 4000000000 * 4000000000
      -- 1:7 «4000000000 * 4000000000» the result of this product is out of range

      print -9223372036854775807 - 2
      -- 1:7 «-9223372036854775807 - 2» the result of this difference is out of range

      print 123456789012345678 / 0
      -- 1:7 «123456789012345678 / 0» division by zero

      print 12345678901234567890
      -- 1:7 «12345678901234567890» this number is too large

      print [1][123456789012345678]
      -- 1:7 «[1][123456789012345678]» there is no item [123456789012345678]: the length is 1 | the first item is [0], the last is [-1]
      """#))
  func overflowIsAnError(_ test: DiagnosticCase) { #expect(test.diagnose().lines == test.expected) }

  @Test func durationsAgreeWithWiderArithmetic() {
    var chance = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let length = Int64.random(in: 0...30_000_000_000_000, using: &chance)
      let tenths = Int64.random(in: 1...999, using: &chance)
      let product = Duration(microseconds: length).times(Double(tenths) / 10)
      let (quotient, rest) = (length * tenths).quotientAndRemainder(dividingBy: 10)
      #expect(product == Duration(microseconds: quotient + (rest >= 5 ? 1 : 0)), "\(length) \(tenths)")
    }
  }
}
