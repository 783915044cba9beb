import Moments

/// A map as a picture that a browser shows: towns as dots, pins as circles with their moments' words.
struct MapPage {
  let map: PhotoMap

  private static let (width, height, margin) = (960, 480, 16)

  var svg: String {
    let (width, height, margin) = (Self.width, Self.height, Self.margin)
    var body = "<g fill=\"#b8b8b8\">\n"
    for town in Places.towns(in: map.pins.region) {
      body += "<circle cx=\"\(Self.text(town.x, width))\" cy=\"\(Self.text(town.y, height))\" r=\"1\"/>\n"
    }
    body += "</g>\n"
    // The largest come first and are drawn first, so that small ones lie above them.
    for (index, pin) in map.pins.pins.enumerated() { body += circle(pin, number: index + 1) }
    let bottom = height + margin + 20
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width + 2 * margin)" height="\(bottom + margin)" \
      viewBox="\(-margin) \(-margin) \(width + 2 * margin) \(bottom + margin)" font-family="sans-serif">
      <title>Photos</title>
      <rect x="\(-margin)" y="\(-margin)" width="100%" height="100%" fill="#fff"/>
      <rect width="\(width)" height="\(height)" fill="#f4f7fa" stroke="#ccc"/>
      \(body)<text y="\(height + 20)" font-size="12" fill="#555">\(Markup.escaped(map.extent)). Towns: GeoNames, \
      CC BY 4.0.</text>
      </svg>

      """
  }

  private func circle(_ pin: MapPins.Pin, number: Int) -> String {
    let (x, y) = (Self.text(pin.x, Self.width), Self.text(pin.y, Self.height))
    let photos = map.photos(of: pin)
    let place = map.place(of: pin).map { ", \($0.description)" } ?? ""
    let words = Markup.escaped("\(map.words(of: pin))\(place): \(TimeText.count(photos, "photo"))")
    let radius = 8 + min(14, 2 * (Int.bitWidth - photos.leadingZeroBitCount))
    return """
      <g><title>\(words)</title><circle cx="\(x)" cy="\(y)" r="\(radius)" fill="\(pin.isLeaf ? "#1f6feb" : "#d9480f")" \
      fill-opacity="0.8"/><text x="\(x)" y="\(y)" dy="4" font-size="12" fill="#fff" text-anchor="middle">\(number)</text></g>

      """
  }

  /// A tenth of a pixel is enough.
  private static func text(_ share: Double, _ length: Int) -> String {
    TimeText.decimal(share * Double(length))
  }
}
