import Testing
import Timeline

/// The digits and divisions on which dates are based.
@Suite struct NumberTests {
  @Test func divisionRoundsDown() {
    #expect((0 as Int64).flooredDivision(by: 7) == 0)
    #expect((6 as Int64).flooredDivision(by: 7) == 0)
    #expect((7 as Int64).flooredDivision(by: 7) == 1)
    #expect((-1 as Int64).flooredDivision(by: 7) == -1)
    #expect((-7 as Int64).flooredDivision(by: 7) == -1)
    #expect((-8 as Int64).flooredDivision(by: 7) == -2)
    for number in (-1_000 as Int64)...1_000 {
      for divisor in [1, 2, 7, 400, 86_400] as [Int64] {
        let quotient = number.flooredDivision(by: divisor)
        #expect((0..<divisor).contains(number - quotient * divisor), "\(number) by \(divisor)")
      }
    }
  }

  @Test func zerosFillUpToTheWidth() {
    #expect(7.padded(2) == "07")
    #expect(0.padded(4) == "0000")
    #expect(42.padded(2) == "42")
    #expect(123.padded(2) == "123", "nothing is cut off")
    #expect(5.padded(0) == "5")
  }

  @Test func fractionsEndWithTheirLastDigit() {
    #expect(500_000.fraction(6) == "5")
    #expect(20_300.fraction(6) == "0203")
    #expect(1.fraction(6) == "000001")
    #expect(123_456.fraction(6) == "123456")
    #expect(0.fraction(6).isEmpty)
  }
}
