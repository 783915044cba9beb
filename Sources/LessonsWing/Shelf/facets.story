# Mentions and tags: where a piece of text begins, in bytes and in characters.

# The value that the first step asks for.
let found = facets "hi #tag @bob.test"
# The reason that a later step asks for.
let reason = facets why "hi @bob" at "@bob"

lesson "Mentions and tags" for 20m {
  step "Find them" for 2m {
    say "A post finds its own mentions and tags. Ask what is found in this text:"
    say "hi #tag @bob.test"
    say "Type `facets` and the text in quotes."
    goal $last == $found else "`facets` expects exactly this text, in quotes."
    hint "Put a text with spaces in double quotes."
    hint "`facets \"hi #tag @bob.test\"`"
    solution { facets "hi #tag @bob.test" }
    because "A mention and a tag are places in the text, each with its bytes."
    note "The underlines show what was found; the numbers count bytes."
  }

  step "Predict: the byte" for 3m {
    say "In \"hi #tag @bob.test\" the tag begins at byte 3."
    say "At which byte does the mention begin? Type the number."
    predict (facets "hi #tag @bob.test" | where type == "mention" | first).byteStart else "Count from 0, and count the spaces, too."
    hint "h is 0, i is 1, the space is 2, # is 3."
    hint "#tag is four bytes long, then comes a space."
    because "Bytes count from 0, and every character here is one byte."
    note "Counting from 0 is the first stumbling block."
  }

  step "Predict: an accent" for 3m {
    say "Now the text is \"né #tag\": n, an e with an accent, a space."
    say "At which byte does #tag begin now? Type the number."
    predict (facets "né #tag" | first).byteStart else "Not every letter is one byte."
    hint "In UTF-8 an é takes two bytes."
    hint "n is byte 0, é is 1 and 2, the space is 3."
    because "A facet counts bytes, and in UTF-8 an é takes two of them."
    note "An answer of 3 counts characters."
    note "Show it: `facets \"né #tag\"`."
  }

  step "Predict: counting characters" for 4m {
    say "A program once cut the tag out by characters: the server had said"
    say "byte 4, so it took the text from character 4 on. Do the same:"
    say "what is left of \"né #tag\" without its first 4 characters?"
    say "Type it as a text, in quotes."
    predict (slice "né #tag" 4) else "Count four characters: n, é, the space, and one more."
    hint "The four are n, é, the space, and #."
    hint "What comes after the # ?"
    because "The # is lost, and the link with it: bytes are not characters."
    note "A wrong idea, tried."
    note "Emoji are worse: one family of three takes 18 bytes."
  }

  step "Half a handle" for 2m {
    say "`facets` finds no mention in \"hi @bob\". Ask why:"
    say "`facets why` expects the text, then `at` and the piece itself."
    goal "facets why" in learn.commands and $last == $reason else "Ask with `facets why` about @bob in exactly this text."
    hint "`help facets why` shows how to write it."
    hint "`facets why \"hi @bob\" at \"@bob\"`"
    solution { facets why "hi @bob" at "@bob" }
    because "A handle is a whole domain name, so bob alone names nobody."
    note "Ask: whose job is it to look bob up?"
  }

  step "Predict: the character before it" for 3m {
    say "\"mail me at a@b.com\" has an @ and a domain, but mentions nobody."
    say "Predict: how many mentions does it have? Type the number."
    predict (facets "mail me at a@b.com" | where type == "mention" | count) else "What comes right before the @ ?"
    hint "`facets why \"mail me at a@b.com\" at 12` names the rule."
    hint "Only white space or ( may come before a mention, so it has no facets."
    because "Without this rule every email address would be a mention."
    note "`facets why` names the rule."
  }

  step "Post it" for 3m {
    say "Write a post of your own that mentions someone by their full handle"
    say "and has a tag. It waits in the outbox; in practice nobody sees it."
    goal "post" in learn.commands else "`post` expects text in quotes."
    goal ($last.facets | where type == "mention" | count) > 0 else "It mentions nobody by a full handle."
    goal ($last.facets | where type == "tag" | count) > 0 else "It has no tag: a word after a #."
    hint "`help post` shows how to write it."
    hint "`post \"hello @ana.test #firstpost\"`"
    solution { post "hello @ana.test #firstpost" }
    because "The post carries its text and the facets, so no reader guesses."
    note "Look at the bytes below the line. What does `explain` add?"
  }
}
