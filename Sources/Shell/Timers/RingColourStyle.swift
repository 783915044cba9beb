import Terminal
import Timers

extension RingColour {
  /// The colour that its name says.
  var style: Style {
    switch self {
    case .purpleBlue: .shade(red: 110, green: 90, blue: 220)
    case .periwinkle: .shade(red: 150, green: 160, blue: 255)
    case .turquoise: .shade(red: 64, green: 208, blue: 200)
    case .orange: .shade(red: 255, green: 165, blue: 60)
    case .coral: .shade(red: 255, green: 110, blue: 90)
    case .magenta: .shade(red: 230, green: 60, blue: 200)
    }
  }
}
