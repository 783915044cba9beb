import Bluesky
import StoryScript

/// Lists of people by the ways in which users name them.
struct PeopleLists {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// Returns the address of a list: from its record, its address at://…, or the link to its page.
  /// - Parameter place: the index of the argument, for messages.
  func address(_ value: Value, about place: Int) throws(Failure) -> RecordAddress {
    let text = value.record.map { $0["uri"]?.text ?? "" } ?? value.text ?? ""
    if let address = RecordAddress(text) ?? RecordAddress(page: text), address.collection == RecordAddress.lists {
      return address
    }
    throw .refused("'\(text)' is not a list of people", "try: at://… or the link to its page").about(place)
  }
}
