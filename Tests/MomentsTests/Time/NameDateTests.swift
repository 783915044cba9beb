import Testing

@testable import Moments

@Suite struct NameDateTests {
  @Test(arguments: [
    ("IMG_20190521_101112.jpg", "2019-05-21T10:11:12", CaptureTime.Source.name),
    ("VID_20190521_101112345.mp4", "2019-05-21T10:11:12.345", .name),
    ("PXL_20210523_123456789.jpg", "2021-05-23T12:34:56.789", .nameUTC),
    ("PXL_20210523_123456789.MP.jpg", "2021-05-23T12:34:56.789", .nameUTC),
    ("IMG-20200101-WA0001.jpg", "2020-01-01T00:00:00", .nameDay),
    ("WhatsApp Image 2020-01-01 at 10.11.12.jpeg", "2020-01-01T10:11:12", .name),
    ("Screenshot 2019-05-21 at 10.11.12.png", "2019-05-21T10:11:12", .name),
    ("Screen Shot 2019-05-21 at 1.11.12 PM.png", "2019-05-21T13:11:12", .name),
    ("Screenshot 2019-05-21 at 12.11.12 AM (2).png", "2019-05-21T00:11:12", .name),
    ("Screenshot_20190521-101112_Chrome.jpg", "2019-05-21T10:11:12", .name),
    ("Screenshot_2019-05-21-10-11-12.png", "2019-05-21T10:11:12", .name),
    ("2019-05-21 10.11.12.jpg", "2019-05-21T10:11:12", .name),
    ("2019-05-21 10.11.12-2.jpg", "2019-05-21T10:11:12", .name),
    ("20190521_101112_HDR.jpg", "2019-05-21T10:11:12", .name), ("20190521_101112(0).jpg", "2019-05-21T10:11:12", .name),
    ("IMG20190521101112.jpg", "2019-05-21T10:11:12", .name),
    ("signal-2020-01-01-101112.jpg", "2020-01-01T10:11:12", .name),
    ("WIN_20150101_12_34_56_Pro.jpg", "2015-01-01T12:34:56", .name),
    ("2019-05-21.jpg", "2019-05-21T00:00:00", .nameDay),
    ("Emma 2019_05_21 beach.jpg", "2019-05-21T00:00:00", .nameDay),
  ])
  func namesThatPhonesGive(_ name: String, _ time: String, _ source: CaptureTime.Source) {
    let found = NameDate.find(in: name)
    #expect(found?.local.description == time, "\(name)")
    #expect(found?.source == source, "\(name)")
    #expect((found?.offset?.minutes == 0) == (source == .nameUTC))
  }

  @Test(arguments: [
    "", "a.jpg", "DSC_1234.jpg", "12345678.jpg", "20191301.jpg", "20190230.jpg", "IMG_2019.jpg", "3f20190521aa.jpg",
    "120190521.jpg", "201905211.jpg", "202001011234.jpg", "2019-05_21.jpg", "18990521_101112.jpg", "20190521ff.jpg",
    "550e8400-e29b-41d4-a716-446655440000.jpg", "FB_IMG_1558433472000.jpg",
  ])
  func otherNamesSayNothing(_ name: String) { #expect(NameDate.find(in: name) == nil, "\(name)") }

  @Test(arguments: ["20190521_251112.jpg", "20190521_106112.jpg", "Screenshot 2019-05-21 at 13.11.12 PM.png"])
  func impossibleTimesKeepTheDay(_ name: String) {
    #expect(NameDate.find(in: name)?.source == .nameDay, "\(name)")
  }
}
