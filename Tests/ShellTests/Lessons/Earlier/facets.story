# Mentions and tags: where a piece of text begins, in bytes and in characters.

# The value that the first step asks for.
let found = facets "hi #tag @bob.test"

lesson "Finding mentions and tags" for 45m {
  step "Find them" for 4m {
    say "A post finds its own mentions and tags. Ask what is found in this text:"
    say "hi #tag @bob.test"
    say "Type `facets` and the text in quotes."
    goal $last == $found else "`facets` expects exactly this text, in quotes."
    hint "Put a text with spaces in double quotes."
    hint "`facets \"hi #tag @bob.test\"`"
    solution { facets "hi #tag @bob.test" }
    note "The underlines show what was found; the numbers count bytes."
  }

  step "Predict: the byte" for 6m {
    say "In \"hi #tag @bob.test\" the tag begins at byte 3."
    say "At which byte does the mention begin? Type the number."
    goal $last == 8 else "Count from 0, and count the spaces, too."
    hint "h is 0, i is 1, the space is 2, # is 3."
    hint "#tag is four bytes long, then comes a space."
    solution { 8 }
    note "A prediction. Counting from 0 is the first stumbling block."
  }

  step "Predict: an accent" for 6m {
    say "Now the text is \"né #tag\": n, an e with an accent, a space."
    say "At which byte does #tag begin now? Type the number."
    goal $last == 4 else "Not every letter is one byte."
    hint "In UTF-8 an é takes two bytes."
    hint "n is byte 0, é is 1 and 2, the space is 3."
    solution { 4 }
    note "A prediction. An answer of 3 counts characters."
    note "Show it: `facets \"né #tag\"`."
  }

  step "The wrong idea: characters" for 8m {
    say "A program once cut the tag out by characters: the server had said"
    say "byte 4, so it took the text from character 4 on. Do the same:"
    say "what is left of \"né #tag\" without its first 4 characters?"
    say "Type it as a text, in quotes."
    goal $last == "tag" else "Count four characters: n, é, the space, and one more."
    hint "The four are n, é, the space, and #."
    hint "What comes after the # ?"
    solution { "tag" }
    note "A wrong idea, tried: the # is lost, and the link with it."
    note "Emoji are worse: one family of three takes 18 bytes."
  }

  step "Half a handle" for 5m {
    say "`facets` finds no mention in \"hi @bob\". Ask why:"
    say "`facets why` expects the text, then `at` and the piece itself."
    goal "facets why" in learn.commands else "Ask with `facets why`."
    hint "`help facets why` shows how to write it."
    hint "`facets why \"hi @bob\" at \"@bob\"`"
    solution { facets why "hi @bob" at "@bob" }
    note "A handle is a domain name. Ask: whose job is it to look bob up?"
  }

  step "The character before it" for 6m {
    say "\"mail me at a@b.com\" has an @ and a domain, but mentions nobody."
    say "Predict: how many facets does it have? Type the number."
    goal $last == 0 else "What comes right before the @ ?"
    hint "`facets why \"mail me at a@b.com\" at 12` names the rule."
    hint "Only white space or ( may come before a mention, so it has no facets."
    solution { 0 }
    note "A prediction. Without this rule every email address would be a mention."
  }

  step "Post it" for 10m {
    say "Write a post of your own that mentions someone by their full handle"
    say "and has a tag. It waits in the outbox; in practice nobody sees it."
    goal "post" in learn.commands else "`post` expects text in quotes."
    goal ($last.facets | where type == "mention" | count) > 0 else "It mentions nobody by a full handle."
    goal ($last.facets | where type == "tag" | count) > 0 else "It has no tag: a word after a #."
    hint "`help post` shows how to write it."
    hint "`post \"hello @ana.test #firstpost\"`"
    solution { post "hello @ana.test #firstpost" }
    note "Look at the bytes below the line. What does `explain` add?"
  }
}
