print {at: 2026-01-05T10:30, url: https://a.example/x, "b:c": {d: 1}}
