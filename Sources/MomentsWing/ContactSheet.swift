import Moments
import ShellCore
import System
import Timeline

/// Photos as small pictures on one page that needs no other file and no network.
struct ContactSheet {
  /// A picture file without metadata.
  struct Image {
    /// `image/jpeg`.
    var type: String
    var bytes: [UInt8]
  }

  struct Picture {
    /// `nil` if the photo has no small picture and none can be made.
    var image: Image?
    var caption: String
    var isFavourite: Bool
  }

  let title: String
  /// The text of each moment, and its photos.
  let sections: [(title: String, pictures: [Picture])]

  static let width = 160
  /// The smallest width of a picture on a screen: two beside each other on a phone.
  private static let minimumWidth = 144
  /// The quality of its pictures: five kilobytes each.
  static let quality = 78

  // MARK: HTML

  var html: String {
    var page = """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(Markup.escaped(title))</title>
      <style>
      body { font: 14px/1.4 sans-serif; margin: 24px; color: #222; background: #fff }
      h1 { font-size: 20px } h2 { font-size: 16px; margin: 24px 0 8px; break-after: avoid }
      div { display: grid; grid-template-columns: repeat(auto-fill, minmax(\(Self.minimumWidth)px, 1fr)); gap: 12px }
      figure { margin: 0; break-inside: avoid } figcaption { font-size: 12px; overflow-wrap: anywhere }
      span { display: flex; aspect-ratio: 1; align-items: center; justify-content: center; background: #eee;
        color: #777; overflow: hidden; print-color-adjust: exact; -webkit-print-color-adjust: exact }
      img { width: 100%; height: 100%; object-fit: contain; image-orientation: none }
      @media (max-width: 480px) { body { margin: 12px } }
      @media print { body { margin: 0 } }
      </style>
      <h1>\(Markup.escaped(title))</h1>

      """
    for section in sections {
      page += "<h2>\(Markup.escaped(section.title))</h2>\n<div>\n"
      for picture in section.pictures {
        let image =
          picture.image.map {
            "<img alt=\"\" src=\"\(Self.uri($0))\">"
          } ?? "no picture"
        let heart = picture.isFavourite ? "♥ " : ""
        page +=
          "<figure><span>\(image)</span><figcaption>\(heart)\(Markup.escaped(picture.caption))</figcaption></figure>\n"
      }
      page += "</div>\n"
    }
    return page + "</html>\n"
  }

  // MARK: SVG

  /// Six pictures in a row.
  var svg: String {
    let (columns, cell, line) = (6, Self.width + 12, 18)
    var body = ""
    var top = 44
    for section in sections {
      body += text(section.title, x: 12, y: top, size: 15)
      top += 12
      for (index, picture) in section.pictures.enumerated() {
        let (x, y) = (12 + index % columns * cell, top + index / columns * (Self.width + 2 * line))
        let (centreX, centreY) = (x + Self.width / 2, y + Self.width / 2)
        body += "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(Self.width)\" height=\"\(Self.width)\" fill=\"#eee\"/>\n"
        if let image = picture.image {
          let half = Self.width / 2
          body +=
            "<image x=\"\(-half)\" y=\"\(-half)\" width=\"\(Self.width)\" height=\"\(Self.width)\" "
            + "transform=\"translate(\(centreX) \(centreY))\" href=\"\(Self.uri(image))\"/>\n"
        }
        body += text(
          (picture.isFavourite ? "♥ " : "") + Self.shortened(picture.caption), x: x, y: y + Self.width + 14, size: 11)
      }
      top += (section.pictures.count + columns - 1) / columns * (Self.width + 2 * line) + 24
    }
    let width = 12 + columns * cell
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(top)" viewBox="0 0 \(width) \(top)" \
      font-family="sans-serif">
      <title>\(Markup.escaped(title))</title>
      <rect width="100%" height="100%" fill="#fff"/>
      \(text(title, x: 12, y: 24, size: 18))\(body)</svg>

      """
  }

  private func text(_ words: String, x: Int, y: Int, size: Int) -> String {
    "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\">\(Markup.escaped(words))</text>\n"
  }

  /// Shortens a text to fit below a picture.
  private static func shortened(_ text: String) -> String { text.count > 26 ? text.prefix(25) + "…" : text }

  // MARK: Parts

  private static func uri(_ image: Image) -> String {
    "data:\(image.type);base64," + Base64.text(image.bytes)
  }
}
