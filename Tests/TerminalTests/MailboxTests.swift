import Testing

@testable import Terminal

@Suite struct MailboxTests {
  @Test func messagesOfManyThreadsArriveOnce() async {
    let mailbox = Mailbox()
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<8 {
        group.addTask { for number in 0..<1000 { mailbox.post("\(sender) \(number)") } }
      }
    }
    let (messages, woken) = mailbox.drain()
    #expect(Set(messages).count == 8000 && messages.count == 8000)
    #expect(woken)
    #expect(mailbox.drain().woken == false)
    mailbox.wake()
    #expect(mailbox.drain() == ([], true))
  }
}
