import Testing

@testable import RichText

@Suite("Text styles")
struct TextStyleTests {
  @Test("Control sequences for terminals")
  func terminal() {
    #expect(TextStyle.plain.sgr == "")
    #expect(TextStyle(color: .cyan).sgr == "\u{1B}[36m")
    #expect(TextStyle(color: .magenta, isDim: true).sgr == "\u{1B}[2;35m")
    #expect(TextStyle(color: .blue, isUnderlined: true).sgrParameters == [4, 34])
  }

  @Test("Declarations and attributes for pages and pictures")
  func page() {
    let style = TextStyle(color: .blue, isUnderlined: true, isDim: true)
    #expect(style.css == "color:#0969da;text-decoration:underline;opacity:0.6")
    #expect(style.svgAttributes == " fill=\"#0969da\" text-decoration=\"underline\" fill-opacity=\"0.6\"")
    #expect(TextStyle.plain.css == "" && TextStyle.plain.svgAttributes == "")
  }

  @Test("Colours are readable on white", arguments: TextStyle.Color.allCases)
  func contrast(_ color: TextStyle.Color) throws {
    let value = try #require(Int(color.hex.dropFirst(), radix: 16))
    let channels = [16, 8, 0].map { shift -> Double in
      let channel = Double(value >> shift & 0xFF) / 255
      // Relative luminance as WCAG 2 defines it, with a square in place of the power 2.4 that only makes it stricter.
      return channel * channel
    }
    let luminance = 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    #expect(1.05 / (luminance + 0.05) > 4.5)
  }
}
