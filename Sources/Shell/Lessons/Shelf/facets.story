# Mentions and tags: where a piece of text begins, in bytes and in characters.

# What the first step asks for.
let found = facets "hi #tag @bob.test"

lesson "Finding mentions and tags" for 45m {
  step "Find them" for 4m {
    say "A post knows what it mentions. Ask what is found in this text:"
    say "hi #tag @bob.test"
    say "Type `facets` and the text in quotes."
    goal $last == $found else "`facets` takes that text, as it stands there, in quotes."
    hint "A text with spaces stands in double quotes."
    hint "`facets \"hi #tag @bob.test\"`"
    solution { facets "hi #tag @bob.test" }
    note "The underlines show what was found; the numbers count bytes."
  }

  step "Foretell: the byte" for 6m {
    say "In \"hi #tag @bob.test\" the tag begins at byte 3."
    say "At which byte does the mention begin? Type the number."
    goal $last == 8 else "Count from 0, and the blanks as well."
    hint "h is 0, i is 1, the blank is 2, # is 3."
    hint "#tag is four bytes long, then comes a blank."
    solution { 8 }
    note "A prediction. Counting from 0 is the first stumbling block."
  }

  step "Foretell: an accent" for 6m {
    say "Now the text is \"né #tag\": n, an e with an accent, a blank."
    say "At which byte does #tag begin now? Type the number."
    goal $last == 4 else "Not every letter is one byte."
    hint "In UTF-8 an é takes two bytes."
    hint "n is byte 0, é is 1 and 2, the blank is 3."
    solution { 4 }
    note "A prediction. Whoever says 3 has counted characters."
    note "Show it: `facets \"né #tag\"`."
  }

  step "The wrong idea: characters" for 8m {
    say "A program once cut the tag out by characters: it took the text from"
    say "character 4 on, because the server had said byte 4. Do the same:"
    say "what is left of \"né #tag\" without its first 4 characters?"
    say "Type it as a text, in quotes."
    goal $last == "tag" else "Count four characters: n, é, the blank, and one more."
    hint "The four are n, é, the blank, and #."
    hint "What stands behind the # ?"
    solution { "tag" }
    note "A wrong idea tried: the sign is lost, and with it the link."
    note "With emoji it is worse: one family of three is 18 bytes."
  }

  step "Half a handle" for 5m {
    say "In \"hi @bob\" no mention is found. Ask why:"
    say "`facets why` takes the text, and `at` with the piece itself."
    goal "facets why" in learn.commands else "The question is `facets why`."
    hint "`help facets why` shows how it is written."
    hint "`facets why \"hi @bob\" at \"@bob\"`"
    solution { facets why "hi @bob" at "@bob" }
    note "A handle is a domain name. Ask: whose job is it to look bob up?"
  }

  step "What is before it" for 6m {
    say "\"mail me at a@b.com\" holds an @ and a domain, and mentions nobody."
    say "Foretell: how many facets are found in it? Type the number."
    goal $last == 0 else "What stands right before the @ ?"
    hint "`facets why \"mail me at a@b.com\" at 12` names the rule."
    hint "Only white space or ( may stand before a mention: none is found."
    solution { 0 }
    note "A prediction about a rule: without it each address were a mention."
  }

  step "Post it" for 10m {
    say "Write a post of your own that mentions somebody by a whole handle"
    say "and has a tag. It waits in the outbox; in practice nobody sees it."
    goal "post" in learn.commands else "`post` takes a text in quotes."
    goal ($last.facets | where type == "mention" | count) > 0 else "It mentions nobody by a whole handle."
    goal ($last.facets | where type == "tag" | count) > 0 else "It has no tag: a word behind a #."
    hint "`help post` shows how it is written."
    hint "`post \"hello @ana.test #firstpost\"`"
    solution { post "hello @ana.test #firstpost" }
    note "Look at the bytes beneath the line. What does `explain` add?"
  }
}
