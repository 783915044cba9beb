/// Pictures of 37 × 29 pixels that libwebp wrote, and the colours that it decodes.
///
/// Red grows to the right, green downwards, and blue is a chessboard of 9 × 9 pixels; `colours` are those at
/// `SampleJPEG.places`, on white.
struct SampleWebP {
  let base64: String
  let colours: [[Int]]

  static let all = [lossy, rough, lossless, clear, clearLossless, palette, animation]

  static let lossy = SampleWebP(
    base64: """
      UklGRnIBAABXRUJQVlA4IGYBAABwCwCdASolAB0APrVUn02nJKKiJWsw4BaJbACdMoRz74n+MfsCUV+zawiQKuT6j/yhvbPF29arodPN\
      m9iv0APKT/ar4XvJue9EV28uf9BJiUJgU9aYB0PY3YtAIaG5WHMS04AIAP79r0y1ISNgSesreA+lE+cnvUwqMkjku4scWd8W/EMitDGU\
      E3PvCB6O6eaeXG4KNxZEhw5Ty33u19fx/X/AJ/+1iyxUaXdeqzaJGLeVwyccljMzFnS0Qi8FYpgY0gBhXlh//zfS6QABe6k3Q6mKb4uw\
      HDapX502EUQ5aZ3CWouAPhrh74Fsi6vyCSi2N9IKkXjzgSbky/6jDh8pxI6zy7cHFv7905w0Gw9EbmLkUlILivdzPyHZAV5uoOPQPobl\
      4NbX483GIMFjgPZ916372ou6qWVXf8EkLtV88nwVV2fuRY8ym3wQHWoekFqC4lzCvCRhfT5JFisZsZLPnYuQAAAA
      """,
    colours: [
      [16, 4, 36], [250, 0, 79], [6, 255, 186], [255, 255, 178], [131, 136, 171], [77, 182, 208], [213, 74, 101],
    ])

  static let rough = SampleWebP(
    base64: """
      UklGRrQAAABXRUJQVlA4IKgAAADwBACdASolAB0AP5nG02W5MSknJWszIDMJbACdMsI7T6mLThvlFQ2TEFX7lm+TFJgA/ujQTWsUNx7P\
      +ZOLMZ9lQFFP/olZYUGssmutlcEKvlYEY7jjGMOkab4ynimcJ1hrNAs15mDJw5F6g9FEUmiotyDVAJli8dLnfcKUwBIu3M/pbkox2fUl\
      FIr9UXBWlaMAd83InFzgxvmEUhJMe8qlNBHphfvgAAA=
      """,
    colours: [
      [46, 2, 35], [247, 17, 74], [35, 243, 180], [255, 248, 149], [145, 124, 167], [91, 180, 206], [210, 83, 94],
    ])

  static let lossless = SampleWebP(
    base64: """
      UklGRmwAAABXRUJQVlA4TGAAAAAvJAAHAM1lRP9jARCE/3ELMeD9DwEKpW0jSaaz/Xe8uhctFBKk0IZm2rYJnPHYG6Z7i617Q0HbNoxL\
      YJeEBpYQAAMdhI7pSpbY9GOSboUrssKVU/WP9BOQ9s+mq877Ixw=
      """,
    colours: [
      [0, 0, 40], [255, 0, 40], [0, 255, 220], [255, 255, 220], [127, 127, 220], [70, 182, 220], [212, 81, 40],
    ])

  static let clear = SampleWebP(
    base64: """
      UklGRqwBAABXRUJQVlA4WAoAAAAQAAAAJAAAHAAAQUxQSBoAAAABuQpE9D9ApG1ztvkXPQUHEROQixJKKM0VAFZQOCBsAQAAEAsAnQEq\
      JQAdAD61VKBNpySioiVrMOAWiWwAnTKEc7eRfjt7AlO/tesIkCrk+o/8ob2zxdvWq6IDzZvYl9ADylv2q+GAJoS7NVWYw38LDz6DOQM8\
      q+ghhMawptIgxSzGgAD+/Wc7foNgFWy/gj2fA4uCOrB/Q37tf5QsBLuLHGPyO9VoZcTt5yyGm4Zh7SNKv6qUYVmslDKrDpn5BBRDC9N/\
      r/gE/81jLFMrfuvV4s/zRiD3+WHkvXCDvVvxIlEDmIvBhWuf/1vpcw7e+KEIq0G6VWOSiEoIrqovDhCjkUdhgIPB20rwQmUsNIpy+bQa\
      8OfxvpBZBNebw6NW5uggMRzEn83JGf90AEWy06iuhnKtRoEKwGEj5OGxg31uGhk3IgfMP9zfvNeBa/HocxJgsfHohcpF+9xGTwZMDi2Z\
      lKNFa2PJx0MaveH8jIWjX4wyvTN/ukF5LNv5h0AOEut5JFwscMkpXVRyJgAAAA==
      """,
    colours: [
      [255, 255, 255], [251, 0, 80], [255, 255, 255], [255, 255, 179], [193, 195, 214], [207, 235, 241],
      [213, 108, 119],
    ])

  static let clearLossless = SampleWebP(
    base64: """
      UklGRnoAAABXRUJQVlA4TG0AAAAvJAAHEM1lRP9jARCE/3ELMeD9DwEKpW0kOaZ3/Tf8OaCDQoIU0tRM2zaBMx57w3RvsXUvmbQt7q5M\
      jdu2ET1lu9pPMBOWKFplPjUgCSPmo5Ml9uErk3CtpJViJa2cp/ZH+CogbH8unVq9f4RzAA==
      """,
    colours: [
      [255, 255, 255], [255, 0, 40], [255, 255, 255], [255, 255, 220], [191, 191, 238], [204, 235, 245],
      [219, 110, 76],
    ])

  static let palette = SampleWebP(
    base64: """
      UklGRmwAAABXRUJQVlA4TF8AAAAvJAAHADdAkG2DMf/kFjvARe4kEEgSn201AgGKYrft5j94p1SFdwEBqmrbhkwFXgQSWOuK8CqooH+H\
      98z8R/R/ArgbzGCPv5ABYKSg6wfwgtY/JfXdj2qfiCgKO6F+CQA=
      """,
    colours: [
      [60, 59, 130], [191, 23, 125], [60, 223, 130], [191, 223, 128], [191, 154, 131], [60, 154, 130], [191, 86, 131],
    ])

  static let animation = SampleWebP(
    base64: """
      UklGRuACAABXRUJQVlA4WAoAAAACAAAAJAAAHAAAQU5JTQYAAAAAAAAAAABBTk1GtgEAAAAAAAAAACQAABwAAGQAAAJWUDggngEAALAI\
      AJ0BKiUAHQA+0WSqUKglI6KlaAEAGglsZlRL1AAhyrDuy+Rfif7AlS6YgRepu9lG378YD9Vfej6HT/AdZn6AHlCeyr5RwXT/JXNdAAD+\
      8Cb+a//WVf/6hn9ke//fxM7UmsXczRD3yisVakAfrt37KWu/BxCOoa2jVQwe9sKsmXrBZL7Yvffbx7e/f7pYjrX3zkqTVbSHNcWx8XTz\
      EcrRJh5t+P2/4Kp44F11FyLgLqyZ92w3+FByoq8eDgV8ZyJ//GHIzafV6g7794GMtKbH5uj13f4Y59RoFr97qHhzMW+caNIJZPcv4E/r\
      n99//DpOy/1+/p38Q7wMeMncsPpo8fbfvW4wOImmcGxN3HGFFoFTTdRW1I5mmFsnBy/TeI4+qrZgtgWHink4YVNFimxfAoFpFqDeqH1O\
      oyMxAswq1k26zmeARjaU5rVhSat7FeZhgdqgTVC2Pm0EfgYpgzjJ97/8VFh7+c+Gd8Yql9kpr+y9VS+fh8Nx5UBJgYE9w3hxOXwq5J4m\
      HBMR6jh3NwdGFE13nAE25uq9RFtAAEFOTUb2AAAAAAAAAAAAJAAAHAAAZAAAAFZQOCDeAAAAtAUAnQEqJQAdAD7RXqhPAlazAAGglqLQ\
      Vo/rEX4lJJAmzP4bJF1ugQ3x6ADnqgOCH397PwOAAP7sfb/p78Be//8HsvURulbYrLUO5i8GTSqMev2Z98jwVEP1YQ313OJIjmPAw2u/\
      A1w9B4iG251g+NXlPuLwPYM9j//cSiEQ6SOucohyVjlpFjlpFjdptulwjgtY9GQgReAeL3yf/XP0Ql//YZUqnPSXF4y4vGXFEsPpB9w0\
      wzYnw/1ArEOHuyFv7hGg5nukQg832yQmDiONEJcaPTdz/Zj+jMK6+AAA
      """,
    colours: [
      [3, 8, 32], [236, 3, 77], [8, 255, 195], [255, 255, 181], [131, 132, 184], [73, 181, 204], [210, 79, 86],
    ])
}
