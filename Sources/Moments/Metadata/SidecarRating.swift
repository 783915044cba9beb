/// The star rating in an editor's XMP file, which can be changed without touching any other byte: the history, the
/// masks, the encoding and the line endings stay.
///
/// The file is parsed strictly as XML and RDF. A file that is not well-formed, or whose rating has a form that cannot
/// be changed, is refused, because it contains a user's work.
public struct SidecarRating {
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    case malformed(line: Int)
    case documentType
    case encoding
    /// The file contains no XMP.
    case notXMP
    /// The rating is not just a number.
    case unusual

    public var description: String {
      switch self {
      case .malformed(let line): "is not well-formed XML on line \(line)"
      case .documentType: "contains a document type declaration, which is not part of XMP"
      case .encoding: "does not use the encoding that it declares"
      case .notXMP: "contains no XMP"
      case .unusual: "has a star rating that is not a plain number"
      }
    }
  }

  /// The rating in stars, -1...5, with 0 for unrated; `nil` if the file contains none.
  public private(set) var stars: Int?

  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let xmp = "http://ns.adobe.com/xap/1.0/"

  private let outline: XMLOutline
  /// The places of the ratings: the range to replace, and the text to write before and after the new rating.
  private var places: [(range: Range<Int>, before: String, after: String)] = []
  private let root: Int
  /// The descriptions of the photo itself; nested descriptions are of other photos.
  private var descriptions: [Int] = []

  public init(_ bytes: [UInt8]) throws(Problem) {
    guard let text = EncodedText(bytes) else { throw .encoding }
    do throws(XMLOutline.Problem) { outline = try XMLOutline(text) } catch {
      switch error {
      case .malformed(let line): throw .malformed(line: line)
      case .documentType: throw .documentType
      case .encoding: throw .encoding
      }
    }
    let elements = outline.elements
    func isNamed(_ number: Int, _ space: String, _ name: String) -> Bool {
      XMLOutline.resolve(elements[number].name, in: elements[number].namespaces).map { $0 == (space, name[...]) }
        ?? false
    }
    let roots = elements.indices.filter { isNamed($0, Self.rdf, "RDF") }
    guard roots.count == 1 else { throw .notXMP }
    root = roots[0]
    for number in elements.indices where elements[number].parent == root && isNamed(number, Self.rdf, "Description") {
      descriptions.append(number)
    }
    for number in descriptions {
      for attribute in elements[number].attributes {
        let name = XMLOutline.resolve(attribute.name, in: elements[number].namespaces, isAttribute: true)
        guard let name, name == (Self.xmp, "Rating") else { continue }
        try add(attribute.value, "", "")
      }
    }
    for number in elements.indices where isNamed(number, Self.xmp, "Rating") {
      guard let parent = elements[number].parent, descriptions.contains(parent) else { continue }
      let element = elements[number]
      guard element.isPlain, element.attributes.allSatisfy({ $0.name.hasPrefix("xmlns") }) else { throw .unusual }
      if element.isSingleTag {
        // `<xmp:Rating/>` is equivalent to an empty element.
        try add(element.content.lowerBound - 2..<element.content.upperBound, ">", "</\(element.name)>", isEmpty: true)
      } else {
        try add(element.content, "", "")
      }
    }
  }

  private mutating func add(_ range: Range<Int>, _ before: String, _ after: String, isEmpty: Bool = false)
    throws(Problem)
  {
    let words = isEmpty ? "" : outline.text.text(range).split { $0.isWhitespace }.joined(separator: " ")
    let number = Double(words).flatMap { (-1...5).contains($0) ? Int($0) : nil }
    guard number != nil || words.isEmpty else { throw .unusual }
    places.append((range, before, after))
    // If two ratings differ, it is unknown which one counts.
    guard places.count == 1 || stars == number else { throw .unusual }
    stars = number
  }

  /// Returns the file with another rating and every other byte unchanged.
  /// - Parameter stars: 1...5.
  public func bytes(with stars: Int) throws(Problem) -> [UInt8] {
    let text = outline.text
    let changed =
      places.isEmpty
      ? text.replacing([addition(of: stars)])
      : text.replacing(places.map { ($0.range, "\($0.before)\(stars)\($0.after)") })
    // Check that the written file contains the rating, whatever its earlier form.
    guard try SidecarRating(changed).stars == stars else { throw .unusual }
    return changed
  }

  /// Returns the place for a rating in a file without one, and the text to write there: an attribute of a description
  /// in which the namespace already has a prefix, an attribute of the first description, or a new description.
  private func addition(of stars: Int) -> (range: Range<Int>, text: String) {
    func prefix(_ number: Int) -> String? {
      outline.elements[number].namespaces.filter { $0.value == Self.xmp && !$0.key.isEmpty }.keys.sorted().last
    }
    guard let number = descriptions.first(where: { prefix($0) != nil }) ?? descriptions.first else {
      return description(of: stars)
    }
    let element = outline.elements[number]
    var (place, blank, quote) = (element.nameEnd, " ", "\"")
    if let last = element.attributes.last {
      // Use the same separator and quotes as the attribute before.
      let end = element.attributes.dropLast().last?.whole.upperBound ?? element.nameEnd
      place = last.whole.upperBound
      blank = outline.text.text(end..<last.whole.lowerBound)
      quote = outline.text.text(place - 1..<place)
    }
    if let prefix = prefix(number) {
      return (place..<place, "\(blank)\(prefix):Rating=\(quote)\(stars)\(quote)")
    }
    let new = Self.freePrefix(element.namespaces)
    return (
      place..<place,
      "\(blank)xmlns:\(new)=\(quote)\(Self.xmp)\(quote)\(blank)\(new):Rating=\(quote)\(stars)\(quote)"
    )
  }

  /// Returns a new description, for RDF without one.
  private func description(of stars: Int) -> (range: Range<Int>, text: String) {
    let element = outline.elements[root]
    let rdf = element.name.firstIndex(of: ":").map { String(element.name[...$0]) } ?? ""
    let new = Self.freePrefix(element.namespaces)
    let about = rdf.isEmpty ? "" : " \(rdf)about=\"\""
    let text = "<\(rdf)Description\(about) xmlns:\(new)=\"\(Self.xmp)\" \(new):Rating=\"\(stars)\"/>"
    let start = element.content.lowerBound
    return element.isSingleTag ? (start - 2..<start, ">\(text)</\(element.name)>") : (start..<start, text)
  }

  /// Returns an unused prefix.
  private static func freePrefix(_ namespaces: [String: String]) -> String {
    namespaces["xmp"] == nil ? "xmp" : (1...).lazy.map { "xmp\($0)" }.first { namespaces[$0] == nil } ?? "xmp"
  }
}
