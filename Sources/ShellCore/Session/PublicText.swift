import StoryScript

/// Texts that leave the session: published texts, and texts that are saved and shared between devices.
extension Session {
  /// Asks whether to publish texts that seem to contain an app password or a token. If no one can be asked, the texts
  /// are refused: a published text cannot be taken back.
  /// - Parameters:
  ///   - publicity: the reason why it matters, such as "posts are public".
  ///   - unchanged: the thing that the answer "no" leaves as it was.
  ///   - way: the code for a script whose text is not a secret.
  package func checkIsPublic(
    _ texts: [String], _ publicity: String, unchanged: String,
    _ way: String = "change the text, or run the line at a prompt, which asks first"
  ) throws(Failure) {
    guard texts.contains(where: { SecretText.hasToken($0) || output.secrets.areInText($0) }) else { return }
    let words = "this text seems to contain an app password or a token, and \(publicity)"
    try confirm(words, "publish it?", unchanged: unchanged, way)
  }

  /// Asks whether to save or send texts that contain a password or PIN that was used in this run. If no one can be
  /// asked, the texts are refused.
  package func checkIsUnused(_ texts: [String], _ question: String = "save it?", unchanged: String) throws(Failure) {
    guard texts.contains(where: { output.secrets.areInText($0) }) else { return }
    try confirm(
      "this text contains a password or PIN that was used in this session", question, unchanged: unchanged,
      "change the text, or run the line at a prompt, which asks first")
  }

  private func confirm(
    _ words: String, _ question: String, unchanged: String, _ way: String
  ) throws(Failure) {
    guard questions.canAsk else { throw .refused(words, way) }
    printer.writeWrapped(words)
    // Else the question would come first.
    flush()
    guard confirms(question) else {
      // The history does not keep such a line, and the text must not be lost.
      questions.prompt?.decline()
      throw .refused(unchanged)
    }
  }

  /// Refuses to save a text that contains a password or PIN that was used in this run.
  /// - Parameter what: the thing that would be saved, such as "an abbreviation".
  func refuseUsedSecrets(in text: String, of what: String, about place: Int) throws(Failure) {
    guard output.secrets.areIn(text) else { return }
    throw .refused("\(what) cannot contain a PIN or a password: anyone could read it").about(place)
  }
}
