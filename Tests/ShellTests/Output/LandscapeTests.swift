import Testing

@testable import ShellCore

@Suite struct LandscapeTests {
  /// The sky's upper colour, and the middle of the sun, as the page's script computes them for the same names.
  @Test(arguments: [
    ("harbour-at-dawn", (0x7F, 0x6A, 0xA6), (63.3, 61.5), (0xF2, 0xE9, 0xE4)),
    ("tram-28-uphill", (0x08, 0x7E, 0x8B), (68.0, 54.3), (0xFF, 0xD6, 0xA5)),
    ("lighthouse-in-fog", (0xE0, 0x7A, 0x5F), (20.8, 48.3), (0xF2, 0xCC, 0x8F)),
  ])
  func isTheOneOfThePage(
    _ name: String, _ sky: (Int, Int, Int), _ sun: (Double, Double), _ light: (Int, Int, Int)
  ) {
    let (width, height) = (180, 240)
    let pixels = Landscape(name).pixels(width: width, height: height)
    #expect(pixels.count == width * height * 3)
    func colour(_ x: Int, _ y: Int) -> (Int, Int, Int) {
      let start = (y * width + x) * 3
      return (Int(pixels[start]), Int(pixels[start + 1]), Int(pixels[start + 2]))
    }
    let top = colour(0, 0)
    #expect(abs(top.0 - sky.0) <= 2 && abs(top.1 - sky.1) <= 2 && abs(top.2 - sky.2) <= 2, "\(top)")
    #expect(colour(Int(sun.0 * 2), Int(sun.1 * 2)) == light)
    // The ground is dark, whatever the sky is like.
    let ground = colour(90, 239)
    #expect(ground.0 + ground.1 + ground.2 < 255, "\(ground)")
  }

  @Test func eachNameHasItsOwn() {
    let names = ["a", "b", "harbour-at-dawn", "harbour-at-dusk", "", "📷"]
    let pictures = names.map { Landscape($0).pixels(width: 20, height: 20) }
    #expect(Set(pictures).count == names.count)
    #expect(Landscape("a").pixels(width: 20, height: 20) == pictures[0])
    #expect(Landscape("a").pixels(width: 1, height: 1).count == 3 && Landscape("a").pixels(width: 0, height: 0).isEmpty)
  }
}
