/// The check whether the last label of a name makes it a domain.
enum TopLevelDomain {
  /// Returns whether the bytes of `label` are a known top-level domain; the comparison is exact, so `COM` is not one.
  ///
  /// A binary search in constant data: at most eight comparisons, no allocation.
  static func isKnown(_ text: ByteView, _ label: Range<Int>) -> Bool {
    isKnown(text.base + label.lowerBound, count: label.count)
  }

  /// Returns whether `label` is a known top-level domain, ignoring the case of ASCII letters.
  static func isKnownInAnyCase(_ text: ByteView, _ label: Range<Int>) -> Bool {
    guard label.count <= TopLevelDomainTable.longest else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: label.count) { lower in
      for (offset, index) in label.enumerated() {
        let byte = text[index]
        lower.initializeElement(at: offset, to: (0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      }
      return lower.baseAddress.map { isKnown($0, count: label.count) } ?? false
    }
  }

  /// Returns whether a bare name with this ending is treated as a file on a command line, where `main.rs`, `notes.md`
  /// and `setup.sh` are far more often files than hosts in Serbia, Moldova and Saint Helena. ASCII letters in any
  /// case.
  static func isFileExtension(_ text: ByteView, _ label: Range<Int>) -> Bool {
    guard (2...4).contains(label.count) else { return false }
    // The label as one number, so that the names below are constants and no string is created.
    return switch label.reduce(UInt32(0), { $0 << 8 | UInt32(text[$1] | 0x20) }) {
    case code("rs"), code("py"), code("sh"), code("md"), code("pl"), code("pm"), code("so"), code("cc"), code("mm"),
      code("ps"), code("mk"), code("ml"), code("tf"), code("bz"), code("mo"), code("la"), code("nc"), code("ph"),
      code("pn"), code("sc"), code("vi"):
      true
    case code("zip"), code("mov"), code("pub"), code("map"), code("cab"), code("ads"), code("dot"), code("tab"),
      code("java"), code("data"):
      true
    default: false
    }
  }

  @inline(__always)
  private static func code(_ name: StaticString) -> UInt32 {
    var code: UInt32 = 0
    for index in 0..<name.utf8CodeUnitCount { code = code << 8 | UInt32(name.utf8Start[index]) }
    return code
  }

  private static func isKnown(_ label: UnsafePointer<UInt8>, count: Int) -> Bool {
    guard let entries = TopLevelDomainTable.entries(length: count) else { return false }
    let stride = count + 1
    var low = 0
    var high = entries.utf8CodeUnitCount / stride
    while low < high {
      let middle = (low + high) / 2
      let entry = entries.utf8Start + middle * stride
      var index = 0
      while index < count, entry[index] == label[index] { index += 1 }
      if index == count { return true }
      if entry[index] < label[index] { low = middle + 1 } else { high = middle }
    }
    return false
  }
}

/// The 1,438 top-level domains of the reference client's list (the `tlds` package, 1.261.0), by length in bytes.
///
/// Each list is sorted by its bytes and every entry is followed by one space, so that entry `n` of length `l` starts
/// at `n * (l + 1)`: a binary search reads the string's own bytes in the program's constant data, and nothing is
/// built at startup. To update the table, group a newer list by UTF-8 length and sort each group by bytes; the tests
/// check the order and the spacing.
package enum TopLevelDomainTable {
  /// Returns the sorted entries that are `length` bytes long; `nil` if no top-level domain has that length.
  package static func entries(length: Int) -> StaticString? {
    switch length {
    case 2:
      """
      ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw \
      by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu \
      fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il \
      im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma \
      mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om \
      pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so \
      sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg \
      vi vn vu wf ws ye yt za zm zw\u{20}
      """
    case 3:
      """
      aaa abb abc aco ads aeg afl aig anz aol app art aws axa bar bbc bbt bcg bcn bet bid bio biz bms bmw bom \
      boo bot box buy bzh cab cal cam car cat cba cbn ceo cfa cfd com cpa crs dad day dds dev dhl diy dnp dog \
      dot dtv dvr eat eco edu esq eus fan fit fly foo fox frl ftr fun fyi gal gap gay gdn gea gle gmo gmx goo \
      gop got gov hbo hiv hkt hot how ibm ice icu ifm inc ing ink int ist itv jcb jio jll jmp jnj jot joy kfh \
      kia kim kpn krd lat law lds llc llp lol lpl ltd man map mba med men mil mit mlb mls mma moe moi mom mov \
      msd mtn mtr nab nba nec net new nfl ngo nhk now nra nrw ntt nyc obi one ong onl ooo org ott ovh pay pet \
      phd pid pin pnc pro pru pub pwc red ren ril rio rip run rwe sap sas sbi sbs scb sew sex sfr ski sky soy \
      spa srl stc tab tax tci tdk tel thd tjx top trv tui tvs ubs uno uol ups vet vig vin vip wed win wme wow \
      wtc wtf xin xxx xyz you yun zip\u{20}
      """
    case 4:
      """
      aarp able aero akdn ally amex arab army arpa arte asda asia audi auto baby band bank bbva beer best \
      bike bing blog blue bofa bond book buzz cafe call camp care cars casa case cash cbre cern chat citi \
      city club cool coop cyou data date dclk deal dell desi diet dish docs dvag erni fage fail fans farm \
      fast fido film fire fish flir food ford free fund game gbiz gent ggee gift gmbh gold golf goog guge \
      guru hair haus hdfc help here host hsbc icbc ieee imdb immo info itau java jeep jobs jprs kddi kids \
      kiwi kpmg kred land lego lgbt lidl life like limo link live loan love ltda luxe maif meet meme menu \
      mini mint mobi moda moto name navy news next nico nike ollo open page pars pccw pics ping pink play \
      plus pohl porn post prod prof qpon read reit rent rest rich room rsvp ruhr safe sale sarl save saxo \
      scot seat seek sexy shia shop show silk sina site skin sncf sohu song sony spot star surf talk taxi \
      team tech teva tiaa tips town toys tube vana visa viva vivo vote voto wang weir wien wiki wine work \
      xbox yoga zara zero zone ελ ευ бг ею рф\u{20}
      """
    case 5:
      """
      actor adult aetna amfam amica apple archi audio autos azure baidu beats bible bingo black boats bosch \
      build canon cards chase cheap cisco citic click cloud coach codes crown cymru dance deals delta drive \
      dubai earth edeka email epson faith fedex final forex forum gallo games gifts gives glass globo gmail \
      green gripe group gucci guide homes honda horse house hyatt ikano irish jetzt koeln kyoto lamer lease \
      legal lexus lilly loans locus lotte lotto mango media miami money movie music nexus nikon ninja nokia \
      nowtv omega osaka paris parts party phone photo pizza place poker praxi press prime promo quest radio \
      rehab reise ricoh rocks rodeo rugby salon sener seven sharp shell shoes skype sling smart smile solar \
      space sport stada store study style sucks swiss tatar tires tirol tmall today tokyo tools toray total \
      tours trade trust tunes tushu ubank vegas video vodka volvo wales watch weber weibo works world xerox \
      yahoo\u{20}
      """
    case 6:
      """
      abbott abbvie africa agency airbus airtel alipay alsace alstom amazon anquan aramco author bayern \
      beauty berlin bharti bostik boston broker camera career casino center chanel chrome church circle \
      claims clinic coffee comsec condos coupon credit cruise dating datsun dealer degree dental design \
      direct doctor dupont durban emerck energy estate events expert family flickr futbol gallup garden \
      george giving global google gratis health hermes hiphop hockey hotels hughes imamat insure intuit \
      jaguar joburg juegos kaufen kindle kosher latino lawyer lefrak living locker london luxury madrid \
      maison makeup market mattel mobile monash mormon moscow museum nagoya nissan nissay norton nowruz \
      office olayan online oracle orange otsuka pfizer photos physio pictet quebec racing realty reisen \
      repair report review rogers ryukyu safety sakura sanofi school schule search secure select shouji \
      soccer social stream studio supply suzuki swatch sydney taipei taobao target tattoo tennis tienda \
      tjmaxx tkmaxx toyota travel unicom viajes viking villas virgin vision voting voyage walter webcam \
      xihuan yachts yandex zappos бел ком мкд мон орг рус срб укр қаз հայ קום عرب قطر كوم مصر გე コム 世界 中信 中国 \
      中國 企业 佛山 信息 健康 八卦 公司 公益 台湾 台灣 商城 商店 商标 嘉里 在线 大拿 娱乐 家電 广东 微博 慈善 手机 招聘 政务 政府 新闻 时尚 書籍 机构 游戏 澳門 点看 移动 网址 \
      网店 网站 网络 联通 谷歌 购物 通販 集团 食品 餐厅 香港 닷넷 닷컴 삼성 한국\u{20}
      """
    case 7:
      """
      abogado academy agakhan alibaba android athleta auction audible auspost banamex bauhaus bestbuy booking \
      brother capital caravan careers channel charity chintai citadel clubmed college cologne company compare \
      contact cooking corsica country coupons courses cricket cruises dentist digital domains exposed express \
      farmers fashion ferrari ferrero finance fishing fitness flights florist flowers forsale frogans fujitsu \
      gallery genting godaddy grocery guitars hamburg hangout hitachi holiday hosting hotmail hyundai ismaili \
      jewelry juniper kitchen komatsu lacaixa lanxess lasalle latrobe leclerc limited lincoln markets monster \
      netbank netflix network neustar okinawa organic origins philips pioneer politie realtor recipes rentals \
      reviews rexroth samsung sandvik schmidt schwarz science shiksha singles staples storage support surgery \
      systems temasek theater theatre tickets toshiba trading walmart wanggou watches weather website wedding \
      whoswho windows winners yamaxun youtube zuerich\u{20}
      """
    case 8:
      """
      abudhabi airforce allstate attorney barclays barefoot bargains baseball boutique bradesco broadway \
      brussels builders business capetown catering catholic cipriani cleaning clinique clothing commbank \
      computer delivery deloitte democrat diamonds discount discover download engineer ericsson exchange \
      feedback fidelity firmdale football frontier goodyear grainger graphics hdfcbank helsinki holdings \
      hospital infiniti ipiranga istanbul jpmorgan lighting lundbeck marriott mckinsey memorial merckmsd \
      mortgage observer partners pharmacy pictures plumbing property reliance saarland samsclub security \
      services shopping softbank software stcgroup supplies training vanguard ventures verisign woodside \
      yokohama дети сайт بارت بيتك تونس شبكة عراق عمان موقع ڀارت\u{20}
      """
    case 9:
      """
      accenture allfinanz amsterdam analytics aquarelle barcelona bloomberg christmas community directory \
      education equipment fairwinds financial firestone fresenius furniture goldpoint hisamitsu homedepot \
      homegoods homesense institute insurance kuokgroup landrover lifestyle marketing marshalls melbourne \
      microsoft panasonic richardli shangrila solutions statebank statefarm stockholm travelers vacations \
      yodobashi कॉम नेट คอม ไทย ລາວ みんな ストア セール 中文网 亚马逊 天主教 我爱你 新加坡 淡马锡 飞利浦\u{20}
      """
    case 10:
      """
      accountant apartments associates basketball bnpparibas boehringer capitalone consulting creditcard \
      cuisinella eurovision extraspace foundation healthcare immobilien industries management mitsubishi \
      nextdirect properties protection prudential realestate republican restaurant schaeffler tatamotors \
      technology university vlaanderen ישראל ایران بازار بھارت سودان سورية همراه\u{20}
      """
    case 11:
      """
      accountants barclaycard blackfriday blockbuster bridgestone calvinklein contractors creditunion \
      engineering enterprises investments kerryhotels lamborghini motorcycles olayangroup photography \
      playstation productions progressive redumbrella williamhill\u{20}
      """
    case 12:
      """
      construction lplfinancial scholarships versicherung москва онлайн ابوظبي ارامكو الاردن المغرب امارات \
      فلسطين مليسيا भारत ভারত ভাৰত ਭਾਰਤ ભારત ଭାରତ ಭಾರತ ලංකා アマゾン クラウド グーグル ポイント 组织机构 電訊盈科 香格里拉\u{20}
      """
    case 13: "international lifeinsurance wolterskluwer "
    case 14: "americanfamily weatherchannel католик البحرين الجزائر العليان كاثوليك پاکستان "
    case 15: "americanexpress kerryproperties sandvikcoromant भारोत संगठन বাংলা భారత్ ഭാരതം 嘉里大酒店 "
    case 16: "السعودية "
    case 17: "vermögensberater "
    case 18: "travelersinsurance vermögensberatung موريتانيا भारतम् இலங்கை ファッション "
    case 21: "இந்தியா "
    case 33: "சிங்கப்பூர் "
    default: nil
    }
  }

  /// The length in bytes of the longest entry.
  static let longest = 33
}
